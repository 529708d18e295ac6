import packageJson from 'hookctl/package.json' with { type: 'json' };
import { asksForHelp, type Command, type HookctlProgram, InputError, parseCommandLine, UsageError } from './command.ts';
import { allCommands, findCommand } from './find-command.ts';
import { refusedToAgent } from './person/person-only.ts';
import { renderHelp, renderOverview, renderUsage } from './render/help.ts';
import { pageOf } from './render/text/style.ts';
import { print, printError } from './output.ts';

/**
 * Commands are loaded when they are named: `--version` must not pay for all of them.
 * @internal
 */
export const COMMANDS: Record<string, () => Promise<Command>> = {
  init: async () => (await import('./commands/init.ts')).initCommand,
  install: async () => (await import('./commands/install.ts')).installCommand,
  uninstall: async () => (await import('./commands/uninstall.ts')).uninstallCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  statusline: async () => (await import('./commands/statusline.ts')).statuslineCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  test: async () => (await import('./commands/test.ts')).testCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  judge: async () => (await import('./commands/judge.ts')).judgeCommand,
  trust: async () => (await import('./commands/trust.ts')).trustCommand,
  new: async () => (await import('./commands/new.ts')).newCommand,
  schema: async () => (await import('./commands/schema.ts')).schemaCommand,
  packs: async () => (await import('./commands/packs.ts')).packsCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  'allow-once': async () => (await import('./commands/allow-once.ts')).allowOnceCommand,
  fire: async () => (await import('./commands/fire.ts')).fireCommand,
  probe: async () => (await import('./commands/probe.ts')).probeCommand,
  lint: async () => (await import('./commands/lint.ts')).lintCommand,
  mod: async () => (await import('./commands/mod.ts')).modCommand,
  replay: async () => (await import('./commands/replay.ts')).replayCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  join: async () => (await import('./commands/join.ts')).joinCommand,
  sync: async () => (await import('./commands/sync.ts')).syncCommand,
  'policy-helper': async () => (await import('./commands/policy-helper.ts')).policyHelperCommand,
  publish: async () => (await import('./commands/publish.ts')).publishCommand,
  token: async () => (await import('./commands/token.ts')).tokenCommand,
  ui: async () => (await import('./commands/ui.ts')).uiCommand,
  log: async () => (await import('./commands/log.ts')).logCommand,
  why: async () => (await import('./commands/why.ts')).whyCommand,
  audit: async () => (await import('./commands/audit.ts')).auditCommand,
  stats: async () => (await import('./commands/stats.ts')).statsCommand,
  promote: async () => (await import('./commands/promote.ts')).promoteCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
  help: async () => (await import('./commands/help.ts')).helpCommand,
};

/** Or must not touch anything. */
const TIDY_THEMSELVES = ['doctor', 'serve', 'ui', 'help', 'completion', 'uninstall', 'statusline'];

const PROGRAM: HookctlProgram = { version: packageJson.version, commands: COMMANDS };

export async function main([name, ...rest]: string[]): Promise<number> {
  // A reader that went away (`hookctl … | head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  if (['--version', '-V', '-v', 'version'].includes(name ?? '')) return shown(`${PROGRAM.version}\n`);
  if (name === '__complete') return (await import('./completion/answer.ts')).answerCompletion(rest, PROGRAM);
  if (name === undefined) {
    printError(renderOverview(await allCommands(PROGRAM), PROGRAM.version, pageOf(process.stderr)));
    return 2;
  }
  let about = 'hookctl';
  let usage = '';
  try {
    const command = await findCommand(PROGRAM, name === '--help' || name === '-h' ? 'help' : name);
    about = `hookctl ${command.name}`;
    usage = renderUsage(command, pageOf(process.stderr));
    if (asksForHelp(command, rest)) return shown(renderHelp(command, pageOf(process.stdout)));
    const input = parseCommandLine(command, rest);
    const exitCode = refusedToAgent(command, input, rest) ?? (await command.run(input, PROGRAM));
    // After the command: what it was asked for comes first.
    if (!TIDY_THEMSELVES.includes(command.name)) (await import('./housekeeping.ts')).tidyUp(process.env);
    return exitCode;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof InputError)) throw error;
    printError(`${about}: ${error.message}\n${error instanceof UsageError ? usage : ''}`);
    return 2;
  }
}

function shown(text: string): number {
  print(text);
  return 0;
}
