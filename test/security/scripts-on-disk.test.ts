import { describe, expect, test } from 'vitest';
import { createSession } from '../../src/session/session.ts';
import { explainCall, policyOf } from '../support/judge-call.ts';

// Text only: the scripts are files of a simulated machine, and nothing here is run.
const ROOT = '/home/dev/app';

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}

const FILES: Record<string, string> = {
  'wipe.sh': '#!/bin/bash\nset -e\necho start\nrm -rf ~\n',
  'nested.sh': 'cd scripts\nbash ../wipe.sh\n',
  'defines.sh': 'wipe() {\n  rm -rf "$HOME"\n}\n',
  'sourced.sh': 'TARGET=/home/dev\n',
  'clean.py': 'import shutil\nshutil.rmtree("/home/dev")\n',
  'leak.py': 'print(open("/home/dev/.ssh/id_rsa").read())\n',
  'drop.mjs': 'import { rmSync } from "node:fs";\nrmSync("/home/dev", { recursive: true });\n',
  'harmless.sh': '#!/bin/sh\nmkdir -p dist\nrm -rf dist/*\ncp src/index.ts dist/\necho done > build.log\n',
  'unset.sh': 'rm -rf "$PREFIX/lib"\nrm -rf "${DEST}/"*\n',
  'broken.sh': 'if true; then\necho )(\n',
  'large.sh': `# ${'x'.repeat(70_000)}\nrm -rf ~\n`,
  binary: '\0ELF rm -rf ~\n',
  'usage.sh': 'cat <<EOF\nNever run rm -rf ~ here\nEOF\n',
  'env.js': 'require("fs").readFileSync(".env", "utf8");\n',
  'guard.sh': 'rm -rf .hookctl\n',
  'history.sh': 'rm -rf .git\n',
  'node_modules/x.sh': 'rm -rf ~\n',
  'many.sh': 'for i in 1; do bash harmless.sh; done\n'.repeat(15),
  'locked.sh': 'sed -i s/a/b/ locked/a.txt\n',
  Makefile:
    'BUILD := /home/dev\n\nall: build\n\nbuild:\n\tmkdir -p out\n\nwipe: build\n\techo x && \\\n\t  echo y\n\trm -rf $(BUILD)\n',
  'more.mk': 'gone:\n\trm -rf $(BUILD)\ntidy:\n\trm -rf build\n',
  'inc/Makefile': 'BUILD = /home/dev\ninclude ../more.mk\nall:\n\techo all\n',
  justfile: 'tidy:\n    rm -rf build\n\nwipe: tidy\n    @echo start\n    rm -rf ~\n',
  'deno.json': JSON.stringify({ tasks: { wipe: { command: 'rm -rf ~' }, tidy: 'rm -rf build' } }, null, 2),
  'composer.json': JSON.stringify({ scripts: { wipe: ['echo start', 'rm -rf ~'], tidy: 'rm -rf build' } }, null, 2),
  'Taskfile.yml': lines(
    'tasks:',
    '  tidy: rm -rf build',
    '  wipe:',
    '    deps: [tidy]',
    '    cmds:',
    '      - echo start',
    '      - cmd: rm -rf ~',
    '  block:',
    '    cmds:',
    '      - |',
    '        echo a',
    '        rm -rf ~',
  ),
  'pyproject.toml': lines(
    '[tool.poe.tasks]',
    'tidy = "rm -rf build"',
    'wipe = { cmd = "rm -rf ~", help = "cat ~/.ssh/id_rsa" }',
    '[tool.poe.tasks.gone]',
    "shell = '''",
    'echo a',
    'rm -rf ~',
    "'''",
    '[tool.pdm.scripts]',
    'wipe = "rm -rf ~"',
    'notes = { cmd = "echo x", help = "rm -rf ~" }',
    '[tool.hatch.envs.default.scripts]',
    'wipe = [',
    '  "echo a",',
    '  "rm -rf ~",',
    ']',
  ),
  'mise.toml': lines(
    '[tasks.wipe]',
    'description = "rm -rf ~"',
    'depends = ["gone"]',
    'run = "echo wipe"',
    '[tasks]',
    'gone = "rm -rf ~"',
  ),
  Rakefile: lines(
    'task :tidy do',
    '  sh "rm -rf build"',
    'end',
    'task wipe: :tidy do',
    '  sh "rm -rf ~"',
    'end',
    'task :all => [:wipe] do',
    'end',
  ),
  'scripts/root.mjs': lines(
    "import { join, dirname } from 'node:path';",
    "import { fileURLToPath } from 'node:url';",
    "import { rmSync } from 'node:fs';",
    "const root = join(dirname(fileURLToPath(import.meta.url)), '..');",
    "rmSync(join(root, 'dist'), { recursive: true });",
    "rmSync(new URL('../build', import.meta.url), { recursive: true });",
  ),
  'scripts/above.mjs': lines(
    "import { rmSync } from 'node:fs';",
    "rmSync(new URL('../..', import.meta.url), { recursive: true });",
  ),
  'scripts/above.cjs': "require('fs').rmSync(__dirname + '/../..', { recursive: true });\n",
  'scripts/root.py': lines(
    'import os, shutil, tempfile',
    'HERE = os.path.dirname(os.path.abspath(__file__))',
    "shutil.rmtree(os.path.join(HERE, '..', 'build'))",
    'shutil.rmtree(tempfile.mkdtemp())',
    "os.system('rm -rf build')",
  ),
  'scripts/above.py': lines('import os, shutil', 'shutil.rmtree(os.path.join(os.path.dirname(__file__), "../.."))'),
  'scripts/above.rb': lines('require "fileutils"', 'FileUtils.rm_rf(File.join(__dir__, "../.."))'),
  'routes.js': lines('request(app)', "  .del('/users')", '  .expect(200);', "request(app)[method]('/');"),
  'stop.sh': lines('shutdown() { echo stopped; }', 'trap shutdown EXIT'),
  'really-stop.sh': lines('shutdown -h now'),
  'new-repository.sh': lines(
    'mkdir -p work',
    'cd work',
    'git init',
    'git reset --hard',
    'cd "$ELSEWHERE"',
    'git clean -fdx',
  ),
  'this-directory.sh': lines('mkdir -p "$PWD"', 'git reset --hard'),
  'this-repository.sh': lines('git reset --hard'),
  'settings.sh': lines('git config core.hooksPath hooks', 'PAGER=lister git log', 'export LD_PRELOAD=./mock.so'),
  'temporary.sh': lines('echo KEY=1 > /tmp/app/.env', 'rm -rf /tmp/app'),
  'hides.sh': lines('if false; then rm() { echo; }; fi', 'rm -rf ~'),
  'tool/__main__.py': 'import shutil\nshutil.rmtree("/home/dev")\n',
  'web/package.json': JSON.stringify(
    { workspaces: ['parts/*'], scripts: { wipe: 'rm -rf ~', tidy: 'rm -rf out' } },
    null,
    2,
  ),
  'web/parts/one/package.json': JSON.stringify(
    { name: '@x/one', scripts: { gone: 'rm -rf ~', tidy: 'rm -rf out' } },
    null,
    2,
  ),
  'package.json': JSON.stringify(
    {
      name: 'app',
      scripts: {
        build: 'tsc && node env.js > build.log',
        test: 'vitest run',
        wipe: 'rm -rf ~',
        prepublish: 'bash wipe.sh',
        publish: 'echo published',
        release: 'git push --force origin main',
      },
    },
    null,
    2,
  ),
};

