import type { Call, Machine } from '../run/machine.ts';
import { leaveConsole } from './support/start/consoles.ts';
import { noteForeignCode } from './support/start/foreign-code.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

/** Programs with a command language that can leave for a shell. */
export const consoles = [
  defineProgram({
    names: 'lldb gdb',
    oneDash: true,
    effects: (call, machine) => {
      leaveConsole(call, machine);
      for (const script of valuesOf(call.args, /^-{1,2}(?:x|command|ix|init-command|s|source)$/)) {
        const text = machine.content(call, script);
        machine.read(call, script, 'script');
        if (text !== undefined) {
          noteForeignCode(call, machine, text);
          leaveConsole(call, machine, [text]);
        }
      }
      // `gdb --args cmd …` and `lldb -- cmd …` are there to run it.
      const at = call.args.findIndex((arg) => /^(?:--?args|--)$/.test(arg));
      const argv = at < 0 ? [] : call.args.slice(at + 1);
      return argv.length === 0 ? undefined : machine.run(call, argv, { wrapper: call.program });
    },
  }),
  defineProgram({
    names: 'm4',
    options:
      'D,define= I,include= U,undefine= H,hashsize= L,nesting-limit= F,freeze-state= R,reload-state= l,arglength= t,trace= o,error-output= d,debug? B= S= E G P Q s e i',
    effects: (call, machine, { operands, value }) => {
      leaveConsole(call, machine);
      // Its language runs commands: `syscmd(…)`.
      if (operands.length === 0) noteForeignCode(call, machine, call.io.stdin?.text ?? '');
      for (const file of operands) machine.read(call, file);
      for (const option of ['freeze-state', 'error-output']) {
        const file = value(option);
        if (file !== undefined) machine.write(call, file, 'output');
      }
    },
  }),
  defineProgram({
    names: 'dc',
    options: 'e,expression= f,file= h,help V,version',
    effects: (call, machine, { all, operands }) => {
      leaveConsole(call, machine);
      for (const file of [...operands, ...all('file')]) {
        machine.read(call, file);
        leaveConsole(call, machine, [machine.content(call, file) ?? '']);
      }
    },
  }),
  defineProgram({ names: 'debugfs', role: 'disk', options: 'd= b= s= f= R= z= w c i n D V', effects: debugfs }),
  defineProgram({
    names: 'ansible-playbook',
    options:
      'i,inventory= e,extra-vars= l,limit= t,tags= skip-tags= u,user= f,forks= c,connection= M,module-path= T,timeout= private-key,key-file= vault-password-file,vault-pass-file= vault-id= start-at-task= become-method= become-user= become-password-file,become-pass-file= connection-password-file,conn-pass-file= ssh-common-args= ssh-extra-args= scp-extra-args= sftp-extra-args= b,become C,check D,diff K k v syntax-check list-tasks list-tags list-hosts step flush-cache force-handlers',
    effects: (call, machine, { operands, value }) => {
      for (const key of ['key-file', 'vault-pass-file', 'become-pass-file', 'conn-pass-file'])
        machine.read(call, value(key) ?? '', 'use');
      for (const file of operands) {
        machine.read(call, file, 'script');
        noteForeignCode(call, machine, machine.content(call, file) ?? '');
      }
    },
  }),
  defineProgram({ names: 'ansible', options: 'a,args= m,module-name= c,connection= i,inventory=', effects: ansible }),
];

/** An ad-hoc command: `ansible HOSTS -m shell -a 'text'`; here when the host is this one, elsewhere otherwise. */
function ansible(call: Call, machine: Machine): void {
  const after = (...options: string[]): string | undefined =>
    call.args[call.args.findIndex((arg) => options.includes(arg)) + 1 || call.args.length];
  const text = after('-a', '--args');
  const module = after('-m', '--module-name') ?? 'command';
  // `path=/x state=absent` deletes with everything in it.
  const removed = /\bstate=absent\b/.test(text ?? '') ? /\b(?:path|dest|name)=(\S+)/.exec(text ?? '')?.[1] : undefined;
  if (removed !== undefined && /^(ansible\.builtin\.)?file$/.test(module))
    machine.script(call, `rm -rf ${removed}`, { wrapper: 'ansible', stdin: null });
  if (text === undefined || !/^(ansible\.builtin\.)?(shell|command|raw)$/.test(module)) return;
  const isHere =
    call.args.some((arg) => /^(localhost|127\.0\.0\.1)?,?$/.test(arg)) || after('-c', '--connection') === 'local';
  const place = isHere ? {} : { place: 'remote' as const };
  machine.script(call, text, { wrapper: 'ansible', stdin: null, ...place });
}

function valuesOf(args: readonly string[], option: RegExp): string[] {
  return args.filter((_, i) => option.test(args[i - 1] ?? ''));
}

/** Requests of debugfs that bring a file of the device here, show one, or change the device. */
function debugfs(call: Call, machine: Machine, { all, has, operands: [device = ''], value }: Parsed): void {
  leaveConsole(call, machine);
  const file = value('f');
  if (file !== undefined) machine.read(call, file, 'script');
  const script = file === undefined ? '' : (machine.content(call, file) ?? '');
  const requests = [...all('R'), call.io.stdin?.text ?? '', script].flatMap((text) => text.split(/[\n;]/));
  for (const request of requests) {
    const [verb = '', ...words] = request.trim().split(/\s+/);
    const names = words.filter((word) => !word.startsWith('-'));
    if (/^(?:cat|dump|dump_inode|rdump|block_dump|bd)$/.test(verb) && names[0]?.startsWith('/') === true)
      machine.read(call, names[0]);
    if (verb === 'dump' || verb === 'dump_inode') machine.write(call, names[1] ?? '', 'output');
    if (verb === 'rdump') machine.write(call, `${names.at(-1) ?? '.'}/**`, 'output');
    if (verb === 'write') machine.read(call, names[0] ?? '');
    if (/^(?:rm|unlink|kill_file|rmdir|clri)$/.test(verb) && names[0]?.startsWith('/') === true && has('w'))
      machine.remove(call, names[0], 'other');
  }
  if (device.startsWith('/dev/'))
    machine.emit(call, {
      kind: 'disk',
      operation: has('w') ? 'overwrite' : 'inspect',
      device: machine.locate(call, device),
    });
}
