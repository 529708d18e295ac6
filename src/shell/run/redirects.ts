import type { Call, Here, Machine } from './machine.ts';
import type { Redirection, SyntaxNode, WordNode, WordPart } from '../parse/parse.ts';
import { bytesOf } from '../parse/program-bytes.ts';
import { freeDescriptor, inputOf, openInput, openOutput } from './descriptors.ts';
import type { Either, Input, Scope } from './scope.ts';
import { setVariable } from './variables.ts';
import { cookParts, cookText } from '../expand/words.ts';
import { keepFile } from '../files/written-files.ts';

/** Redirections of one command, opened before it runs as bash does. */
export type Opened = {
  /** Undefined when standard input is left alone. */
  stdin: Input | undefined;
  outputs: Output[];
  /** Standard output no longer goes where it went before. */
  taken: boolean;
  /** Standard output goes to `/dev/null`. */
  isDiscarded: boolean;
  heredoc: boolean;
  reads: string[];
  /** Numbered descriptors other than 0 and 1: what they hold, or where they write. */
  inputs: [number: number, input: Input | undefined][];
  files: [number: number, path: string][];
};

type Output = { path: string; append: boolean; over?: boolean; isStdout: boolean } | { sink: SyntaxNode };

export function openRedirects(machine: Machine, redirects: readonly Redirection[], here: Here): Opened {
  const opened: Opened = {
    stdin: undefined,
    outputs: [],
    taken: false,
    isDiscarded: false,
    heredoc: false,
    reads: [],
    inputs: [],
    files: [],
  };
  for (const redirect of redirects) {
    if (redirect.type === 'HereDoc') {
      const parts = redirect.body.parts;
      const text = redirect.operator === '<<-' ? withoutTabs(redirect.body.text) : redirect.body.text;
      const isPlain = redirect.delimiter?.quoted === true;
      const cooked = isPlain
        ? text
        : parts === undefined
          ? unescaped(text)
          : cookParts(machine, redirect.operator === '<<-' ? withoutTabsOf(parts) : parts, here);
      feed(opened, descriptorOf(redirect, here), { text: cooked });
      opened.heredoc = true;
      // bash takes the rest of the text; where its writer meant it to end is unknown.
      if (redirect.body.end >= here.frame.source.length)
        machine.mark('open-text', 'here-document without its end', here.frame);
    } else if (redirect.type === 'HereString') {
      const text = redirect.target === undefined ? '' : `${cookText(machine, redirect.target, here)}\n`;
      feed(opened, descriptorOf(redirect, here), { text });
    } else if (redirect.target !== undefined) {
      const { operator, target } = redirect;
      openFile(machine, { operator, target, descriptor: descriptorOf(redirect, here) }, opened, here);
    }
  }
  return opened;
}

/** After the command ran: what it printed went into its files. */
export function closeRedirects(machine: Machine, opened: Opened, call: Call, printed: string): void {
  for (const path of opened.reads) machine.read(call, path, 'redirect');
  for (const output of opened.outputs) {
    if ('sink' in output) {
      machine.substitute(output.sink, {
        scope: call.scope,
        frame: call.frame,
        io: { stdin: { text: printed }, capture: false, taken: true },
      });
      continue;
    }
    machine.write(call, output.path, opened.heredoc ? 'heredoc' : 'redirect', {
      append: output.append,
      over: output.over ?? false,
      empties: output.isStdout && !output.append && printed === '',
      content: output.isStdout ? printed : undefined,
    });
  }
}

function feed(opened: Opened, descriptor: number | undefined, input: Input): void {
  if (descriptor === undefined || descriptor === 0) opened.stdin = input;
  else opened.inputs.push([descriptor, input]);
}

/** `{name}<file` opens the next free number and tells it to the variable. */
function descriptorOf(redirect: Redirection, here: Here): number | undefined {
  if (redirect.descriptor?.type === 'FileDescriptor') return redirect.descriptor.value;
  if (redirect.descriptor === undefined) return undefined;
  const number = freeDescriptor(here.scope);
  setVariable(here.scope, redirect.descriptor.name, String(number));
  return number;
}

