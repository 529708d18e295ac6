import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Effects, type Definition } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

/** Programs that start others in an unusual way. */
export const launchers = [
  {
    ...special('command', '+p v V', (call, machine, { has, operands }) => {
      // `command -v x` only looks x up.
      if (has('v') || has('V')) return `${operands[0] ?? ''}\n`;
      return operands.length === 0 ? '' : machine.run(call, operands, { wrapper: 'command' });
    }),
    isHarmlessWrapper: true as const,
  },
  special('exec', '+a= c l', (call, machine, { operands }) =>
    operands.length === 0 ? '' : machine.run(call, operands, { wrapper: 'exec' }),
  ),
  special(
    'watch',
    '+n,interval= d,differences? t,no-title b e g c x,exec p q,equexit=',
    (call, machine, { has, operands }) => {
      // A single word is a command line for a shell.
      const [text = ''] = operands;
      if (operands.length === 0) return '';
      if (has('exec') || operands.length > 1) return machine.run(call, operands, { wrapper: call.program });
      return machine.script(call, text, { wrapper: call.program });
    },
  ),
  special(
    'flock',
    '+s x u n,nonblock w,timeout= E,conflict-exit-code= o c,command=',
    (call, machine, { operands, value }) => {
      // The lock is made where it is not there yet; a number alone is a descriptor that is open already.
      const [lock = ''] = operands;
      const argv = operands.slice(operands[1] === '--' ? 2 : 1);
      if (!/^\d*$/.test(lock) || (lock !== '' && argv.length > 0)) machine.write(call, lock, 'create');
      const text = value('c') ?? (/^(?:-c|--command)$/.test(argv[0] ?? '') ? (argv[1] ?? '') : undefined);
      if (text !== undefined) return machine.script(call, text, { wrapper: call.program });
      return argv.length === 0 ? '' : machine.run(call, argv, { wrapper: call.program });
    },
  ),
  special('chroot', '+userspec= groups= skip-chdir', chroot),
  special('bwrap', '', bwrap),
  special(
    'script',
    'c,command= q,quiet a,append f,flush e,return t,timing?> O,log-out= I,log-in=> B,log-io=> E,echo= m,logging-format= T,log-timing=> o,output-limit=',
    script,
  ),
  special('nix', '', (call, machine) => {
    const at = call.args.findIndex((arg) => arg === '-c' || arg === '--command');
    return at < 0 ? undefined : machine.run(call, call.args.slice(at + 1), { wrapper: 'nix' });
  }),
  special('capsh', '', (call, machine) => {
    const at = call.args.findIndex((arg) => arg === '--' || arg === '==');
    return at < 0 ? undefined : machine.run(call, ['bash', ...call.args.slice(at + 1)], { wrapper: 'capsh' });
  }),
  special('ip', '', (call, machine) => {
    const at = call.args.indexOf('exec');
    const batch = call.args.find((_, i) => /^-b(?:atch)?$/.test(call.args[i - 1] ?? ''));
    if (batch !== undefined) machine.read(call, batch);
    const isExec = at > 0 && /^(?:netns|net|vrf)$/.test(call.args[at - 1] ?? '');
    return isExec ? machine.run(call, call.args.slice(at + 2), { wrapper: 'ip' }) : undefined;
  }),
  special(
    'concurrently pee mispipe',
    'n,names= c,prefix-colors= p,prefix= m,max-processes= k,kill-others r,raw g,group',
    (call, machine, { operands }) =>
      runTexts(
        call,
        machine,
        operands.map((text) => text.replace(/^(npm|yarn|pnpm|bun):/, '$1 run ')),
      ),
  ),
  special(
    'hyperfine',
    'w,warmup= r,runs= m,min-runs= M,max-runs= p,prepare= c,cleanup= s,setup= S,shell= n,command-name= i N export-json=> export-markdown=> P,parameter-scan= L,parameter-list= D,parameter-step-size= style= u,time-unit= export-asciidoc=> export-csv=> export-orgmode=> output=',
    (call, machine, { all, operands }) =>
      runTexts(call, machine, [...['prepare', 'cleanup', 'setup'].flatMap(all), ...operands]),
  ),
  special('nodemon', 'x,exec= w,watch= e,ext= i,ignore= d,delay= q,quiet', (call, machine, { all, operands }) => {
    // Without another program, nodemon starts node.
    if (all('exec').length > 0) return runTexts(call, machine, all('exec'));
    return operands.length === 0 ? undefined : machine.run(call, ['node', ...operands], { wrapper: 'nodemon' });
  }),
  special('nix-shell', 'run= command= p,packages A,attr= pure', (call, machine, { all }) =>
    runTexts(call, machine, ['run', 'command'].flatMap(all)),
  ),
  special(
    'sops',
    '+config= i,in-place output= d,decrypt e,encrypt input-type= output-type=',
    (call, machine, { has, operands, value }) => {
      const [verb = '', file = '', text] = operands;
      if (/^exec-(?:env|file)$/.test(verb)) {
        const words = operands.filter((word) => !word.startsWith('-'));
        runTexts(call, machine, [words[2] ?? text ?? '']);
      } else if (has('in-place')) machine.write(call, operands.at(-1) ?? file, 'in-place');
      const output = value('output');
      if (output !== undefined) machine.write(call, output, 'output');
    },
  ),
  special(
    'etcdctl',
    '+endpoints= cacert= cert= key= user= password= dial-timeout= command-timeout= w,write-out=',
    (call, machine, { operands, value }) => {
      const key = value('key');
      if (key !== undefined) machine.read(call, key, 'use');
      machine.emit(call, { kind: 'network', direction: 'connect', host: null, url: null });
      const [verb, ...rest] = operands;
      const argv = rest.filter((word, i) => i > 0 || !word.startsWith('-')).slice(1);
      if ((verb === 'lock' || verb === 'watch') && argv.length > 0)
        return machine.run(call, argv[0] === '--' ? argv.slice(1) : argv, { wrapper: 'etcdctl' });
      if (verb === 'snapshot' && rest[0] === 'save') machine.write(call, rest.at(-1) ?? '', 'output');
      return undefined;
    },
  ),
  special('wait4x wait-for-it dockerize flox', '', (call, machine) => {
    const at = call.args.indexOf('--');
    return at < 0 ? undefined : machine.run(call, call.args.slice(at + 1), { wrapper: call.program });
  }),
  special('wezterm', '+config-file= config=', (call, machine, { operands: [verb, ...rest] }) => {
    const at = rest.indexOf('--');
    if (verb !== 'start' && verb !== 'ssh' && verb !== 'cli') return undefined;
    return at < 0 ? undefined : machine.run(call, rest.slice(at + 1), { wrapper: 'wezterm' });
  }),
  special('hyprctl swaymsg i3-msg', '', (call, machine) => {
    const at = call.args.findIndex((arg) => arg.startsWith('exec'));
    const words = at < 0 ? [] : [call.args[at]?.replace(/^exec(?:-once)?\s*/, '') ?? '', ...call.args.slice(at + 1)];
    return runTexts(call, machine, at < 0 ? [] : [words.join(' ').trim()]);
  }),
  special('dtrace', 'c= n= s= o= p= P= f= m= i= x= b= q w', (call, machine, { all, value }) => {
    const output = value('o');
    if (output !== undefined) machine.write(call, output, 'output', { append: true });
    const inner = all('n').flatMap((text) =>
      [...text.matchAll(/\bsystem\s*\(\s*"([^"]*)"/g)].map((match) => match[1] ?? ''),
    );
    return runTexts(call, machine, [...all('c'), ...inner]);
  }),
  special('lerna', '+loglevel= concurrency= scope= ignore= since=', (call, machine, { operands: [verb, ...rest] }) => {
    if (verb !== 'exec') return undefined;
    const at = rest.indexOf('--');
    const argv = at < 0 ? rest.filter((word) => !word.startsWith('-')) : rest.slice(at + 1);
    if (argv.length === 1) return runTexts(call, machine, argv);
    return argv.length === 0 ? undefined : machine.run(call, argv, { wrapper: 'lerna' });
  }),
  // A new shell with another group, which reads what the old one would have read.
  special('newgrp', '', (call, machine) => {
    const text = call.io.stdin?.text;
    return text === undefined ? undefined : machine.script(call, text, { wrapper: 'newgrp', stdin: null });
  }),
  // Of what follows the group it knows `-c` only; `sg run --pattern 'f($A)'` is ast-grep.
  special('sg', 'c=', (call, machine, { all, operands }) =>
    /^-./.test(call.args.filter((word) => word !== '-')[1] ?? '') && !all('c').length
      ? undefined
      : runTexts(call, machine, [...all('c'), ...operands.slice(1)]),
  ),
];

function special(names: string, options: string, effects: Effects): Definition {
  return defineProgram({ names, role: 'launcher', options, effects });
}

function runTexts(call: Call, machine: Machine, texts: readonly string[]): undefined {
  for (const text of texts) machine.script(call, text, { wrapper: call.program, stdin: null, capture: false });
  return undefined;
}

function chroot(call: Call, machine: Machine, { operands: [root = '/', ...argv] }: Parsed): string {
  machine.emit(call, { kind: 'privilege', program: 'chroot', user: null });
  const from = machine.locate(call, root);
  if (argv.length === 0) return '';
  if (from === '/') return machine.run(call, argv, { wrapper: 'chroot' });
  return machine.run(call, argv, {
    wrapper: 'chroot',
    place: 'container',
    mounts: [{ from, to: '/' }],
    scope: { ...call.scope, cwd: '/' },
  });
}

/** Options of bwrap that take two values; most others take one, and all are written out. */
const TWO = /^--(?:(?:ro-|dev-)?bind(?:-try|-data)?|ro-bind-data|symlink|setenv|file|chmod|perms-file)$/;

const NONE = /^--(?:unshare-\S*|share-net|die-with-parent|new-session|clearenv|as-pid-1|disable-userns|help|version)$/;

function bwrap(call: Call, machine: Machine): string {
  let at = 0;
  while (call.args[at]?.startsWith('--') === true && call.args[at] !== '--') {
    const option = call.args[at] ?? '';
    at += TWO.test(option) ? 3 : NONE.test(option) ? 1 : 2;
  }
  const argv = call.args.slice(call.args[at] === '--' ? at + 1 : at);
  return argv.length === 0 ? '' : machine.run(call, argv, { wrapper: 'bwrap' });
}

/** Linux: `script -c 'cmd' file`; BSD: `script file cmd…`. */
function script(call: Call, machine: Machine, parsed: Parsed): string {
  const text = parsed.value('command');
  const [file = 'typescript', ...argv] = parsed.operands;
  machine.write(call, parsed.value('log-out') ?? file, 'output', { append: parsed.has('append') });
  if (text !== undefined) return machine.script(call, text, { wrapper: 'script' });
  return argv.length === 0 ? '' : machine.run(call, argv, { wrapper: 'script' });
}
