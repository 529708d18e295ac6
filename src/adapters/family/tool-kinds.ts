import type { Action, ToolKind } from '../../protocol/agent-event.ts';
import { absolute, type CallPlace } from '../absolute-path.ts';
import { commandsOf, keysPressed } from '../call-shape/commands.ts';
import { cwdsOf } from '../call-shape/places.ts';
import { type Fields, fieldsOf, objectsIn, textsIn } from '../call-shape/fields.ts';
import { runCode } from '../call-shape/languages.ts';
import { readByShape } from '../call-shape/read-by-shape.ts';
import { wordsOf } from '../call-shape/words.ts';
import { commandWord, edit, isPartial, patch } from './edit-call.ts';
import { type Input, listed, pathOf, pathsIn } from './file-fields.ts';

/** What a tool is, by what its fields mean. The names of fields differ between agents; what they hold does not. */
export interface ToolReader {
  kind: ToolKind;
  /** The field that `Edit: src/a.ts` in an example refers to. */
  main: string;
  /** An empty list: the fields that say what it does are missing. */
  read: (input: Input, place: CallPlace, name: string) => Action[];
}

const CONTENTS =
  'content filetext contents newtext text codecontent filecontent newcontent code newstr newstring insertline'.split(
    ' ',
  );

const shell = (as: 'bash' | 'powershell'): ToolReader['read'] => {
  return (input, place, name) => {
    const fields = fieldsOf(input);
    const words = as === 'powershell' ? ['powershell'] : wordsOf(name).filter((word) => !/^(?:edit|patch)$/.test(word));
    const call = { words, fields, place, outer: true };
    const inBackground = isInBackground(fields);
    const inside = cwdsOf(call).flatMap((cwd) =>
      objectsIn(input).flatMap((one) =>
        readByShape(name, one, { ...place, cwd }).filter(({ kind }) => kind === 'exec'),
      ),
    );
    return [...commandsOf(call), ...inside].map((action) =>
      action.kind === 'exec' && inBackground ? { ...action, background: true as const } : action,
    );
  };
};

function isInBackground(fields: Fields): boolean {
  return (
    ['isbackground', 'runinbackground', 'background', 'detach', 'blocking'].some(
      (name) => fields.get(name) === (name !== 'blocking'),
    ) || fields.get('mode') === 'async'
  );
}

/** What is typed into a program that runs already; it may be a shell. */
const typed: ToolReader['read'] = (input, place) => {
  const fields = fieldsOf(input);
  const text = fields.text('chars', 'input', 'text', 'data', 'keys', 'content');
  return text === undefined ? [] : [{ kind: 'exec', command: keysPressed(text), cwd: place.cwd, shell: 'other' }];
};

const write: ToolReader['read'] = (input, place) => {
  const newText = fieldsOf(input).text(...CONTENTS);
  return pathsIn(input, place).map((path) => ({
    kind: 'file',
    op: 'create',
    path,
    ...(newText === undefined ? {} : { newText }),
  }));
};

/** An editor with a verb in a field: `{ command: "view" | "create" | "str_replace" | "insert" …, path }`. */
const editor: ToolReader['read'] = (input, place, name) => {
  const fields = fieldsOf(input);
  const verb = commandWord(fields).toLowerCase();
  if (/^(?:view|read|open|line|search|directory|list)/.test(verb)) return read(input, place, name);
  if (/^(?:delete|remove)/.test(verb)) return remove(input, place, name);
  const isWhole = /^(?:create|write|save|overwrite)/.test(verb) || (verb === '' && !isPartial(fields));
  return isWhole ? write(input, place, name) : edit(input, place, name);
};

/** Several agents read many files at once, by paths or patterns. */
const read: ToolReader['read'] = (input, place) => {
  const included = listed(fieldsOf(input).get('include')).map((pattern) => absolute(pattern, place));
  return [...pathsIn(input, place), ...included].map((path) => ({ kind: 'file', op: 'read', path }));
};

const remove: ToolReader['read'] = (input, place) =>
  pathsIn(input, place).map((path) => ({
    kind: 'file',
    op: 'delete',
    path,
    ...(/\.\w+$/.test(path) ? {} : { wide: true }),
  }));