const given = { files: Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`${ROOT}/${name}`, text])) };

function judged(command: string, { pack = 'recommended', edited = [] as string[] } = {}) {
  const session = createSession();
  session.append(edited.map((name) => ({ kind: 'edit', path: `${ROOT}/${name}`, by: 'tool', at: 0 })));
  return explainCall(policyOf(pack), { tool: 'Bash', input: { command } }, { given, session });
}

const STOPPED: [command: string, verdict: string, where: string][] = [
  ['bash wipe.sh', 'deny', 'line 4 of wipe.sh'],
  ['sh -x ./wipe.sh --force', 'deny', 'line 4 of wipe.sh'],
  ['./wipe.sh', 'deny', 'line 4 of wipe.sh'],
  ['sudo ./wipe.sh', 'deny', 'line 4 of wipe.sh'],
  ['/home/dev/app/wipe.sh', 'deny', 'line 4 of wipe.sh'],
  ['cd scripts && ../wipe.sh', 'deny', 'line 4 of wipe.sh'],
  ['bash nested.sh', 'deny', 'line 4 of wipe.sh'],
  ['source defines.sh; wipe', 'deny', ''],
  ['. ./sourced.sh && rm -rf "$TARGET"', 'deny', ''],
  ['python3 clean.py', 'deny', 'line 2 of clean.py'],
  ['python leak.py', 'deny', 'line 1 of leak.py'],
  ['node drop.mjs', 'deny', 'line 2 of drop.mjs'],
  ['bun run drop.mjs', 'deny', 'drop.mjs'],
  ['make wipe', 'deny', 'line 11 of Makefile'],
  ['make -C inc gone', 'deny', 'line 2 of more.mk'],
  ['bash < wipe.sh', 'deny', 'line 4 of wipe.sh'],
  ['cat wipe.sh | sh', 'deny', 'line 4 of wipe.sh'],
  ['just wipe', 'deny', 'line 6 of justfile'],
  ['cd scripts && just -f ../justfile wipe', 'deny', 'line 6 of justfile'],
  ['deno task wipe', 'deny', 'deno.json'],
  ['composer run-script wipe', 'deny', 'line 3 of composer.json'],
  ['npm --prefix web run wipe', 'deny', 'line 6 of web/package.json'],
  ['npm run wipe --prefix=web', 'deny', 'line 6 of web/package.json'],
  ['yarn --cwd web wipe', 'deny', 'line 6 of web/package.json'],
  ['pnpm -C web run wipe', 'deny', 'line 6 of web/package.json'],
  ['cd web && npm run gone -w parts/one', 'deny', 'line 4 of web/parts/one/package.json'],
  ['cd web && npm run gone --workspace=@x/one', 'deny', 'line 4 of web/parts/one/package.json'],
  ['cd web && yarn workspace @x/one gone', 'deny', 'line 4 of web/parts/one/package.json'],
  ['npm run wipe', 'deny', 'line 6 of package.json'],
  ['pnpm wipe', 'deny', 'line 6 of package.json'],
  ['yarn run wipe', 'deny', 'line 6 of package.json'],
  ['npm run publish', 'deny', 'line 4 of wipe.sh'],
  ['npm run release', 'deny', 'line 9 of package.json'],
  ['bash guard.sh', 'deny', 'line 1 of guard.sh'],
  ['node scripts/above.mjs', 'deny', 'line 2 of scripts/above.mjs'],
  ['cd scripts && node above.cjs', 'deny', 'line 1 of scripts/above.cjs'],
  ['python3 scripts/above.py', 'deny', 'line 2 of scripts/above.py'],
  ['ruby scripts/above.rb', 'deny', 'line 2 of scripts/above.rb'],
  ['bash really-stop.sh', 'deny', 'line 1 of really-stop.sh'],
  ['bash this-repository.sh', 'deny', 'line 1 of this-repository.sh'],
  ['bash this-directory.sh', 'deny', 'line 2 of this-directory.sh'],
  ['cp wipe.sh /tmp/x.sh && bash /tmp/x.sh', 'deny', 'line 4 of wipe.sh'],
  ['cp wipe.sh x.sh; mv x.sh y.sh; ./y.sh', 'deny', 'line 4 of wipe.sh'],
  ['cp -r . /tmp/copy && cd /tmp/copy && sh wipe.sh', 'deny', 'line 4 of wipe.sh'],
  ['install -m 755 wipe.sh bin/x && bin/x', 'deny', 'line 4 of wipe.sh'],
  ['ln -s wipe.sh x && ./x', 'deny', 'line 4 of wipe.sh'],
  ['cat wipe.sh > x.sh; sh x.sh', 'deny', 'line 4 of wipe.sh'],
  ['dd if=wipe.sh of=x.sh && sh x.sh', 'deny', 'line 4 of wipe.sh'],
  ['bash -c "$(cat wipe.sh)"', 'deny', 'line 4 of wipe.sh'],
  ['eval "$(<wipe.sh)"', 'deny', 'line 4 of wipe.sh'],
  ['text=$(<wipe.sh); bash <<< "$text"', 'deny', 'line 4 of wipe.sh'],
  ['cat sourced.sh wipe.sh | sh', 'deny', 'line 4 of wipe.sh'],
  ['(cd scripts; cat ../wipe.sh) | sh', 'deny', 'line 4 of wipe.sh'],
  ['cp clean.py x.py && python3 x.py', 'deny', 'clean.py'],
  ['python3 -c "$(cat clean.py)"', 'deny', 'clean.py'],
  ['python3 < clean.py', 'deny', 'clean.py'],
  ['python3 -m tool', 'deny', 'tool/__main__.py'],
  ['python3 tool', 'deny', 'tool/__main__.py'],
  ['python3 -m clean', 'deny', 'clean.py'],
  ['node --import ./drop.mjs -e 0', 'deny', 'drop.mjs'],
  ['nodemon drop.mjs', 'deny', 'drop.mjs'],
  ['node --run wipe', 'deny', 'line 6 of package.json'],
  ['run-s build wipe', 'deny', 'line 6 of package.json'],
  ['concurrently npm:build npm:wipe', 'deny', 'line 6 of package.json'],
  ['task wipe', 'deny', 'line 7 of Taskfile.yml'],
  ['task block', 'deny', 'line 12 of Taskfile.yml'],
  ['poe wipe', 'deny', 'line 3 of pyproject.toml'],
  ['poe gone', 'deny', 'line 7 of pyproject.toml'],
  ['pdm run wipe', 'deny', 'line 10 of pyproject.toml'],
  ['hatch run wipe', 'deny', 'line 15 of pyproject.toml'],
  ['hatch run test:wipe', 'deny', 'line 15 of pyproject.toml'],
  ['mise run wipe', 'deny', 'line 6 of mise.toml'],
  ['rake wipe', 'deny', 'line 5 of Rakefile'],
  ['rake all', 'deny', 'Rakefile'],
  ['bash history.sh', 'deny', 'line 1 of history.sh'],
];

