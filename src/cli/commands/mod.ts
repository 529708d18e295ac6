import { nodeSystem } from '../../system/node/system.ts';
import { writtenRules } from '../../policy/compile/engine-rules.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MOD_PLUGIN } from '../../adapters/agents.ts';
import packageJson from 'hookctl/package.json' with { type: 'json' };
import { modeFromEnvironment } from '../../hook/host.ts';
import { choosePolicy, errorsOf } from '../../hook/policy-files/chosen-policy.ts';
import { homeOf, layerFiles, stateDirectory } from '../../hook/policy-files/locations.ts';
import { policyPlaceOf } from '../../hook/policy-files/policy-place.ts';
import { serialise } from '../../policy/index.ts';
import { rememberMod } from '../../hook/written-mods.ts';
import { findProduct } from '../../hook/resident/product.ts';
import type { ModPolicy } from '../../mod/mod-policy.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { jsonText, print, printError } from '../output.ts';
import { statOrNull } from '../../system/node/files.ts';

const OPTIONS = {
  project: { type: 'string', value: 'DIR', help: 'The project whose policy goes into the mod. Default: this one.' },
  force: { type: 'boolean', help: 'Write into a directory that holds something else.' },
  json: { type: 'boolean', help: 'One JSON object: { directory, files, rules }.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const modCommand = defineCommand({
  name: 'mod',
  group: 'install',
  summary: 'Write a Claude Code mod: the rules inside the client, in addition to the settings hook.',
  usage: 'DIR [--project DIR] [--force] [--json]',
  about:
    'A mod (Claude Code 2.1.287 and later) judges a call without starting a process. It fails open when it throws, hangs or does not load, and ' +
    '`disableAllHooks` switches it off: use it beside the settings hook, never in its place. docs/mod.md has the details.',
  options: OPTIONS,
  maxPositionals: 1,
  examples: [
    { run: 'hookctl mod .claude/hookctl-mod', shows: 'writes the plugin; again after the policy has changed' },
    {
      run: 'hookctl mod .claude/hookctl-mod && claude --plugin-dir .claude/hookctl-mod',
      shows: 'a session with the mod',
    },
  ],
  changes: () => "the files of the agent's plugin",
  run: async (input) => writeMod(input),
});

function writeMod({ values, positionals }: Input): number {
  const [given] = positionals;
  if (given === undefined) throw new UsageError('DIR is missing: the directory for the plugin');
  const directory = resolve(given);
  if (isForeign(directory) && values.force !== true)
    throw new InputError(`${given} is not empty; choose another directory or give --force`);
  const chosen = choosePolicy({ project: values.project, env: process.env, cwd: process.cwd() });
  const errors = errorsOf(chosen);
  if (chosen.artefact === null || errors.length > 0) {
    printError(`${errors.join('\n')}\nhookctl mod: nothing was written; repair the policy first\n`);
    return 1;
  }
  const policy: ModPolicy = {
    artefact: serialise(chosen.artefact),
    sources: sourcesOf([
      ...layerFiles(nodeSystem, process.env, policyPlaceOf(nodeSystem, chosen.projectRoot, chosen.projectRoot)).flatMap(
        ({ path, trust }) => (typeof trust === 'string' ? [path, trust] : [path]),
      ),
      ...chosen.extended.keys(),
    ]),
    stateDirectory: stateDirectory(nodeSystem, process.env),
    home: homeOf(nodeSystem, process.env),
    projectRoot: chosen.projectRoot,
    os: process.platform === 'darwin' ? 'macos' : process.platform === 'win32' ? 'windows' : process.platform,
    mode: modeFromEnvironment(process.env),
  };
  const files = {
    [MOD_PLUGIN.manifestFile]: json({
      name: MOD_PLUGIN.name,
      version: packageJson.version,
      description: 'The rules of this project, inside the client.',
    }),
    [MOD_PLUGIN.hooksFile]: json({ modules: ['./register.mjs'] }),
    'hooks/register.mjs': readFileSync(findProduct().mod, 'utf8'),
    'hooks/policy.mjs': `export default ${JSON.stringify(policy)};\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(directory, name, '..'), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  const { sources, projectRoot } = policy;
  rememberMod(nodeSystem, policy.stateDirectory, {
    directory,
    manifest: MOD_PLUGIN.manifestFile,
    projectRoot,
    sources,
  });
  const rules = writtenRules(chosen.artefact.rules).length;
  print(
    values.json === true
      ? `${jsonText({ directory, files: Object.keys(files), rules })}\n`
      : `${rules} rules in ${given}. Start the client with: ${MOD_PLUGIN.startWith(given)}\n` +
          'Keep the settings hook (hookctl install): a mod that does not load says nothing.\n',
  );
  return 0;
}

/** Anything but an empty directory or a mod of ours. */
function isForeign(directory: string): boolean {
  if (!existsSync(directory) || readdirSync(directory).length === 0) return false;
  try {
    return (
      (JSON.parse(readFileSync(join(directory, MOD_PLUGIN.manifestFile), 'utf8')) as { name?: unknown }).name !==
      MOD_PLUGIN.name
    );
  } catch {
    return true;
  }
}

function sourcesOf(paths: readonly string[]): ModPolicy['sources'] {
  return [...new Set(paths)].map((path) => {
    const stat = statOrNull(path);
    return { path, size: stat?.size ?? null, mtimeMs: stat?.mtimeMs ?? 0 };
  });
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
