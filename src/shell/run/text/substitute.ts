import { addUnknown, hasUnknown, lookup } from '../../expand/unknown.ts';
import { cookParts, cookText } from '../../expand/words.ts';
import { parseScript, type ParsedScript, type SyntaxNode } from '../../parse/parse.ts';
import { bytesOf } from '../../parse/program-bytes.ts';
import type { Call, Here, Machine } from '../machine.ts';
import { branch } from '../scope.ts';
import { apart } from '../ways/landings.ts';
import { runParsed } from './run-text.ts';

/** Runs `$(…)`, backticks, `<(…)` or `>(…)`; returns the text that takes its place. */
export function substitute(machine: Machine, node: SyntaxNode, here: Here): string {
  if (
    node.type !== 'CommandExpansion' &&
    node.type !== 'ProcessSubstitution' &&
    node.type !== 'ArithmeticCommandExpansion'
  )
    return '';
  const script = node.script;
  if (script === undefined) return machine.unknown(node.text);
  const { frame } = here;
  const source = script.source ?? frame.source;
  const span = frame.span ?? (script.source === undefined ? undefined : { start: node.pos, end: node.end });
  const writes = node.type === 'ProcessSubstitution' && node.operator === '>';
  const file = onlyFile(script);
  if (file !== undefined) return fileText(machine, file, here, node.text);
  const inner: Here = {
    scope: branch(machine, here.scope),
    frame: {
      ...apart(frame),
      via: frame.via === 'direct' ? 'substitution' : frame.via,
      source,
      span,
      depth: frame.depth + 1,
      concurrent: frame.concurrent || node.type === 'ProcessSubstitution',
    },
    io: { stdin: here.io.stdin, capture: !writes, taken: true },
  };
  const text = script.source ?? node.text.replace(/^(\$\(|`|[<>]\()/, '').replace(/[)`]$/, '');
  const printed = runParsed(machine, script, text, inner);
  if (node.type === 'ProcessSubstitution') {
    const path = `/dev/fd/${100 + machine.files.size}`;
    machine.files.set(path, printed);
    // What a program writes there is the command's input: `curl -o >(sh) …`.
    if (writes)
      machine.sinks.set(path, (_writer, text) => {
        if (text !== here.io.stdin?.text)
          runParsed(machine, script, source, { ...inner, io: { ...inner.io, stdin: { text } } });
      });
    return path;
  }
  return relabel(machine, printed.replace(/\n+$/, ''), node.text);
}

/** An unknown result reads better as the substitution it came from. */
function relabel(machine: Machine, text: string, raw: string): string {
  if (text.length !== 1 || !hasUnknown(text)) return text;
  // A variable inside that must be set, or has another value, is not the value of the whole.
  const { required: _required, otherwise: _otherwise, ...old } = lookup(machine.unknowns, text) ?? { origin: 'value' };
  return addUnknown(machine.unknowns, { ...old, raw });
}

/** `$(<file)` */
function onlyFile(script: ParsedScript): Extract<SyntaxNode, { type: 'Redirect' }> | undefined {
  const command = script.commands.length === 1 ? script.commands[0]?.command : undefined;
  if (
    command?.type !== 'Command' ||
    command.name !== undefined ||
    command.prefix.some((item) => item.type === 'Assignment')
  )
    return undefined;
  const redirect = command.redirects.length === 1 ? command.redirects[0] : undefined;
  return redirect?.type === 'Redirect' && redirect.operator === '<' ? redirect : undefined;
}

function fileText(
  machine: Machine,
  redirect: Extract<SyntaxNode, { type: 'Redirect' }>,
  here: Here,
  raw: string,
): string {
  const path = redirect.target === undefined ? '' : cookText(machine, redirect.target, here);
  const call: Call = { program: '', args: [], ...here, index: -1, assignments: new Map() };
  machine.read(call, path, 'redirect');
  const known = machine.content(call, path);
  return known?.replace(/\n+$/, '') ?? bytesOf(machine, machine.locate(call, path), raw);
}

/** Text in which only `$…` and backticks are special: the parser reads it as the body of a here-document. */
export function expandText(machine: Machine, text: string, here: Here): string {
  const mark = 'HOOKCTL-END-OF-TEXT';
  const source = `cat <<${mark}\n${text}\n${mark}\n`;
  const script = parseScript(source);
  const command = script.commands[0]?.command;
  const redirect = command?.type === 'Command' ? command.redirects[0] : undefined;
  if (redirect?.type !== 'HereDoc' || redirect.body.parts === undefined) return text;
  const inner = {
    ...here,
    frame: { ...here.frame, source, span: here.frame.span ?? { start: 0, end: here.frame.source.length } },
  };
  return cookParts(machine, redirect.body.parts, inner).replace(/\n$/, '');
}
