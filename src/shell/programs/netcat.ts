import { baseName } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { connect } from './support/files/connect.ts';
import { leaveConsole } from './support/start/consoles.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

export const netcat = [
  defineProgram({
    names: 'nc ncat netcat nc.traditional nc.openbsd nc6',
    kind: 'network',
    options: 'e,exec= c,sh-exec= p= s= w= i= q= X= x= O= I= T= P= m= V= g= l,listen u v n z k d r t 4 6 C D N U h',
    effects: runNetcat,
  }),
  defineProgram({ names: 'socat', kind: 'network', effects: socat }),
  defineProgram({ names: 'telnet', kind: 'network', effects: connectAndLeave }),
  defineProgram({
    names: 'dig nslookup host drill kdig doggo',
    role: 'network',
    options: 'f= k= x= p= q= t= c= b= y=',
    effects: lookUp,
  }),
  defineProgram({
    names: 'ping',
    role: 'network',
    effects: (call, machine) => connect(call, machine, 'connect', call.args.at(-1) ?? ''),
  }),
];

function runNetcat(call: Call, machine: Machine, parsed: Parsed): string {
  const listens = parsed.has('listen');
  connect(
    call,
    machine,
    listens ? 'listen' : call.io.stdin === null ? 'connect' : 'upload',
    listens ? '' : (parsed.operands[0] ?? ''),
  );
  const program = parsed.value('exec') ?? parsed.value('sh-exec');
  if (program !== undefined) {
    machine.emit(call, { kind: 'code', source: 'network', interpreter: baseName(program.split(' ')[0] ?? '') });
    machine.script(call, program, { wrapper: call.program, via: 'option', stdin: machine.unknown('$(nc)', 'network') });
  }
  return machine.unknown('$(nc)', 'network');
}

function socat(call: Call, machine: Machine): string {
  const addresses = call.args.filter((arg) => !arg.startsWith('-'));
  connect(
    call,
    machine,
    addresses.some((text) => /listen/i.test(text)) ? 'listen' : 'connect',
    addresses.find((text) => /^(tcp|udp|openssl|ssl)/i.test(text))?.replace(/^[^:]*:/, '') ?? '',
  );
  for (const [at, address] of addresses.entries()) {
    const file = /^(?:file|open|gopen|creat|create):([^,]+)/i.exec(address)?.[1];
    // The second address gets what the first one gives.
    if (file !== undefined && at === 0) machine.read(call, file, 'upload');
    else if (file !== undefined) machine.write(call, file, 'output');
    const text = /^(exec|system|shell):(.*)$/is
      .exec(address)?.[2]
      ?.replace(/,(pty|stderr|setsid|sigint|sane|ctty|nofork|echo=0|raw).*$/i, '')
      .replace(/^(['"])(.*)\1$/, '$2');
    if (text === undefined) continue;
    machine.emit(call, { kind: 'code', source: 'network', interpreter: 'bash' });
    machine.script(call, text, { wrapper: 'socat', via: 'option', stdin: machine.unknown('$(socat)', 'network') });
  }
  return machine.unknown('$(socat)', 'network');
}

/** A line that begins with `!` is for a shell of this machine. */
function connectAndLeave(call: Call, machine: Machine): void {
  connect(call, machine, 'connect', call.args.find((arg) => !arg.startsWith('-')) ?? '');
  leaveConsole(call, machine);
}

/** A lookup sends the name to the server of its domain, which answers what it likes. */
function lookUp(call: Call, machine: Machine): string {
  connect(call, machine, 'connect', call.args.find((arg) => /^[^-+@]/.test(arg)) ?? '');
  return machine.unknown(`$(${call.program})`, 'network');
}
