import { expect, test } from 'vitest';
import { type Analysis, analyse, type Effect } from '../../src/shell/index.ts';
import { corpusMissing, readCorpus, report } from './read-corpus.ts';

type Row = { command: string; core?: string; label?: string };

const SOURCES =
  'aca-safety-net cc-safety-net cline codex cupcake cve-bypass everyday failproofai gemini-cli qwen-code rampart shellfirm smart-approve';
const here = { cwd: '/home/u/project', home: '/home/u' };

/** The effect without which no policy could catch a row of this class. What to do about it is the policy's business. */
const NEEDED: Record<string, (effect: Effect) => boolean> = {
  'rm-root-home': deletesOutside,
  'rm-root-home-disguised': deletesOutside,
  'git-destroy': (effect) => effect.kind === 'git' && (effect.forced || effect.operation === 'worktree-loss'),
  'secret-read': (effect) =>
    (effect.kind === 'read' || effect.kind === 'write') &&
    /(\.env|id_rsa|\.kube\/config|config\.json|shadow)$/.test(effect.path),
  'disk-wipe': (effect) => effect.kind === 'disk',
  'interpreter-destroy': (effect) => effect.kind === 'delete',
  'remote-code': (effect) => effect.kind === 'code' && effect.source === 'network',
  'clobber-home-file': (effect) => effect.kind === 'write' && effect.path.startsWith('/home/u/.'),
};

function deletesOutside(effect: Effect): boolean {
  return effect.kind === 'delete' && !effect.path.startsWith('/home/u/project/');
}

test.skipIf(corpusMissing)(
  'core rows show the effect that makes them dangerous (skipped: ../shared/corpus is absent)',
  () => {
    const rows = SOURCES.split(' ').flatMap((name) => readCorpus<Row>(name));
    const core = rows.filter((row) => row.core !== undefined && NEEDED[row.core] !== undefined);
    const shows = (row: Row, analysis: Analysis) => analysis.effects.some((effect) => NEEDED[row.core ?? '']?.(effect));
    const wrong = core.filter((row) => !shows(row, analyse(row.command, here)));
    const percent = report(
      'core',
      core.length - wrong.length,
      core.length,
      wrong.map((row) => `${row.core}: ${JSON.stringify(row.command)}`),
    );
    expect(percent).toBeGreaterThanOrEqual(97.5);
  },
);
