import type { Action, FileAction, ToolKind } from '../../protocol/agent-event.ts';
import { absolute } from '../absolute-path.ts';
import { commandsOf, cwdOf } from '../call-shape/commands.ts';
import { type Fields, fieldsOf, objectsIn, textsIn } from '../call-shape/fields.ts';
import { runCode } from '../call-shape/languages.ts';
import { holdsPatch, readPatch } from '../patch-text.ts';
import { plainPath } from '../call-shape/plain-path.ts';
import { wordsOf } from '../call-shape/words.ts';

export interface CallPlace {
  cwd: string;
  home?: string | undefined;
}

type Input = Record<string, unknown>;

/** What a tool is, by what its fields mean. The names of fields differ between agents; what they hold does not. */
export interface ToolReader {
  kind: ToolKind;
  /** The field that `Edit: src/a.ts` in an example refers to. */
  main: string;
  /** An empty list: the fields that tell what it does are missing. */
  read: (input: Input, place: CallPlace, name: string) => Action[];
}

const PATHS =
  'filepath path file absolutepath targetfile targetpath filename relativepath relativeworkspacepath notebookpath pathinproject uri fileuri'.split(
    ' ',
  );
const MANY = ['paths', 'files', 'filepaths', 'operations', 'ranges', 'reads', 'targets'];
const CONTENTS =
  'content filetext contents newtext text codecontent filecontent newcontent code newstr newstring insertline'.split(
    ' ',
  );
const OLD = ['oldstring', 'oldstr', 'oldtext', 'search', 'targetcontent', 'original', 'find'];
const NEW =
  'newstring newstr newtext replace replacement replacementcontent updated code content codeedit newsource filetext'.split(
    ' ',
  );
const EDITS = ['edits', 'replacements', 'replacementchunks', 'changes', 'strreplaceentries'];
const EVERYWHERE = ['replaceall', 'allowmultiple', 'expectedreplacements'];

function pathsIn(input: Input, place: CallPlace): string[] {
  const fields = fieldsOf(input);
  const own = fields.text(...PATHS);
  const many = MANY.flatMap((name) => listed(fields.get(name)));
  return [...(own === undefined ? [] : [own]), ...many].flatMap((text) => {
    const path = plainPath(text);
    return path === null ? [] : [absolute(path, place)];
  });
}

