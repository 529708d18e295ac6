import type { Call, Machine } from '../run/machine.ts';
import { cmdletOf, readArguments } from './cmdlets.ts';
import { programName } from './plain-word.ts';
import type { PowerShellCommand } from './tokenise.ts';

const MAKES_CODE =
  /\[(?:System\.Management\.Automation\.)?scriptblock\]::Create\s*\(|\.InvokeScript\s*\(|\.NewScriptBlock\s*\(|Assembly\]::Load\w*\s*\(/i;
const FETCHES = /\.Download(?:String|Data|File)\w*\s*\(|\b(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm|curl|wget)\b/i;
const DECODES = /FromBase64String|GzipStream|DeflateStream/i;
const DOWNLOAD_FILE = /\.DownloadFile\w*\s*\([^,()]*,\s*["']?([^"')]+)["']?\s*\)/gi;
const STARTERS =
  /^(?:start-process|saps|start|invoke-item|ii|invoke-expression|iex|powershell|pwsh|cmd|&|\.|rundll32|msiexec)$/i;

/** Code that the text makes out of what it fetched or decoded, other than by `Invoke-Expression`. */
export function runMadeCode(call: Call, machine: Machine, text: string): void {
  if (!MAKES_CODE.test(text)) return;
  const source = FETCHES.test(text) ? 'network' : DECODES.test(text) ? 'decoded' : null;
  if (source !== null) machine.emit(lastOf(call, machine), { kind: 'code', source, interpreter: 'powershell' });
}

/** Files that this text fetched; starting one of them runs code that has not been inspected. */
export function createFetchedFiles(text: string): (call: Call, machine: Machine, command: PowerShellCommand) => void {
  const files = new Set([...text.matchAll(DOWNLOAD_FILE)].map((match) => plainName(match[1] ?? '')));
  return (call, machine, { words }) => {
    const [first = '', ...rest] = words;
    const isStarter = STARTERS.test(programName(first));
    if (files.has(plainName(first)) || (isStarter && rest.some((word) => files.has(plainName(word)))))
      machine.emit(lastOf(call, machine), { kind: 'code', source: 'network', interpreter: 'powershell' });
    for (const file of fetchedBy(first, rest)) files.add(plainName(file));
  };
}

function fetchedBy(first: string, rest: readonly string[]): string[] {
  if (!/^(?:Invoke-WebRequest|Invoke-RestMethod|Start-BitsTransfer)$/.test(cmdletOf(programName(first)) ?? ''))
    return [];
  const { named, operands } = readArguments(rest);
  const given = named['outfile'] ?? named['o'] ?? named['out'] ?? named['destination'];
  return given ?? (/bits/i.test(first) ? operands.slice(1, 2) : []);
}

function plainName(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .toLowerCase();
}

function lastOf(call: Call, machine: Machine): Call {
  return { ...call, index: machine.analysis.invocations.length - 1 };
}
