import type { TrustOffer } from '../../hook/trust/trust-project.ts';
import { type Loosening, wordLoosening } from '../../policy/index.ts';
import { renderDiff } from './text/diff.ts';
import { harmless, oneLine } from './text/plain-text.ts';
import type { Paint } from './text/style.ts';

/** What a person is asked to trust: new files whole, known ones by what has changed, then what would come into force. */
export function renderOffer(
  { directory, files, settings }: TrustOffer,
  loosenings: readonly Loosening[],
  paint: Paint,
): string {
  const isChanged = ({ text, before }: TrustOffer['files'][number]) => text !== before;
  const shown = files.filter(isChanged).map(({ path, text, before }) => {
    if (before !== null) return renderDiff(oneLine(path), harmless(before), harmless(text), paint);
    return `${paint('bold', oneLine(path))}\n${harmless(text).replace(/\n?$/, '\n')}`;
  });
  const variables = settings
    .filter(({ isTrusted }) => !isTrusted)
    .map(({ path, variables: set }) => {
      const lines =
        set === null ? ['something that cannot be read'] : Object.entries(set).map((pair) => oneLine(pair.join('=')));
      return `${paint('bold', oneLine(path))} sets for the hook:\n${lines.map((line) => `  ${line}\n`).join('')}`;
    });
  const paths = new Set(files.map(({ path }) => path));
  const ignored = loosenings.filter(({ inForce, file }) => !inForce && (paths.has(file) || file.startsWith('pack:')));
  const comes =
    ignored.length === 0
      ? 'It loosens nothing: everything in it is already in force.\n'
      : `With your trust this comes into force:\n${ignored.map((one) => `  ${oneLine(wordLoosening(one))}\n`).join('')}`;
  return [`${oneLine(directory)}\n`, ...shown, ...variables, comes].join('\n');
}

export function renderTrusted(projects: readonly { directory: string; at: number; state: string }[]): string {
  if (projects.length === 0) return 'You have trusted no project so far.\n';
  return projects
    .map(
      ({ directory, at, state }) =>
        `${state.padEnd(7)}  ${new Date(at).toISOString().slice(0, 10)}  ${oneLine(directory)}\n`,
    )
    .join('');
}
