import type { Call, Machine } from '../run/machine.ts';
import { asGuess } from '../run/scope.ts';
import { type Arguments, readArguments } from './cmdlets.ts';

/** What comes through the pipe, as far as the next cmdlet needs to know. */
export interface Piped {
  /** Paths that a listing in front names. */
  paths: string[];
  text: string | undefined;
}

/** What a cmdlet does, in the effects that programs of Unix have. Returns what it hands on. */
export function runCmdlet(name: string, call: Call, machine: Machine, piped: Piped): Piped {
  const args = readArguments(call.args);
  if (args.has('whatif')) return { paths: [], text: undefined };
  const effect = EFFECTS[name];
  return effect?.(args, call, machine, piped) ?? { paths: [], text: undefined };
}

type CmdletEffect = (args: Arguments, call: Call, machine: Machine, piped: Piped) => Piped | void;

function pathsOf({ named, operands }: Arguments, count = Infinity): string[] {
  const given = ['path', 'literalpath', 'lp', 'filepath', 'pspath', 'literal'].flatMap((name) => named[name] ?? []);
  return given.length > 0 ? given : operands.slice(0, count);
}

const write =
  (more: { append?: boolean; empties?: boolean } = {}): CmdletEffect =>
  (args, call, machine, piped) => {
    for (const path of pathsOf(args, 1)) {
      if (isRunKey(path)) continue;
      machine.write(call, path, 'output', {
        append: (more.append ?? false) || args.has('append'),
        empties: more.empties ?? false,
        content: args.named['value']?.join(',') ?? piped.text,
      });
      if (/powershell[\\/].*profile\.ps1$/i.test(path))
        machine.emit(call, { kind: 'persistence', what: 'shell-startup', target: path });
    }
  };

const remove: CmdletEffect = (args, call, machine, piped) => {
  const paths = pathsOf(args);
  const more = { recursive: args.has('recurse'), force: args.has('force') };
  for (const path of paths.length > 0 ? paths : piped.paths)
    machine.remove(call, path, 'rm', {
      ...more,
      recursive: more.recursive || (paths.length === 0 && path.endsWith('/*')),
    });
};

const transfer =
  (moves: boolean): CmdletEffect =>
  (args, call, machine, piped) => {
    const [first, second] = args.operands;
    const given = pathsOf(args, 1);
    const sources = given.length > 0 ? given : piped.paths;
    const [to = args.named['path'] === undefined && args.named['literalpath'] === undefined ? second : first] =
      args.named['destination'] ?? args.named['newname'] ?? [];
    for (const from of sources) {
      if (moves) machine.remove(call, from, 'move', { recursive: false, force: args.has('force') });
      else machine.read(call, from, 'copy');
      if (to === undefined) continue;
      machine.write(call, to, moves ? 'move' : 'copy');
      // Where a directory is, it lands below it.
      machine.write(
        asGuess(call),
        `${to}/${from.replace(/[\\/]+$/, '').replace(/^.*[\\/]/, '')}`,
        moves ? 'move' : 'copy',
      );
    }
  };

const download: CmdletEffect = (args, call, machine) => {
  const url =
    args.named['uri']?.[0] ?? args.named['source']?.[0] ?? args.operands.find((word) => /:\/\//.test(word)) ?? null;
  const host = url === null ? null : (/^[a-z]+:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url)?.[1] ?? null);
  const sends = ['infile', 'body', 'form'].some((name) => args.named[name] !== undefined);
  machine.emit(call, { kind: 'network', direction: sends ? 'upload' : 'download', host, url });
  for (const path of args.named['infile'] ?? []) machine.read(call, path, 'upload');
  for (const path of args.named['outfile'] ?? args.named['o'] ?? args.named['destination'] ?? [])
    machine.write(call, path, 'download');
};

const list: CmdletEffect = (args, _, __, piped) => {
  const filter = [...(args.named['filter'] ?? []), ...(args.named['include'] ?? [])];
  const paths = pathsOf(args, 1);
  const places = paths.length > 0 ? paths : piped.paths.length > 0 ? piped.paths : ['.'];
  return {
    paths: places.flatMap((path) =>
      (filter.length > 0 ? filter : ['*']).map((name) => `${path.replace(/\/$/, '')}/${name}`),
    ),
    text: undefined,
  };
};

