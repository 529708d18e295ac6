import type { Task, TaskLine } from './task-files.ts';

/** Keys of a task that hold commands; others say how it is run or what it is for. */
const COMMAND_KEYS = /^(?:run|cmd|shell|script|command|composite|sequence|call|chain)$/;
const NEED_KEYS = /^(?:depends|depends-on|depends_on|deps|dependencies)$/;

/** A string of TOML: in three or one quotes, with or without escapes. */
const STRING = /"""([\s\S]*?)"""|'''([\s\S]*?)'''|"((?:\\.|[^"\\\n])*)"|'([^'\n]*)'/g;

/** The task of that name in one of the tables: `name = "cmd"`, `name = ["a", "b"]`, `name = { cmd = "x" }`, or a table below with its name. */
export function tasksInToml(text: string, tables: readonly string[], name: string): Task {
  const task: Task = { lines: [], needs: [] };
  for (const { table, key, value, line } of entriesOf(text)) {
    const holder = tables.find((one) => fits(table, one));
    const own = tables.some((one) => fits(table, `${one}.${name}`));
    if (holder !== undefined && key === name) {
      if (!value.trimStart().startsWith('{')) task.lines.push(...commandsIn(value, line));
      for (const { inner, body } of innerEntries(value)) note(task, inner, body, line);
    } else if (own) note(task, key, value, line);
  }
  return task;
}

function note(task: Task, key: string, value: string, line: number): void {
  if (COMMAND_KEYS.test(key)) task.lines.push(...commandsIn(value, line));
  if (NEED_KEYS.test(key)) task.needs.push(...commandsIn(value, line).map(({ text }) => text));
}

type Entry = { table: string; key: string; value: string; line: number };

/** `key = value` of each table; a value goes on as long as a string, a list or a table of it is open. */
function* entriesOf(text: string): Generator<Entry> {
  const lines = text.split('\n');
  let table = '';
  for (let i = 0; i < lines.length; i++) {
    const head = /^\s*\[\[?\s*([^\]]+?)\s*\]/.exec(lines[i] ?? '');
    if (head !== null) table = (head[1] ?? '').replaceAll(/["'\s]/g, '');
    const [, key, first] = head === null ? (/^\s*["']?([\w.:-]+)["']?\s*=\s*(.*)$/.exec(lines[i] ?? '') ?? []) : [];
    if (key === undefined || first === undefined) continue;
    const from = i;
    let value = first;
    while (isOpen(value) && i + 1 < lines.length) value += `\n${lines[++i] ?? ''}`;
    yield { table, key, value, line: from + 1 };
  }
}

function isOpen(value: string): boolean {
  if ((value.match(/"""|'''/g)?.length ?? 0) % 2 === 1) return true;
  const outside = value.replaceAll(STRING, '');
  return count(outside, '[') > count(outside, ']') || count(outside, '{') > count(outside, '}');
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

/** `{ cmd = "x", help = "y" }` */
function* innerEntries(value: string): Generator<{ inner: string; body: string }> {
  if (!value.trimStart().startsWith('{')) return;
  for (const [, inner = '', body = ''] of value.matchAll(/([\w-]+)\s*=\s*(\[[^\]]*\]|"(?:\\.|[^"\\])*"|'[^']*')/g))
    yield { inner, body };
}

/** Each string of a value is a command. */
function commandsIn(value: string, line: number): TaskLine[] {
  return [...value.matchAll(STRING)].map((found) => {
    const text = found[1] ?? found[2] ?? found[4] ?? unescaped(found[3] ?? '');
    const before = value.slice(0, found.index).split('\n').length - 1;
    return { text, line: line + before };
  });
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(["\\])/g, '$1');
}

/** The name of a table fits one in which `*` is any part. */
function fits(table: string, wanted: string): boolean {
  const parts = wanted.split('.');
  const given = table.split('.');
  return parts.length === given.length && parts.every((part, i) => part === '*' || part === given[i]);
}
