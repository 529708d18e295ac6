import { globsOfExpression } from '../files/globs-of-expression.ts';
import { isSecretName, showVariables } from '../files/loaded-files.ts';
import { tildeText } from '../expand/tilde.ts';
import { hasUnknown } from '../expand/unknown.ts';
import { baseName, dirName } from '../files/paths.ts';
import { directoryOf, directoryText } from '../run/ways/directories.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Effects, type Definition } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

const SIZES = 'B,block-size= a,all h,human-readable k,kilobytes';

/** Programs that only print; where the output can be worked out it is, since disguised commands are put together by such programs. */
export const printers = [
  prints('pwd', (call, machine) => `${directoryText(machine, directoryOf(call.scope), '$(pwd)')}\n`),
  prints(
    'basename',
    (_call, _machine, { has, operands, value }) => {
      const [path = '', second] = operands;
      const suffix = value('suffix') ?? second;
      const paths = has('multiple') || has('suffix') ? operands : [path];
      return paths
        .map(baseName)
        .map((name) => `${suffix !== undefined && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name}\n`)
        .join('');
    },
    'a,multiple s,suffix= z,zero',
  ),
  prints('dirname', (call) => `${dirName(call.args.find((arg) => !arg.startsWith('-')) ?? '')}\n`),
  prints('cygpath wslpath', ofUnix, 'u,unix w,windows m,mixed d,dos a,absolute p,path'),
  prints('realpath readlink', canonical, 'relative-to= relative-base='),
  prints(
    'seq',
    (call, machine, { value, has }) =>
      (has('format') ? formatted(value('format')) : sequence(call.args, value('separator') ?? '\n', has('w'))) ??
      machine.unknown('$(seq)'),
    'f,format= s,separator= w,equal-width',
  ),
  // Paths with these words in them.
  prints(
    'locate mlocate plocate slocate',
    (_call, machine, { operands, has, all }) => {
      const expressions = [...all('regexp'), ...(has('regex') ? operands : [])];
      const found =
        expressions.length > 0
          ? expressions.flatMap((one) => globsOfExpression(one, {}).map((glob) => glob.replace(/^\**\/*/, '')))
          : operands.map((word) => `*${word.replace(/^\**|\**$/g, '')}*`);
      return found.length === 0 ? machine.unknown('$(locate)') : found.map((name) => `/**/${name}\n`).join('');
    },
    'l,limit,n= d,database= r,regexp= regex S c i b w e 0 A P L q',
  ),
  prints('yes', (call) => `${call.args[0] ?? 'y'}\n`),
  prints('hostname', () => undefined, 'F,file='),
  prints('whoami', (_call, machine) => (machine.home === null ? undefined : `${baseName(machine.home)}\n`)),
  // What the shell would put in the place of the variable.
  prints('printenv', (call, machine, { operands }) => {
    if (operands.length === 0) return showVariables(call, machine);
    if (operands.some(isSecretName)) showVariables(call, machine);
    return operands.map((name) => `${valueOf(call, machine, name)}\n`).join('');
  }),
  // The line of an account ends with its home and its shell.
  prints('getent', (call, machine, { operands: [database, user] }) => {
    const home = database === 'passwd' && user !== undefined ? homeOf(machine, user) : undefined;
    return home === undefined ? undefined : `${user}:x:1000:1000:${user}:${home}:/bin/bash\n`;
  }),
  prints('which', (call) => `${call.args.at(-1) ?? ''}\n`),
  prints('type', (call) =>
    call.args.some((arg) => /^-[a-z]*p/i.test(arg)) ? `${call.args.at(-1) ?? ''}\n` : undefined,
  ),
  prints('whereis', (call) => `${call.args.at(-1) ?? ''}: /usr/bin/${call.args.at(-1) ?? ''}\n`),
  prints(
    'ls',
    list,
    'block-size= format= hide= p,indicator-style= I,ignore= quoting-style= sort= time= time-style= T,tabsize= w,width= color? hyperlink? d,directory',
  ),
  prints('shopt', (call) => {
    if (call.args.includes('dotglob')) call.scope.dotglob = call.args.includes('-s');
    if (call.args.includes('lastpipe')) call.scope.lastpipe = call.args.includes('-s');
    return '';
  }),
  prints('true false : sleep wait exit ulimit umask', () => ''),
  // The lines of the file go to the log, or are spoken.
  prints(
    'logger say',
    (call, machine, { value }) => {
      machine.read(call, value('f') ?? '');
      return '';
    },
    'f,file,input-file= n,server= P,port= p,priority= t,tag= u,socket= S,size= rfc5424? msgid= sd-id= sd-param= journald? v,voice= r,rate= o,output-file= a,audio-device=',
  ),
  prints('figlet cowsay jobs uname id', () => undefined),
  // A line of the file that is no date is shown in the error.
  prints(
    'date',
    (call, machine, { operands, value }) => {
      machine.read(call, value('file') ?? '');
      // A format without a sign in it is printed as it is.
      const format = operands.find((word) => word.startsWith('+'));
      return format === undefined || format.includes('%') ? undefined : `${format.slice(1)}\n`;
    },
    'd,date= f,file= r,reference= s,set= rfc-3339= I,iso-8601? u,utc j v= z=',
  ),
  prints('stat', () => undefined, 'c,format= printf= f,file-system t,terse cached='),
  prints(
    'du',
    readsFile('files0-from'),
    `${SIZES} d,max-depth= t,threshold= X,exclude-from= exclude= I= time? time-style= files0-from=`,
  ),
  prints('df', () => undefined, `${SIZES} t,type= x,exclude-type= output?`),
  prints(
    'tree',
    writesFile('o'),
    'L= P= I= o= H= T= filelimit= timefmt= charset= sort= fromfile gitfile= infofile= hintro= houtro=',
  ),
  prints(
    'man',
    (call, machine, { operands, value }) => {
      for (const program of [value('pager'), value('html')])
        if (program !== undefined) machine.script(call, program, { wrapper: 'man', via: 'option', stdin: null });
      // A word with a slash is a file to be shown.
      for (const page of operands) if (page.includes('/')) machine.read(call, page);
    },
    'P,pager= C,config-file= R,recode= L,locale= m,systems= M,manpath= S,s,sections= e,extension= r,prompt= E,encoding= p,preprocessor= H,html? T,troff-device? 7 a d f k w',
  ),
];

function valueOf(call: Call, machine: Machine, name: string): string {
  if (!/^\w+$/.test(name)) return machine.unknown(`$(printenv ${machine.render(name)})`);
  return machine.expandText(`$${name}`, { scope: call.scope, frame: call.frame, io: call.io });
}

/** Of the user who is at work, by name or by number, or of another. */
function homeOf(machine: Machine, user: string): string | undefined {
  if (machine.home !== null && (/^\d+$/.test(user) || hasUnknown(user) || user === baseName(machine.home)))
    return machine.home;
  const home = tildeText(machine, `~${user}`);
  return home.startsWith('/') ? home : undefined;
}

function readsFile(option: string): Effects {
  return (call, machine, { value }) => machine.read(call, value(option) ?? '');
}

function writesFile(option: string): Effects {
  return (call, machine, { value }) => machine.write(call, value(option) ?? '', 'output');
}

function prints(names: string, effects: Effects, options = ''): Definition {
  return defineProgram({ names, role: 'prints', options, effects });
}

/** `ls` prints the paths it was given, unless one is a directory or the long form is asked for. */
function list(call: Call, machine: Machine, { has, operands: paths }: Parsed): string | undefined {
  const flags = call.args.filter((arg) => arg.startsWith('-')).join('');
  if (!call.io.capture || paths.length === 0 || paths.some(hasUnknown) || /^-[^-]*[lgnosi]|--format/.test(flags))
    return undefined;
  const shown = paths.map((path) => {
    // A file that this command wrote is no directory.
    if (has('directory') || /[*?[]/.test(path) || machine.content(call, path) !== undefined) return path;
    return machine.unknown(`$(ls ${path})`, 'value', machine.locate(call, path));
  });
  return `${shown.join('\n')}\n`;
}

/** A path with a drive as Git Bash and WSL name it; the other way round it is the same place. */
function ofUnix({ program }: Call, _machine: Machine, { operands, has }: Parsed): string {
  const path = operands.at(-1) ?? '';
  const [, drive, rest = ''] = /^([A-Za-z]):[\\/]*(.*)$/s.exec(path) ?? [];
  if (drive === undefined || has('windows') || has('mixed') || has('dos')) return `${path}\n`;
  return `${program === 'wslpath' ? '/mnt' : ''}/${drive.toLowerCase()}/${rest.replaceAll('\\', '/')}\n`;
}

function canonical(call: Call, machine: Machine, { operands }: Parsed): string {
  const path = operands.at(-1) ?? '';
  const at = machine.locate(call, path);
  return `${at === '?' ? machine.unknown(`$(${call.program} ${machine.render(path)})`) : at}\n`;
}

/** The words are those of the call, because a step may look like an option: `seq 3 -1 1`. */
function sequence(args: readonly string[], separator: string, isPadded: boolean): string | undefined {
  const words = args.filter((arg, at) => !/^-(?:\D|$)/.test(arg) && !/^-s$|^--sep\w*$/.test(args[at - 1] ?? ''));
  if (!words.every((word) => /^-?\d{1,6}$/.test(word))) return undefined;
  const numbers = words.map(Number);
  const from = numbers.length > 1 ? (numbers[0] ?? 1) : 1;
  const to = numbers.at(-1) ?? 0;
  const step = numbers.length > 2 ? (numbers[1] ?? 1) : 1;
  if (step === 0 || (to - from) / step > 64) return undefined;
  const shown: number[] = [];
  for (let n = from; step > 0 ? n <= to : n >= to; n += step) shown.push(n);
  const width = isPadded ? Math.max(...shown.map((n) => String(n).length)) : 0;
  return shown.length === 0 ? '' : `${shown.map((n) => String(n).padStart(width, '0')).join(separator)}\n`;
}

/** A format without a number in it is printed as it is; `seq` calls that an error, but other versions print it. */
function formatted(format: string | undefined): string | undefined {
  return format === undefined || format.includes('%') ? undefined : `${format}\n`;
}
