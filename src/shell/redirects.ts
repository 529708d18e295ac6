import type { Call, Here, Machine } from './machine.ts';
import type { Redirection, SyntaxNode, WordNode } from './parse.ts';
import type { Input } from './scope.ts';
import { cookParts, cookText } from './words.ts';

/** Redirections of one command, opened before it runs as bash does. */
export type Opened = {
  /** Undefined when standard input is left alone. */
  stdin: Input | undefined;
  outputs: Output[];
  /** Standard output no longer goes where it went before. */
  taken: boolean;
  heredoc: boolean;
  reads: string[];
};

type Output = { path: string; append: boolean; isStdout: boolean } | { sink: SyntaxNode };

export function openRedirects(machine: Machine, redirects: readonly Redirection[], here: Here): Opened {
  const opened: Opened = { stdin: undefined, outputs: [], taken: false, heredoc: false, reads: [] };
  for (const redirect of redirects) {
    if (redirect.type === 'HereDoc') {
      const parts = redirect.body.parts;
      const text = redirect.operator === '<<-' ? withoutTabs(redirect.body.text) : redirect.body.text;
      const quoted = redirect.delimiter?.quoted === true || parts === undefined;
      opened.stdin = { text: quoted ? text : cookParts(machine, parts, here) };
      opened.heredoc = true;
      // bash takes the rest of the text; where its writer meant it to end cannot be told.
      if (redirect.body.end >= here.frame.source.length)
        machine.mark('open-text', 'here-document without its end', here.frame);
    } else if (redirect.type === 'HereString') {
      opened.stdin = { text: redirect.target === undefined ? '' : `${cookText(machine, redirect.target, here)}\n` };
    } else if (redirect.target !== undefined) {
      openFile(machine, redirect.operator, redirect.target, descriptorOf(redirect), opened, here);
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
      empties: output.isStdout && !output.append && printed === '',
      content: output.isStdout ? printed : undefined,
    });
  }
}

function descriptorOf(redirect: Extract<Redirection, { type: 'Redirect' }>): number | undefined {
  return redirect.descriptor?.type === 'FileDescriptor'
    ? redirect.descriptor.value
    : redirect.descriptor === undefined
      ? undefined
      : 9;
}

function openFile(
  machine: Machine,
  operator: string,
  target: WordNode,
  descriptor: number | undefined,
  opened: Opened,
  here: Here,
): void {
  const only = target.parts?.length === 1 ? target.parts[0] : undefined;
  if (only?.type === 'ProcessSubstitution' && operator.startsWith('>')) {
    opened.outputs.push({ sink: only });
    opened.taken = true;
    return;
  }
  const path = cookText(machine, target, here);
  if (operator === '<') {
    if (descriptor === undefined || descriptor === 0) opened.stdin = { text: contentOf(machine, path, here) };
    opened.reads.push(path);
    return;
  }
  if (operator === '<&') return;
  if (operator === '>&' && /^(\d+-?|-)$/.test(path)) {
    if (descriptor === undefined || descriptor === 1) opened.taken = true;
    return;
  }
  const isStdout = descriptor === undefined ? operator !== '<>' : descriptor === 1;
  opened.outputs.push({ path, append: operator.endsWith('>>') || operator === '<>', isStdout });
  if (isStdout) opened.taken = true;
}

function contentOf(machine: Machine, path: string, here: Here): string {
  const call = pseudoCall(here);
  return (
    machine.content(call, path) ??
    machine.unknown(`$(<${machine.render(path)})`, path.startsWith('/dev/tcp/') ? 'network' : 'file')
  );
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

function withoutTabs(text: string): string {
  return text.replace(/^\t+/gm, '');
}
