#!/usr/bin/env node
import packageJson from '../../package.json' with { type: 'json' };
import { type Command, parseCommandLine, UsageError } from './command.ts';
import { nearest } from '../policy/did-you-mean.ts';
import { renderHelp, renderOverview } from './render/help.ts';
import { painter } from './render/style.ts';

/** Commands are loaded when they are named: `--version` must not pay for all of them. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  check: async () => (await import('./commands/check.ts')).checkCommand,
  test: async () => (await import('./commands/test.ts')).testCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  judge: async () => (await import('./commands/judge.ts')).judgeCommand,
  new: async () => (await import('./commands/new.ts')).newCommand,
  packs: async () => (await import('./commands/packs.ts')).packsCommand,
  'allow-once': async () => (await import('./commands/allow-once.ts')).allowOnceCommand,
  fire: async () => (await import('./commands/fire.ts')).fireCommand,
};

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  // A reader that went away (`hookctl … | head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  const [name, ...rest] = args;
  const paint = painter(process.stdout, process.env);
  if (name === '--version' || name === '-V') return print(`${packageJson.version}\n`);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const wanted = name === 'help' ? rest[0] : undefined;
    if (wanted !== undefined) return main([wanted, '--help']);
    const all = await Promise.all(Object.values(COMMANDS).map((load) => load()));
    const overview = renderOverview(all, packageJson.version, paint);
    if (name !== undefined) return print(overview);
    process.stderr.write(overview);
    return 2;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) {
    const near = nearest(name, Object.keys(COMMANDS));
    const hint = near === null ? 'hookctl --help lists the commands' : `did you mean "${near}"?`;
    return wrongUse(`hookctl: no command "${name}"; ${hint}`);
  }
  const command = await load();
  if (rest.includes('--help') || rest.includes('-h')) return print(renderHelp(command, paint));
  try {
    return await command.run(parseCommandLine(command, rest));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return wrongUse(`hookctl ${name}: ${error.message} (usage: hookctl ${name} ${command.usage})`);
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function wrongUse(line: string): number {
  process.stderr.write(`${line}\n`);
  return 2;
}