const start: CmdletEffect = (args, call, machine) => {
  const [program] = args.named['filepath'] ?? args.operands;
  if (program === undefined) return;
  const words = [
    ...(args.named['argumentlist'] ?? args.named['args'] ?? args.named['a'] ?? []),
    ...args.operands.slice(args.named['filepath'] === undefined ? 1 : 0),
  ];
  if (args.named['verb']?.[0]?.toLowerCase() === 'runas')
    machine.emit(call, { kind: 'privilege', program: 'RunAs', user: null });
  const argv = words.flatMap((word) => word.split(/\s+/)).filter((word) => word !== '');
  machine.run(call, [program.replace(/\.exe$/i, ''), ...argv], { wrapper: 'Start-Process', stdin: null });
};

/** What runs when a user logs in. */
export function isRunKey(path: string): boolean {
  return /CurrentVersion[\\/]+(?:Run|RunOnce|Policies|Winlogon)/i.test(path);
}

const registry: CmdletEffect = (args, call, machine) => {
  for (const path of pathsOf(args, 1))
    if (isRunKey(path)) machine.emit(call, { kind: 'persistence', what: 'login-item', target: path });
};

const power: CmdletEffect = (_, call, machine) =>
  machine.emit(call, { kind: 'process', operation: 'power', target: call.program });
const later: CmdletEffect = (args, call, machine) =>
  machine.emit(call, { kind: 'persistence', what: 'at', target: args.named['taskname']?.[0] ?? call.program });
const account: CmdletEffect = (_, call, machine) =>
  machine.emit(call, { kind: 'process', operation: 'account', target: call.program });
const reads: CmdletEffect = (args, call, machine) => {
  for (const path of pathsOf(args)) machine.read(call, path, 'argument');
};

const EFFECTS: Record<string, CmdletEffect> = {
  __proto__: null as never,
  'Remove-Item': remove,
  'Clear-Item': remove,
  'Get-Content': reads,
  'Import-Csv': reads,
  'Select-String': (args, call, machine) => {
    for (const path of args.named['path'] ?? args.operands.slice(1)) machine.read(call, path, 'search');
  },
  'Set-Content': write(),
  'Add-Content': write({ append: true }),
  'Clear-Content': write({ empties: true }),
  'Out-File': write(),
  'Tee-Object': write(),
  'Export-Csv': write(),
  'New-Item': (args, call, machine, piped) => {
    registry(args, call, machine, piped);
    write()(args, call, machine, piped);
  },
  'Copy-Item': transfer(false),
  'Move-Item': transfer(true),
  'Rename-Item': transfer(true),
  'Compress-Archive': (args, call, machine) => {
    const [from, to] = args.operands;
    for (const path of args.named['path'] ?? args.named['literalpath'] ?? (from === undefined ? [] : [from]))
      machine.read(call, path, 'archive');
    for (const path of args.named['destinationpath'] ?? (to === undefined ? [] : [to]))
      machine.write(call, path, 'archive');
  },
  'Get-ChildItem': list,
  'Get-Item': (args) => ({ paths: pathsOf(args), text: undefined }),
  'Invoke-WebRequest': download,
  'Invoke-RestMethod': download,
  'Start-BitsTransfer': download,
  'Start-Process': start,
  'Set-ItemProperty': registry,
  'New-ItemProperty': registry,
  'Stop-Computer': power,
  'Restart-Computer': power,
  'Register-ScheduledTask': later,
  'New-Service': (args, call, machine) =>
    machine.emit(call, { kind: 'persistence', what: 'login-item', target: args.operands[0] ?? '' }),
  'New-LocalUser': account,
  'Add-LocalGroupMember': account,
  'Format-Volume': (_, call, machine) => machine.emit(call, { kind: 'disk', operation: 'format', device: 'volume' }),
  'Clear-Disk': (_, call, machine) => machine.emit(call, { kind: 'disk', operation: 'wipe', device: 'disk' }),
  'Initialize-Disk': (_, call, machine) => machine.emit(call, { kind: 'disk', operation: 'partition', device: 'disk' }),
  'Remove-Partition': (_, call, machine) =>
    machine.emit(call, { kind: 'disk', operation: 'partition', device: 'partition' }),
  'Write-Output': (args) => ({ paths: args.operands, text: args.operands.join(' ') }),
};