/** Opens numbered descriptors for a command; `exec` alone leaves them open, so the caller decides when to close them. */
export function openDescriptors({ inputs, files }: Opened, scope: Scope): () => void {
  const before = { inputs: scope.inputs, outputs: scope.outputs };
  for (const [number, input] of inputs) openInput(scope, number, input);
  for (const [number, path] of files) openOutput(scope, number, path);
  return () => {
    if (inputs.length > 0) scope.inputs = before.inputs;
    if (files.length > 0) scope.outputs = before.outputs;
  };
}

/** The input a command gets when it says `<&3`, also one that the same command has just opened. */
function duplicated(number: number, opened: Opened, here: Here): Input | undefined {
  const own = opened.inputs.findLast(([other]) => other === number);
  if (own !== undefined) return own[1];
  return number === 0 ? (opened.stdin ?? here.io.stdin ?? undefined) : inputOf(number, here.scope, here.io);
}

/** A redirect to or from a file, a descriptor or a command. */
type Redirect = { operator: string; target: WordNode; descriptor: number | undefined };

function openFile(machine: Machine, redirect: Redirect, opened: Opened, here: Here): void {
  const { operator, target, descriptor } = redirect;
  const only = target.parts?.length === 1 ? target.parts[0] : undefined;
  if (only?.type === 'ProcessSubstitution' && operator.startsWith('>'))
    return isNumbered(descriptor)
      ? void opened.files.push([descriptor, addSink(machine, only)])
      : takeStdout(opened, { sink: only });
  const path = cookText(machine, target, here);
  const file: OpenedFile = { machine, here, path, descriptor };
  if (operator === '<') readFrom(file, opened);
  else if (operator === '<&') readFromDescriptor(file, opened);
  else if (operator === '>&' && /^(\d+-?|-)$/.test(path)) printToDescriptor(file, opened);
  else {
    if (operator === '<>') readAndWrite(file, opened);
    writeTo(file, operator, opened);
  }
}

type OpenedFile = { machine: Machine; here: Here; path: string; descriptor: number | undefined };

/** Not one of the three that every program has. */
function isNumbered(descriptor: number | undefined): descriptor is number {
  return descriptor !== undefined && descriptor > 2;
}

function takeStdout(opened: Opened, output: Output): void {
  opened.outputs.push(output);
  opened.taken = true;
  opened.isDiscarded = 'path' in output && output.path === '/dev/null';
}

/** `< file` */
function readFrom({ machine, here, path, descriptor }: OpenedFile, opened: Opened): void {
  feed(opened, descriptor, { text: contentOf(machine, path, here) });
  opened.reads.push(path);
}

/** `<&3`, `3<&-` */
function readFromDescriptor({ here, path, descriptor }: OpenedFile, opened: Opened): void {
  if (path === '-' && descriptor !== undefined && descriptor > 0) opened.inputs.push([descriptor, undefined]);
  const number = /^(\d{1,4})-?$/.exec(path)?.[1];
  const input = number === undefined ? undefined : duplicated(Number(number), opened, here);
  if (input !== undefined) feed(opened, descriptor, input);
}

/** `>&3`, `1>&-` */
function printToDescriptor({ here, path, descriptor }: OpenedFile, opened: Opened): void {
  if (descriptor !== undefined && descriptor !== 1) return;
  opened.taken = true;
  opened.isDiscarded = false;
  const own = opened.files.findLast(([other]) => String(other) === path)?.[1];
  const files = own === undefined ? here.scope.outputs.get(Number(path)) : [own];
  for (const file of files ?? []) opened.outputs.push({ path: file, append: true, isStdout: true });
}

/** `3<> file`: what is written there goes over the beginning of what the file holds. */
function readAndWrite(file: OpenedFile, opened: Opened): void {
  const { machine, here, path, descriptor } = file;
  if (descriptor === undefined || descriptor === 0) return;
  const text = contentOf(machine, path, here);
  opened.inputs.push([descriptor, { text }]);
  if (isNumbered(descriptor) && text !== '') forget(file, 'instead');
}

