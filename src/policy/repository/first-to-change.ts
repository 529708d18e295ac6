import type { World } from '../../system/ports.ts';
import type { Analysis, GitEffect, Invocation } from '../../shell/index.ts';

/** A git command of a line, and the machine it would run on. */
export interface LossQuestion {
  effect: GitEffect;
  analysis: Pick<Analysis, 'invocations'>;
  world: World;
}

/**
 * The repository is asked before the line runs, so its answer holds only for the first command that may change it: `git stash pop && git restore .` loses what
 * was in the stash. Programs that are not in these lists may change anything.
 */
export function isFirstToChange({ effect, analysis, world }: LossQuestion): boolean {
  if (VARIABLES.some((name) => world.env(name) !== null)) return false;
  const earlier = analysis.invocations.slice(0, Math.max(effect.by, 0));
  return earlier.every((invocation) => ONLY_LOOKS.has(invocation.program) || onlyLooksAtRepository(invocation));
}

/** With one of these in the environment, git works on another repository than the directory tells. */
const VARIABLES = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE'];

/** Programs that change no file themselves; the target of their redirect holds no earlier work. */
const ONLY_LOOKS = new Set(
  '[ : basename builtin cat cd cmp column command cut date diff dirname du echo env exit export expr false file fold grep egrep fgrep head hostname jq less ls nl nproc popd printf pushd pwd read readlink realpath rg seq set shopt sleep sort stat sudo tac tail test time timeout tr true type uniq unset wc which whoami xargs yes'.split(
    ' ',
  ),
);

/** git commands that neither change files nor move a branch. `fetch` moves remote-tracking branches; commits that the remote has had count as kept. */
const LOOKING =
  /^(?:annotate|archive|blame|cat-file|check-attr|check-ignore|check-ref-format|cherry|count-objects|describe|diff|diff-files|diff-index|diff-tree|fetch|for-each-ref|grep|help|log|ls-files|ls-remote|ls-tree|merge-base|name-rev|range-diff|rev-list|rev-parse|shortlog|show|show-branch|show-ref|status|var|version|whatchanged)$/;

function onlyLooksAtRepository({ program, argv }: Invocation): boolean {
  if (program !== 'git' || argv.some((word) => word.dynamic)) return false;
  const words = argv.map((word) => word.text);
  const at = words.findIndex((word, i) => !word.startsWith('-') && !/^-[Cc]$/.test(words[i - 1] ?? ''));
  const [subcommand = '', verb = ''] = words.slice(Math.max(at, 0));
  if (subcommand === 'stash' || subcommand === 'worktree' || subcommand === 'remote')
    return /^(?:list|show|-v|get-url)$/.test(verb);
  if (subcommand === 'archive' && words.some((word) => /^-(?:o|-(?:out|exec|rem))/.test(word))) return false;
  // A refspec may move a branch of this repository.
  return LOOKING.test(subcommand) && !(subcommand === 'fetch' && words.some((word) => word.includes(':')));
}
