import { listValue, objectValue, textValue, UNKNOWN, type Value } from '../value.ts';
import { ESCAPES, unescapeCode } from './string-escapes.ts';

/** One form of a Lisp: a string, a name, or a list of forms. */
type Form = { kind: 'text'; text: string } | { kind: 'name'; name: string } | { kind: 'list'; items: Form[] };

/** As many as there can be in a text that is read at all. */
const MAX_FORMS = 70_000;

/** Calls `onCall` for every form `(name args…)`, the inner ones first. */
export function readLisp(code: string, onCall: (name: string, args: Value[]) => Value): void {
  const values = new Map<string, Value>();
  for (const form of parse(code)) evaluateForm(form, values, onCall, 0);
}

function evaluateForm(
  form: Form,
  values: Map<string, Value>,
  onCall: (name: string, args: Value[]) => Value,
  depth: number,
): Value {
  if (form.kind === 'text') return textValue(form.text);
  if (form.kind === 'name') return values.get(form.name) ?? objectValue(qualified(form.name));
  if (depth > 24) return UNKNOWN;
  const [head, ...rest] = form.items;
  const inner = (item: Form): Value => evaluateForm(item, values, onCall, depth + 1);
  if (head?.kind === 'name' && /^(quote|list|vector)$/.test(head.name)) {
    const items = rest.map(inner);
    return head.name === 'quote' && items.length === 1 ? (items[0] ?? UNKNOWN) : listValue(items);
  }
  if (head?.kind === 'name' && /^(define|setq|setf|def|let1|defvar|defparameter)$/.test(head.name)) {
    const [name, value] = rest;
    if (name?.kind === 'name' && value !== undefined) values.set(name.name, inner(value));
    else for (const item of rest) inner(item);
    return UNKNOWN;
  }
  if (head?.kind === 'name') return onCall(qualified(head.name), rest.map(inner));
  // `((x "…"))` of a let, or a quoted list of strings.
  const items = form.items.map(inner);
  return listValue(items);
}

/** `clojure.java.shell/sh`, `uiop:run-program`, `racket/file` */
function qualified(name: string): string {
  return name.replace(/(\w)(?:::?|\/)(?=\w)/g, '$1.');
}

function parse(code: string): Form[] {
  const top: Form[] = [];
  const open: Form[][] = [top];
  let count = 0;
  let at = 0;
  while (at < code.length && count++ < MAX_FORMS) {
    const char = code.charAt(at);
    const here = open.at(-1) ?? top;
    if (char === ';') at = code.indexOf('\n', at) < 0 ? code.length : code.indexOf('\n', at);
    else if (char === '(' || char === '[') {
      const items: Form[] = [];
      here.push({ kind: 'list', items });
      open.push(items);
      at++;
    } else if (char === ')' || char === ']') {
      if (open.length > 1) open.pop();
      at++;
    } else if (char === '"') {
      let end = at + 1;
      while (end < code.length && code.charAt(end) !== '"') end += code.charAt(end) === '\\' ? 2 : 1;
      here.push({
        kind: 'text',
        text: unescapeCode(code.slice(at + 1, end), ESCAPES.other),
      });
      at = end + 1;
    } else if (/[\s'`,#{}]/.test(char)) at += char === '#' && /[pP]/.test(code.charAt(at + 1)) ? 2 : 1;
    else {
      let end = at;
      while (end < code.length && !/[\s()[\]"';]/.test(code.charAt(end))) end++;
      here.push({ kind: 'name', name: code.slice(at, Math.max(end, at + 1)) });
      at = Math.max(end, at + 1);
    }
  }
  return top;
}