describe('a script on disk is read before it runs', () => {
  test.each(STOPPED)('%s', (command, verdict, where) => {
    const { verdict: heard, reasons } = judged(command);
    expect({ heard, named: reasons.some((reason) => reason.includes(where)) }).toEqual({ heard: verdict, named: true });
  });
});

describe('what a script of the project does to the project is its own business', () => {
  test.each([
    'bash harmless.sh',
    'make -C inc tidy',
    'make -C inc',
    'cat harmless.sh | bash',
    'just',
    'just tidy',
    'just --list',
    'node scripts/root.mjs',
    'cd scripts && node root.mjs',
    'python3 scripts/root.py',
    'node routes.js',
    'bash stop.sh',
    'bash new-repository.sh',
    'bash settings.sh',
    'bash temporary.sh',
    'cp wipe.sh /tmp/x.sh && cat /tmp/x.sh',
    'cp wipe.sh x.sh && chmod +x x.sh',
    'cp harmless.sh x.sh && ./x.sh',
    'bash -c "$(cat harmless.sh)"',
    'echo "$(cat wipe.sh)"',
    'text=$(cat wipe.sh); git commit -m "$text"',
    'python3 -m pytest tests',
    'task tidy',
    'poe tidy',
    'pdm run notes',
    'mise run tidy',
    'rake tidy',
    'run-p build test',
    'deno task tidy',
    'composer run tidy',
    'composer install',
    'npm --prefix web run tidy',
    'cd web && npm run tidy -w parts/one',
    'cd web && yarn workspace @x/one tidy',
    'cat wipe.sh | wc -l',
    './harmless.sh && ls',
    'make',
    'make build',
    'npm test',
    'npm run build',
    'node env.js',
    'bash unset.sh',
    'bash usage.sh',
    'bash locked.sh',
    './binary',
    'bash broken.sh',
    'bash large.sh',
    'bash absent.sh',
    'npm run absent',
    'cat wipe.sh',
    'shellcheck wipe.sh',
    'bash -n wipe.sh',
    'chmod +x wipe.sh',
    'node_modules/.bin/wipe',
  ])('%s', (command) => {
    expect(judged(command)).toEqual({ verdict: 'none', rules: [], reasons: [] });
  });

  test('the default pack does not ask about files that a script writes', () => {
    expect(judged('npm run build', { pack: 'default' }).verdict).toBe('none');
  });
});

