import type { Call, Handler, Machine } from '../machine.ts';
import { tokenisePowerShell } from '../powershell.ts';

/** Shells of Windows. Their text is split into commands (powershell.ts); the mark tells the judge that nobody followed the values. */
export const windows: Record<string, Handler> = {};
for (const name of ['powershell', 'pwsh', 'cmd']) {
  windows[name] = name === 'cmd' ? cmd : powershell;
  windows[`${name}.exe`] = windows[name];
}

const TEXT = /^[-/](?:c|command)$/i;
const TAKES_VALUE =
  /^[-/](?:ex|ep|executionpolicy|w|windowstyle|version|wd|workingdirectory|inputformat|outputformat)/i;

function powershell(call: Call, machine: Machine): undefined {
  machine.mark('other-shell', machine.render(call.args.join(' ')), call.frame);
  let at = 0;
  while (at < call.args.length && /^[-/]/.test(call.args[at] ?? '') && !TEXT.test(call.args[at] ?? ''))
    at += TAKES_VALUE.test(call.args[at] ?? '') ? 2 : 1;
  const words = call.args.slice(TEXT.test(call.args[at] ?? '') ? at + 1 : at);
  const text = words.join(' ') === '-' || words.length === 0 ? (call.io.stdin?.text ?? '') : words.join(' ');
  for (const command of tokenisePowerShell(text)) {
    machine.run(call, command.words, { wrapper: call.program, via: 'script', stdin: null, capture: false });
    remove(call, machine, command.words);
  }
  return undefined;
}

/** Paths of this machine only; drives are left to rules on names. */
function remove(call: Call, machine: Machine, [program = '', ...args]: string[]): void {
  if (!/^(?:remove-item|ri|rd|erase)$/i.test(program)) return;
  const has = (flag: string) => args.some((arg) => arg.length > 1 && flag.startsWith(arg.toLowerCase()));
  const more = { recursive: has('-recurse'), force: has('-force') };
  for (const path of args)
    if (!/^-|^[A-Za-z]:/.test(path)) machine.remove(call, path.replaceAll('\\', '/'), 'other', more);
}

function cmd(call: Call, machine: Machine): undefined {
  const at = call.args.findIndex((arg) => /^\/[ck]$/i.test(arg));
  if (at < 0) return undefined;
  for (const part of call.args
    .slice(at + 1)
    .join(' ')
    .split(/[&|]+/)) {
    const words = part.split(/\s+/).filter((word) => word !== '');
    if (words.length > 0)
      machine.run(call, words, { wrapper: call.program, via: 'script', stdin: null, capture: false });
  }
  return undefined;
}