/** `> file`, `>> file`, `2> file`, `&> file` */
function writeTo(file: OpenedFile, operator: string, opened: Opened): void {
  const { machine, here, path, descriptor } = file;
  const isStdout = descriptor === undefined ? operator !== '<>' : descriptor === 1;
  const append = operator.endsWith('>>') || operator === '<>';
  // What a command complains about is not known.
  if (descriptor === 2 && !machine.locate(pseudoCall(here), path).startsWith('/dev/'))
    forget(file, append ? 'behind' : 'instead');
  // A numbered descriptor empties its file now and fills it later.
  if (!append && isNumbered(descriptor)) keepFile(machine, machine.locate(pseudoCall(here), path), '', 'instead');
  const output: Output = { path, append, over: operator === '<>', isStdout };
  if (isStdout) return takeStdout(opened, output);
  opened.outputs.push(output);
  if (isNumbered(descriptor)) opened.files.push([descriptor, path]);
}

/** From here on the file holds something that the command has not said. */
function forget({ machine, here, path }: OpenedFile, where: 'behind' | 'instead'): void {
  const at = machine.locate(pseudoCall(here), path);
  keepFile(machine, at, machine.unknown(`$(<${machine.render(path)})`, 'file'), where);
}

/** Where everything goes that is printed after `exec > file` or `exec > >(cmd)`. */
export function stdoutOf(machine: Machine, { outputs }: Opened): Either | undefined {
  const [first, ...rest] = outputs
    .filter((one) => 'sink' in one || one.isStdout)
    .map((output) => ('sink' in output ? addSink(machine, output.sink) : output.path));
  return first === undefined ? undefined : [first, ...rest];
}

export function printTo(machine: Machine, call: Call, paths: Either, printed: string): void {
  for (const path of paths) {
    const sink = machine.sinks.get(path);
    if (sink !== undefined) sink(call, printed);
    else keepFile(machine, machine.locate(call, path), printed, 'behind');
  }
}

/** `9> >(cmd)`: the command runs with every text that is written there. */
function addSink(machine: Machine, node: SyntaxNode): string {
  const path = `/dev/fd/sink-${machine.sinks.size}`;
  machine.sinks.set(path, ({ scope, frame }, text) => {
    machine.substitute(node, { scope, frame, io: { stdin: { text }, capture: false, taken: true } });
  });
  return path;
}

function contentOf(machine: Machine, path: string, here: Here): string {
  const call = pseudoCall(here);
  const raw = `$(<${machine.render(path)})`;
  const known = machine.content(call, path);
  if (known !== undefined) return known;
  const isSocket = /^\/dev\/(?:tcp|udp)\//.test(path);
  return isSocket ? machine.unknown(raw, 'network') : bytesOf(machine, machine.locate(call, path), raw);
}

/** A stand-in for effects that no program causes. The directory is fixed now, since the command may change it. */
export function pseudoCall(here: Here, index = -1): Call {
  return {
    program: '',
    args: [],
    scope: { ...here.scope },
    frame: here.frame,
    io: here.io,
    index,
    assignments: new Map(),
  };
}

/** In a here-document a backslash quotes only what would be special there. */
function unescaped(text: string): string {
  return text.replaceAll(/\\([$`\\\n])/g, (_whole, char: string) => (char === '\n' ? '' : char));
}

/** The same where the text has expansions: a tab counts where a line of the document begins. */
function withoutTabsOf(parts: readonly WordPart[]): WordPart[] {
  let isLineStart = true;
  return parts.map((part) => {
    const isFirst = isLineStart;
    isLineStart = part.type === 'Literal' && part.text.endsWith('\n');
    if (part.type !== 'Literal') return part;
    const cut = (text: string) => (isFirst ? text.replace(/^\t+/, '') : text).replaceAll(/\n\t+/g, '\n');
    return { ...part, text: cut(part.text), value: cut(part.value) };
  });
}

function withoutTabs(text: string): string {
  return text.replace(/^\t+/gm, '');
}
