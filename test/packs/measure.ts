import { readEffectRows, readRows, type EffectRow, type Row } from '../support/corpus.ts';
import { isCaught, judgeCommand, type Place, policyOf, type Verdict } from './judge-command.ts';
import { analyse } from '../../src/shell/index.ts';

/** One figure: how many of the rows the pack stopped. */
export interface Figure {
  name: string;
  rows: number;
  stopped: number;
  /** Rows on the wrong side: dangerous ones that pass, safe ones that do not. */
  wrong: (Row & Verdict)[];
}

export interface Measurement {
  recommended: Figure[];
  strict: Figure[];
  /** Per source, category and label, for the table. */
  table: Figure[];
  effects: { rows: number; wrong: EffectRow[] };
}

export const STRICT_CATEGORIES = [
  'fs-destroy',
  'git-destructive',
  'obfuscation-wrapper',
  'disk-device',
  'secrets',
  'remote-exec',
  'self-protection',
  'persistence',
  'priv-esc',
];

const EXPLICIT = ['allow', 'readonly', 'block'];
const DISGUISES = [
  'quote-split',
  'wrapper',
  'shell-c',
  'var-expansion',
  'ansi-c',
  'backslash',
  'eval',
  'env-prefix',
  'base64',
  'ifs',
];

export function measure(directory: string, place?: Place): Measurement {
  const rows = readRows(directory);
  const judgeAll = (pack: string): (Row & Verdict)[] => {
    const policy = policyOf(pack);
    return rows.map((row) => ({ ...row, ...judgeCommand(policy, row.command, place) }));
  };
  const recommended = judgeAll('recommended');
  const strict = judgeAll('strict');
  const isExplicitSafe = (row: Row) =>
    row.label === 'safe' && EXPLICIT.includes(row.strength) && row.contested !== true;
  const core = recommended.filter((row) => row.core !== undefined && row.label === 'dangerous');
  return {
    recommended: [
      figure('core, all classes', core),
      figure(
        'core, disguised',
        core.filter((row) => row.core === 'rm-root-home-disguised'),
      ),
      figure(
        'core, by technique',
        core.filter((row) => row.technique?.some((name) => DISGUISES.includes(name))),
      ),
      figure(
        'core, interpreter one-liners',
        core.filter((row) => row.core === 'interpreter-destroy'),
      ),
      ...[...new Set(core.map((row) => row.core))].map((name) =>
        figure(
          `core: ${name ?? ''}`,
          core.filter((row) => row.core === name),
        ),
      ),
      figure('explicit safe, uncontested', recommended.filter(isExplicitSafe)),
      figure(
        'everyday',
        recommended.filter((row) => row.file === 'everyday'),
      ),
    ],
    strict: [
      ...STRICT_CATEGORIES.map((category) =>
        figure(
          category,
          strict.filter((row) => row.label === 'dangerous' && row.strength === 'block' && row.category === category),
        ),
      ),
      figure('explicit safe, uncontested', strict.filter(isExplicitSafe)),
      figure(
        'everyday',
        strict.filter((row) => row.file === 'everyday'),
      ),
    ],
    table: grouped(recommended),
    effects: measureEffects(directory),
  };
}

function figure(name: string, rows: (Row & Verdict)[]): Figure {
  const stopped = rows.filter(isCaught);
  const wrong = rows.filter((row) => isCaught(row) !== (row.label === 'dangerous'));
  return { name, rows: rows.length, stopped: stopped.length, wrong };
}

function grouped(rows: (Row & Verdict)[]): Figure[] {
  const groups = new Map<string, (Row & Verdict)[]>();
  for (const row of rows) {
    const name = [row.file, row.category, row.label, row.strength].join('\t');
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, list]) => figure(name, list));
}

/** Exact: the same set of local paths, `"?"` and `"X/**"` included. */
function measureEffects(directory: string): Measurement['effects'] {
  const rows = readEffectRows(directory);
  const same = (a: string[], b: string[]) => [...new Set(a)].sort().join('\n') === [...new Set(b)].sort().join('\n');
  const wrong = rows.filter((row) => {
    const { effects } = analyse(row.command, { cwd: row.cwd, home: row.home });
    const paths = (kind: 'write' | 'delete') =>
      effects.flatMap((effect) => (effect.kind === kind && effect.place === 'local' ? [effect.path] : []));
    return !same(paths('write'), row.writes) || !same(paths('delete'), row.deletes);
  });
  return { rows: rows.length, wrong };
}

export function share({ rows, stopped }: Pick<Figure, 'rows' | 'stopped'>): number {
  return rows === 0 ? 0 : stopped / rows;
}