/** `["a"]`, `[{ path: "a" }]`, and both as JSON text. */
function listed(value: unknown): string[] {
  const texts = textsIn(value);
  if (texts !== null) return texts;
  if (typeof value === 'string' && !/^\s*[[{]/.test(value)) return [value];
  return objectsIn({ value }).flatMap((item) => fieldsOf(item).text(...PATHS) ?? []);
}

const shell = (as: 'bash' | 'powershell'): ToolReader['read'] => {
  return (input, place, name) => {
    const fields = fieldsOf(input);
    const words = as === 'powershell' ? ['powershell'] : wordsOf(name).filter((word) => !/^(?:edit|patch)$/.test(word));
    const call = { words, fields, place, outer: true };
    const inBackground = isInBackground(fields);
    const inside = objectsIn(input).flatMap((one) => commandsOf({ ...call, fields: fieldsOf(one), outer: false }));
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
  return text === undefined ? [] : [{ kind: 'exec', command: text, cwd: place.cwd, shell: 'other' }];
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

/** One edit, several of one file, or several of several files. */
const edit: ToolReader['read'] = (input, place, name) => {
  const fields = fieldsOf(input);
  const [own] = pathsIn(input, place);
  // A path that the call names says more than the names in a diff, which are shortened.
  const patch = own === undefined ? patchIn(input, place) : null;
  if (patch !== null) return patch;
  const items = EDITS.flatMap((key) => objectsIn({ value: fields.get(key) }));
  const inFiles = items.flatMap((item): Action[] =>
    [...pathsIn(item, place).slice(0, 1), ...keysThatArePaths(item, place)].map((path) => ({
      kind: 'file',
      op: 'modify',
      path,
      ...textsOf([item]),
    })),
  );
  if (own === undefined) return inFiles;
  const op = commandWord(fields) === 'create' || name.startsWith('create') ? 'create' : 'modify';
  const texts = items.length > 0 ? textsOf(items) : textsOf([input]);
  return [{ kind: 'file', op, path: own, ...texts }, ...inFiles];
};

/** `{ "src/a.ts": { … } }`: changes by the file that they are in. */
function keysThatArePaths(item: Input, place: CallPlace): string[] {
  return Object.entries(item).flatMap(([key, value]) => {
    const path = /[\\/]|\.\w+$/.test(key) && typeof value === 'object' ? plainPath(key) : null;
    return path === null ? [] : [absolute(path, place)];
  });
}

function textsOf(edits: readonly Input[]): Pick<FileAction, 'newText' | 'oldText' | 'everywhere'> {
  const of = (names: readonly string[]) => edits.flatMap((one) => fieldsOf(one).text(...names) ?? []);
  const oldTexts = of(OLD);
  const newTexts = of(NEW);
  const first = fieldsOf(edits[0] ?? {});
  const everywhere = edits.length === 1 && EVERYWHERE.some((name) => first.get(name) === true);
  return {
    ...(newTexts.length > 0 ? { newText: newTexts.join('\n') } : {}),
    ...(oldTexts.length > 0 ? { oldText: oldTexts.join('\n') } : {}),
    ...(everywhere && oldTexts.length > 0 ? { everywhere } : {}),
  };
}

function commandWord(fields: Fields): string {
  return fields.text('command', 'operation', 'action', 'mode', 'op') ?? '';
}

/** An editor with a verb in a field: `{ command: "view" | "create" | "str_replace" | "insert" …, path }`. */
const editor: ToolReader['read'] = (input, place, name) => {
  const fields = fieldsOf(input);
  const verb = commandWord(fields).toLowerCase();
  if (/^(?:view|read|open|line|search|directory|list)/.test(verb)) return read(input, place, name);
  if (/^(?:delete|remove)/.test(verb)) return remove(input, place, name);
  const isWhole = /^(?:create|write|save|overwrite)/.test(verb) || (verb === '' && !hasOld(fields));
  return isWhole ? write(input, place, name) : edit(input, place, name);
};

function hasOld(fields: Fields): boolean {
  return fields.text(...OLD) !== undefined || EDITS.some((name) => fields.get(name) !== undefined);
}

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
  const from = fields.text('source', 'from', 'oldpath', 'sourcepath', 'src', ...PATHS);
  const to = fields.text('destination', 'to', 'newpath', 'destinationpath', 'dest', 'target');
  if (from === undefined || to === undefined) return [];
  return [
    { kind: 'file', op: 'delete', path: absolute(from, place), wide: true },
    { kind: 'file', op: 'create', path: absolute(to, place) },
  ];
};

function patchIn(input: Input, place: CallPlace): Action[] | null {
  const fields = fieldsOf(input);
  const names = 'patch input command patchtext diff content patchcontent text cmd'.split(' ');
  const text = names
    .flatMap((name) => fields.text(name) ?? textsIn(fields.get(name))?.join('\n') ?? [])
    .find((one) => holdsPatch(one));
  if (text === undefined) return null;
  return readPatch(text, { ...place, cwd: cwdOf({ fields, place, words: [], outer: true }) });
}

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
  const given = ['url', 'urls', 'uri', 'link', 'href', 'prompt', 'query'].flatMap((name) => {
    const value = fields.get(name);
    return textsIn(value) ?? (typeof value === 'string' ? [value] : []);
  });
  const urls = given.flatMap(
    (text) => text.match(URL) ?? (/^[\w-]+(?:\.[\w-]+)+(?:[/:]\S*)?$/.test(text) ? [text] : []),
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
  patch: { kind: 'patch', main: 'command', read: (input, place) => patchIn(input, place) ?? [] },
  read: { kind: 'read', main: 'file_path', read },
  delete: { kind: 'edit', main: 'file_path', read: remove },
  move: { kind: 'edit', main: 'source', read: move },
  search: { kind: 'search', main: 'pattern', read: search },
  fetch: { kind: 'fetch', main: 'url', read: fetch },
  spawn: { kind: 'spawn', main: 'prompt', read: spawn },
  node: { kind: 'shell', main: 'code', read: code('node') },
  python: { kind: 'shell', main: 'code', read: code('python') },
} as const satisfies Record<string, ToolReader>;