const move: ToolReader['read'] = (input, place) => {
  const fields = fieldsOf(input);
  const at = (texts: readonly string[]) => texts.flatMap((text) => pathOf(text, place) ?? []);
  const from = [...at(fields.texts('source', 'from', 'oldpath', 'sourcepath', 'src')), ...pathsIn(input, place)];
  const to = at(fields.texts('destination', 'to', 'newpath', 'destinationpath', 'dest', 'target'));
  if (from.length === 0 || to.length === 0) return [];
  return [
    ...from.map((path): Action => ({ kind: 'file', op: 'delete', path, wide: true })),
    ...to.map((path): Action => ({ kind: 'file', op: 'create', path })),
  ];
};

/** A search of a tree skips hidden and ignored files, so only a named file or pattern counts as reading it. */
const search: ToolReader['read'] = (input, place) => {
  const fields = fieldsOf(input);
  const query =
    fields.text('pattern', 'query', 'regex', 'searchterm', 'q') ?? textsIn(fields.get('queries'))?.join('\n');
  const glob = fields.text('glob', 'include', 'includepattern', 'filepattern');
  const paths = pathsIn(input, place);
  const bases = paths.length > 0 ? paths : [absolute(fields.text('dirpath', 'directory', 'dir') ?? place.cwd, place)];
  const files = glob === undefined ? paths : bases.map((base) => `${base === '/' ? '' : base}/${glob}`);
  return [
    ...(query === undefined ? [] : [{ kind: 'search' as const, query }]),
    ...files.map((path): Action => ({ kind: 'file', op: 'read', path })),
  ];
};

const URL = /\b(?:https?|ftp|wss?):\/\/[^\s"'<>)\]]+/gi;

/** Addresses, also those inside of a prompt: some agents fetch what a sentence names. */
const fetch: ToolReader['read'] = (input) => {
  const fields = fieldsOf(input);
  const addresses = ['url', 'urls', 'uri', 'link', 'href', 'prompt', 'query'].flatMap((name) => {
    const value = fields.get(name);
    return textsIn(value) ?? (typeof value === 'string' ? [value] : []);
  });
  const urls = addresses.flatMap(
    (text) => text.match(URL) ?? (/^[\w-]+(?:\.[\w-]+)+(?:[/:]\S*)?$/.test(text) ? [`https://${text}`] : []),
  );
  return [...new Set(urls)].map((url) => ({ kind: 'fetch', url }));
};

const spawn: ToolReader['read'] = (input) => {
  const fields = fieldsOf(input);
  return [
    {
      kind: 'spawn',
      agentType: fields.text('subagenttype', 'agenttype', 'agent', 'agentname', 'name', 'subagentname') ?? null,
      prompt: fields.text('prompt', 'task', 'message', 'instructions', 'query', 'description', 'request') ?? '',
    },
  ];
};

const code =
  (language: 'node' | 'python'): ToolReader['read'] =>
  (input, { cwd }) => {
    const text = fieldsOf(input).text('code', 'script', 'source', 'input');
    return text === undefined ? [] : runCode(language, text, cwd);
  };

/** Rows of a dialect's table name tools under these words. */
export const KINDS = {
  shell: { kind: 'shell', main: 'command', read: shell('bash') },
  powershell: { kind: 'shell', main: 'command', read: shell('powershell') },
  typed: { kind: 'shell', main: 'chars', read: typed },
  write: { kind: 'write', main: 'file_path', read: write },
  edit: { kind: 'edit', main: 'file_path', read: edit },
  editor: { kind: 'edit', main: 'path', read: editor },
  patch: { kind: 'patch', main: 'command', read: patch },
  read: { kind: 'read', main: 'file_path', read },
  delete: { kind: 'edit', main: 'file_path', read: remove },
  move: { kind: 'edit', main: 'source', read: move },
  search: { kind: 'search', main: 'pattern', read: search },
  fetch: { kind: 'fetch', main: 'url', read: fetch },
  spawn: { kind: 'spawn', main: 'prompt', read: spawn },
  node: { kind: 'shell', main: 'code', read: code('node') },
  python: { kind: 'shell', main: 'code', read: code('python') },
} as const satisfies Record<string, ToolReader>;
