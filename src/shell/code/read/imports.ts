import type { Token } from './tokens.ts';
import type { Evaluator } from '../evaluate/evaluator.ts';
import { dotted, isName, isOp, moduleName, peek } from './cursor.ts';
import { objectValue, textValue, type Value } from '../value.ts';

/**
 * Reads one import statement of Python or JavaScript at the evaluator's position `e.at`. The names it brings in are added to `e.values`, each with the
 * dotted name it means (`r` → `shutil.rmtree`), and `e.at` moves past the statement. False: there is no import here, and nothing was read.
 *
 * `import os as o`, `from shutil import rmtree as r`, `const { rmSync: z } = require('fs')`.
 */
export function importing(e: Evaluator, expression: (e: Evaluator) => Value): boolean {
  const first = peek(e);
  if (first?.kind !== 'name') return false;
  if (first.value === 'from') {
    const module = dotted(e, e.at + 1);
    if (!isName(e.tokens[module.end], 'import')) return false;
    e.at = module.end + 1;
    if (isOp(peek(e), '*'))
      for (const name of e.members(module.name)) e.values.set(name, objectValue(`${module.name}.${name}`));
    names(e, (name, alias) => e.values.set(alias, objectValue(`${module.name}.${name}`)));
    return true;
  }
  if (first.value === 'import') {
    if (isOp(e.tokens[e.at + 1], '(')) return false;
    e.at++;
    // import * as x from 'fs'
    if (isOp(peek(e), '*') && isName(e.tokens[e.at + 1], 'as')) e.at += 2;
    const start = peek(e);
    if (isOp(start, '{')) return picking(e);
    load(e, start);
    if (start?.kind !== 'name') return true;
    names(e, (name, alias) => e.values.set(alias, objectValue(name)));
    // import x from 'fs'
    if (isName(peek(e), 'from')) {
      const module = e.tokens[e.at + 1];
      load(e, module);
      if (module?.kind === 'text') e.values.set(start.value, objectValue(moduleName(module.value)));
      e.at += 2;
    }
    return true;
  }
  if (/^(const|let|var)$/.test(first.value) && isOp(e.tokens[e.at + 1], '{')) return destructuring(e, expression);
  return false;
}

function names(e: Evaluator, define: (name: string, alias: string) => void): void {
  for (;;) {
    if (isOp(peek(e), '(')) e.at++;
    const found = dotted(e, e.at);
    if (found.name === '') return;
    e.at = found.end;
    let alias = found.name.split('.')[0] ?? found.name;
    if (isName(peek(e), 'as')) {
      const next = e.tokens[e.at + 1];
      if (next?.kind === 'name') alias = next.value;
      e.at += 2;
      define(found.name, alias);
    } else define(alias, alias);
    if (!isOp(peek(e), ',')) return;
    e.at++;
  }
}

function destructuring(e: Evaluator, expression: (e: Evaluator) => Value): boolean {
  const picked: [string, string][] = [];
  e.at += 2;
  while (e.at < e.tokens.length && !isOp(peek(e), '}')) {
    const token = peek(e);
    e.at++;
    // `{ ['name']: alias }`
    if (isOp(token, '[') || isOp(token, ']')) continue;
    if (token?.kind === 'text' && isOp(peek(e), ']')) e.at++;
    if (token?.kind !== 'name' && token?.kind !== 'text') continue;
    const alias = isOp(peek(e), ':') ? e.tokens[e.at + 1] : undefined;
    picked.push([token.value, alias?.kind === 'name' ? alias.value : token.value]);
    if (alias !== undefined) e.at += 2;
  }
  e.at++;
  if (!isOp(peek(e), '=')) return true;
  e.at++;
  const value = expression(e);
  if (value.kind === 'object')
    for (const [name, alias] of picked) e.values.set(alias, objectValue(`${value.name}.${name}`));
  return true;
}

/** `import { rmSync as r } from 'fs'` */
function picking(e: Evaluator): boolean {
  const picked: [string, string][] = [];
  e.at++;
  names(e, (name, alias) => picked.push([name, alias]));
  while (e.at < e.tokens.length && !isName(peek(e), 'from') && !isOp(peek(e), ';')) e.at++;
  const module = e.tokens[e.at + 1];
  if (!isName(peek(e), 'from') || module?.kind !== 'text') return true;
  load(e, module);
  for (const [name, alias] of picked) e.values.set(alias, objectValue(`${moduleName(module.value)}.${name}`));
  e.at += 2;
  return true;
}

/** A module that is named by an address is fetched and run. */
function load(e: Evaluator, module: Token | undefined): void {
  if (module?.kind === 'text' && /^(?:https?|data):/i.test(module.value))
    e.onCall({
      name: 'import',
      receiver: undefined,
      args: [textValue(module.value)],
      named: new Map(),
    });
}
