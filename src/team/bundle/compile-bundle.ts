import { posix } from 'node:path';
import { type Built, buildPolicy } from '../../policy/index.ts';
import { resolvePack } from '../../policy/packs/index.ts';
import { type Bundle, ROOT, rootText, type Stage } from './bundle.ts';

/** A bundle's own files and packs, and no file of the machine that compiles it. */
export function compileBundle({ files }: Pick<Bundle, 'files'>, stage: Stage | null): Built {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const source =
    stage === null
      ? { file: ROOT, layer: 'team' as const, text: texts.get(ROOT) ?? '' }
      : { file: 'team', layer: 'team' as const, text: rootText(stage) };
  return buildPolicy({
    sources: [source],
    resolve: (reference, from) => {
      if (reference.startsWith('pack:')) return resolvePack(reference, from);
      if (from.startsWith('pack:')) return null;
      const file = posix.join(posix.dirname(from), reference);
      const text = texts.get(file);
      return text === undefined ? null : { file, text };
    },
  });
}
