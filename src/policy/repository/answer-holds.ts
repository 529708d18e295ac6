import type { World } from '../../system/ports.ts';
import type { Analysis, Effect, GitEffect, Invocation, WriteVia } from '../../shell/index.ts';
import { isAtOrBelow } from '../../protocol/text/path-below.ts';
import { keepsWhatGitHolds } from './git-keeps.ts';

/** A git command of a line, and the machine it would run on. */
export interface LossQuestion {
  effect: GitEffect;
  analysis: Pick<Analysis, 'invocations' | 'effects'>;
  world: World;
}

/** What a question is about: changes of files that git knows, files that it does not know, or commits. */
export type Endangered = 'changes' | 'files' | 'commits';

/**
 * The repository is asked before the line runs. Does its answer still hold when this command of the line runs? Not if something before may put other work at
 * risk: `git stash pop && git restore .` loses what was in the stash. Programs that are not in these lists may change anything.
 */
export function answerHolds(asked: LossQuestion, endangered: Endangered): boolean {
  const { effect, analysis, world } = asked;
  if (VARIABLES.some((name) => world.env(name) !== null)) return false;
  const before = analysis.effects.filter(({ by }) => by < effect.by);
  if (before.some((one) => mayTakeAway(one, effect.repository))) return false;
  const bringing = new Set(before.filter((one) => !bringsNothing(one)).map(({ by }) => by));
  return analysis.invocations
    .slice(0, Math.max(effect.by, 0))
    .every(
      (invocation, at) =>
        ONLY_LOOKS.has(invocation.program) ||
        onlyMakes(invocation) ||
        (changesInPlace(invocation) && !bringing.has(at)) ||
        keepsWhatGitHolds(invocation, endangered, asked),
    );
}

/** A line that changes what git ignores may turn ignored files into untracked ones. */
export function mayIgnoreOthers({ effect, analysis }: LossQuestion): boolean {
  return analysis.effects.some((one) => one.by < effect.by && decidesWhatIsIgnored(one, analysis.invocations));
}

/** A pattern may mean such a file, and `find` names it in its own words. */
function decidesWhatIsIgnored(effect: Effect, invocations: readonly Invocation[]): boolean {
  if (effect.kind !== 'write' && effect.kind !== 'delete' && effect.kind !== 'permission') return false;
  if (/(?:\.gitignore|\/info\/exclude)$/.test(effect.path)) return true;
  const name = effect.path.slice(effect.path.lastIndexOf('/') + 1);
  if (name !== '**') return !/^[*?]/.test(name) && mayMean(name, '.gitignore');
  const sought = invocations.flatMap(({ program, argv }) =>
    program === 'find' ? argv.filter((_, i) => /^-i?name$/.test(argv[i - 1]?.text ?? '')) : [],
  );
  return sought.length === 0 || sought.some(({ text, dynamic }) => dynamic || mayMean(text, '.gitignore'));
}

/** By what is before its first wildcard and after its last one. */
function mayMean(pattern: string, name: string): boolean {
  const [start, end] = [/^[^*?[]*/, /[^*?\]]*$/].map((part) => part.exec(pattern)?.[0] ?? '');
  return start === pattern ? pattern === name : name.startsWith(start ?? '') && name.endsWith(end ?? '');
}

/** Without its directory, git would run where the line was before: `rm -rf out; cd out; git checkout .`. */
function mayTakeAway(effect: Effect, directory: string): boolean {
  return effect.kind === 'delete' && isAtOrBelow(effect.path, directory);
}

/** It only looks, or it changes or deletes files where they are; a copy, a move or a download brings other work along. */
export function bringsNothing(effect: Effect): boolean {
  if (effect.kind === 'write') return IN_PLACE.has(effect.via);
  return /^(?:read|network|permission)$/.test(effect.kind) || (effect.kind === 'delete' && effect.via !== 'move');
}

const IN_PLACE: ReadonlySet<WriteVia> = new Set([
  'redirect',
  'heredoc',
  'tee',
  'in-place',
  'create',
  'truncate',
  'link',
  'interpreter',
]);

/** With one of these in the environment, git works on another repository than the directory tells. */
const VARIABLES = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE'];

/** Programs that change no file themselves; the target of their redirect holds no earlier work. */
const ONLY_LOOKS = new Set(
  '[ : b2sum basename builtin cat cd cksum cmp column comm command cut date declare diff dirname du echo env exit export expr false file fold grep egrep fgrep head hostname id jobs join jq kill less local ls md5sum nl nproc paste popd printf pushd pwd read readlink realpath rg seq set sha1sum sha256sum sha512sum shasum shopt sleep sort stat sudo tac tail test time timeout tr trap true type uniq unset wait wc which whoami xargs yes'.split(
    ' ',
  ),
);

/** Programs that only look, or change and delete files where they are, unless an effect says otherwise: `find -exec mv`, `curl -o`. */
const CHANGES_IN_PLACE = new Set(
  'awk base64 chmod curl fd find gawk ln mawk mkdir mktemp nawk od ps rm rmdir sed tee touch tree truncate xxd'.split(
    ' ',
  ),
);

function changesInPlace(invocation: Invocation): boolean {
  return CHANGES_IN_PLACE.has(invocation.program) || runsItsOwnText(invocation);
}

/** Code that the line itself holds; what it does is among the effects. A file or a module that it names is another text. */
function runsItsOwnText({ program, argv, stdin }: Invocation): boolean {
  if (!INTERPRETERS.test(program) || argv.some(({ text, dynamic }) => dynamic || LOADS.test(text))) return false;
  return argv.some(({ text }) => INLINE.test(text)) || (argv.length === 0 && stdin !== undefined);
}

const INTERPRETERS = /^(?:python[\d.]*|node|deno|bun|ruby|perl|php)$/;
const INLINE = /^(?:-|-[a-zA-Z]*[ce]|-p|--eval|--print)$/;
const LOADS = /^(?:-[mMrI]|--(?:require|import|loader|experimental-loader)\b)/;

/**
 * Tools that test, check or build. What they write is made from the files that are there, so it is no work that was there before. What a script of the
 * project runs for them is judged as a command of its own.
 */
const ONLY_MAKES = new Set(
  [
    'make gmake ninja cmake ctest meson bazel cargo go gcc g++ cc c++ clang clang++ javac mvn mvnw gradle gradlew dotnet mix swift',
    'npm npx pnpm pnpx yarn bun bunx tsc vite esbuild webpack rollup vitest jest mocha ava tap playwright cypress',
    'eslint oxlint oxfmt biome stylelint prettier pytest py.test unittest tox nox mypy pyright ruff black flake8 isort pylint',
    'bundle rspec rubocop phpunit phpstan shellcheck bats golangci-lint',
  ].flatMap((line) => line.split(' ')),
);

/** `python -m pytest` is `pytest`; node has its own tests and checks. */
function onlyMakes({ program, argv }: Invocation): boolean {
  if (ONLY_MAKES.has(program)) return true;
  const [first, second] = argv.map(({ text, dynamic }) => (dynamic ? '' : text));
  if (program === 'node') return first === '--test' || first === '--check' || first === '-c';
  return /^python[\d.]*$/.test(program) && first === '-m' && MAKING_MODULES.has(second ?? '');
}

const MAKING_MODULES = new Set([...ONLY_MAKES, 'build', 'compileall', 'doctest', 'json.tool', 'py_compile', 'venv']);