test('a script that lies outside the project may work on the project, and no more', () => {
  const elsewhere = (name: string) =>
    explainCall(
      policyOf('recommended'),
      { tool: 'Bash', input: { command: `bash /srv/downloads/${name}` } },
      { given: { files: { [`/srv/downloads/${name}`]: FILES[name] ?? '' } } },
    ).verdict;
  expect(['harmless.sh', 'settings.sh', 'stop.sh'].map(elsewhere)).toEqual(['none', 'ask', 'deny']);
});

describe('a script that the agent has changed in this session is its own text', () => {
  test('all it does counts', () => {
    expect(judged('bash locked.sh', { pack: 'default', edited: ['locked.sh'] })).toMatchObject({ verdict: 'ask' });
    expect(judged('bash node_modules/x.sh')).toMatchObject({ verdict: 'none' });
    expect(judged('bash node_modules/x.sh', { edited: ['node_modules/x.sh'] })).toMatchObject({ verdict: 'deny' });
    expect(judged('node env.js', { edited: ['env.js'] })).toMatchObject({ verdict: 'ask', rules: ['secret-env'] });
    // What is only assumed counts as well: the function may never be defined, the directory may not be a new one.
    for (const name of ['stop.sh', 'new-repository.sh', 'settings.sh', 'hides.sh'])
      expect([name, judged(`bash ${name}`, { edited: [name] }).verdict]).not.toEqual([name, 'none']);
  });
});

test('strict asks about a script that is too large, cannot be followed or cannot be looked at, and where scripts are too many', () => {
  const blind = explainCall(
    policyOf('strict'),
    { tool: 'Bash', input: { command: 'bash wipe.sh' } },
    { facts: { size: () => undefined } },
  );
  expect(blind).toMatchObject({ verdict: 'ask', rules: ['strict-opaque'] });
  for (const command of ['bash large.sh', 'bash broken.sh', 'bash many.sh'])
    expect(judged(command, { pack: 'strict' })).toMatchObject({ verdict: 'ask', rules: ['strict-opaque'] });
  expect(judged('npm test', { pack: 'strict' })).toMatchObject({ verdict: 'none' });
});
