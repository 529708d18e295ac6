import { isDescribed } from './find-program.ts';

/** A format or a string among the words that a shell would run: `seq -f 'rm -rf /' 1`, `git log --format='rm -rf ~'`, `jq -n '"rm -rf ~"'`. */
export function writtenCommand(args: readonly string[]): string | undefined {
  const texts = args.map((arg) => arg.replace(/^[\w-]+=|^\+/, '').replace(/^"(.*)"$/s, '$1'));
  return texts.find((text) => isDescribed(/^([\w./-]+)\s/.exec(text)?.[1] ?? ''));
}
