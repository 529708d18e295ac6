import { BASH } from '../completion/bash.ts';
import { FISH } from '../completion/fish.ts';
import { ZSH } from '../completion/zsh.ts';
import { type CommandInput, defineCommand, type Option, UsageError } from '../command.ts';
import { printVerbatim } from '../output.ts';

const SCRIPTS: Record<string, string> = { bash: BASH, zsh: ZSH, fish: FISH };

const OPTIONS = {} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const completionCommand = defineCommand({
  name: 'completion',
  group: 'install',
  summary: 'Print a script that completes hookctl in your shell.',
  usage: 'bash|zsh|fish',
  about:
    'Completes commands, options and values: rules, packs, events, records, files. The script asks hookctl on every key press, so it always knows new commands and your rules; if hookctl is missing it does nothing.',
  options: OPTIONS,
  maxPositionals: 1,
  arguments: [Object.keys(SCRIPTS)],
  examples: [
    { run: 'source <(hookctl completion bash)', shows: 'bash: this line in ~/.bashrc', harmless: true },
    { run: 'source <(hookctl completion zsh)', shows: 'zsh: this line in ~/.zshrc, after compinit' },
    { run: 'hookctl completion zsh > "${fpath[1]}/_hookctl"', shows: 'zsh: or as a separate file' },
    { run: 'hookctl completion fish > ~/.config/fish/completions/hookctl.fish', shows: 'fish' },
  ],
  changes: 'nothing',
  run: async (input) => runCompletion(input),
});

function runCompletion({ positionals }: Input): number {
  const names = Object.keys(SCRIPTS).join(', ');
  const [shell] = positionals;
  if (shell === undefined) throw new UsageError(`name a shell: one of ${names}`);
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined) throw new UsageError(`no script for "${shell}"; available: ${names}`);
  printVerbatim(script);
  return 0;
}
