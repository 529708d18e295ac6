import type { Analysis } from '../analysis.ts';
import type { SyntaxNode } from '../parse/parse.ts';

/** A file that the command in front of `&&` has just made of another one. */
export type JustCopied = { from: string; to: string };

/**
 * What is in the copy, once `cp template copy` has passed: of `cp .env.example .env && cat .env` the template is what is read. Not where the copy may have been
 * left out (`cp -n`), nor behind `;`, where it may have failed. `since`: how many invocations and effects there were before the command.
 */
export function justCopied({ invocations, effects }: Analysis, since: Since): JustCopied | undefined {
  const [invocation, ...others] = invocations.slice(since.invocations);
  const [read, written, ...more] = effects.slice(since.effects);
  if (invocation === undefined || others.length > 0 || more.length > 0) return undefined;
  const { program, argv, wrappers, defined, place } = invocation;
  if (program !== 'cp' || defined === true || wrappers.length > 0 || place !== 'local') return undefined;
  if (
    argv.some(
      ({ text, dynamic, glob }) => dynamic || glob === true || /^-(?!(?:[fpv]+|-(?:force|verbose))$)/.test(text),
    )
  )
    return undefined;
  if (read?.kind !== 'read' || written?.kind !== 'write' || written.via !== 'copy') return undefined;
  return /[?*]/.test(read.path + written.path) ? undefined : { from: read.path, to: written.path };
}

export type Since = { invocations: number; effects: number };

export function sinceNow({ invocations, effects }: Analysis): Since {
  return { invocations: invocations.length, effects: effects.length };
}

/** Nothing else comes between the copy and the programs of these. */
export function isPlain(node: SyntaxNode): boolean {
  if (node.type === 'Statement' || node.type === 'Redirected') return isPlain(node.command);
  return node.type === 'Command' || (node.type === 'Pipeline' && node.commands.every(isPlain));
}
