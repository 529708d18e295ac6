import type { Action, FileAction } from '../../protocol/agent-event.ts';
import { absolute } from '../absolute-path.ts';
import { textsIn } from './fields.ts';
import { plainPath } from './places.ts';
import type { ShapedCall } from './read-by-shape.ts';
import { fileVerbOf, type FileVerb, wordsOf } from './words.ts';

const PATHS =
  'path filepath file filename relativepath relativefilepath absolutepath fullpath targetfile targetpath targetfilepath target notebookpath pathinproject filepathinproject uri fileuri documenturi resourceuri localpath url link linkname symlink paths files filepaths filenames uris urls targets absolutepaths relativepaths attachments'.split(
    ' ',
  );
const DIRECTORIES = 'directory dir dirpath directorypath folder folderpath root rootpath location basepath'.split(' ');
const SOURCES = 'source src from oldpath sourcepath srcpath frompath sourcefile sources oldname oldfilepath'.split(' ');
const DESTINATIONS =
  'destination dest dst to newpath destinationpath destpath dstpath topath destinationfile newfilepath newname'.split(
    ' ',
  );
/** Names that mean other things as well: people, currencies, nodes of a graph. Their values must look like paths. */
const LOOSE =
  'target targets file filename files filenames location root source src from sources to dest dst destination newname oldname link linkname symlink attachments'.split(
    ' ',
  );
/** Written whatever the tool does besides. */
const OUTPUTS = 'outputpath outputfile savepath downloadpath outfile outpath saveas'.split(' ');
const CONTENTS =
  'content contents newtext text filetext newstring newstr newcontent codecontent data replacement newsource body edits'.split(
    ' ',
  );

const LISTED = [...PATHS, ...DIRECTORIES, ...SOURCES, ...DESTINATIONS, ...OUTPUTS];

/** The files that a call names, with what the words of its name say it does to them. */
export function pathsOf(call: ShapedCall): Action[] {
  const { fields, words } = call;
  // A request to a web service has a path, too.
  if (/^(?:GET|PUT|POST|PATCH|DELETE|HEAD)$/.test(fields.text('method', 'httpmethod') ?? '')) return [];
  const verb = fileVerbOf([...words, ...operationOf(call)]);
  const at = (names: readonly string[]) => names.flatMap((name) => pathsIn(call, name));
  const sources = at(SOURCES);
  const destinations = at(DESTINATIONS);
  const named = [...at(PATHS), ...at(otherPaths(call)), ...inDirectory(call)];
  const directories = named.length > 0 ? [] : at(DIRECTORIES);
  const written = at(OUTPUTS).map((path) => change('modify', path, call));
  if (verb === 'move' || verb === 'copy') {
    const from = sources.length > 0 ? sources : destinations.length > 0 ? named : [];
    const to = sources.length > 0 ? [...destinations, ...named] : destinations;
    if (from.length > 0)
      return [
        ...from.map((path): Action => (verb === 'move' ? removal(path, call) : { kind: 'file', op: 'read', path })),
        ...to.flatMap((path) => landings(path, from, call)),
        ...written,
      ];
  }
  const rest = [...named, ...directories, ...sources, ...destinations];
  return [...rest.map((path) => act(verb, path, call)), ...written];
}

/** `absolute_file_path`, `config_path`: whatever is in front. Addresses, queries and keys are not files. */
function otherPaths({ fields }: ShapedCall): string[] {
  return fields.names.filter((name) => ANY_PATH.test(name) && !LISTED.includes(name));
}

const ANY_PATH =
  /^(?!x|json|url|api|http|web|route|key|class|object|field|property|icon|import|module|query|request).+paths?$/;

/** `{ operation: "delete" }`, and the `command: "create"` of an editor. */
function operationOf({ fields }: ShapedCall): string[] {
  return ['operation', 'action', 'op', 'command', 'mode'].flatMap((name) => {
    const value = fields.text(name);
    return value === undefined || /\s/.test(value) ? [] : wordsOf(value);
  });
}

function act(verb: FileVerb | null, path: string, call: ShapedCall): Action {
  if (verb === 'delete') return removal(path, call);
  const writes = verb === null ? CONTENTS.some((name) => call.fields.get(name) !== undefined) : verb !== 'read';
  return writes ? change('modify', path, call) : { kind: 'file', op: 'read', path };
}

function change(op: FileAction['op'], path: string, call: ShapedCall): Action {
  const text = contentOf(call);
  return { kind: 'file', op, path, ...(text === undefined ? {} : { newText: text }) };
}

function contentOf({ fields }: ShapedCall): string | undefined {
  const whole = fields.text(...CONTENTS);
  if (whole !== undefined) return whole;
  const edits = fields.get('edits');
  if (!Array.isArray(edits)) return undefined;
  const texts = edits.flatMap((edit: unknown) => {
    const { newText, new_string, newString, new_str } = (edit ?? {}) as Record<string, unknown>;
    return [newText, new_string, newString, new_str].filter((text) => typeof text === 'string');
  });
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** A directory goes with everything below it, unless the name says that the tool takes files. */
function removal(path: string, { words, fields }: ShapedCall): Action {
  const isDirectory = words.some((word) =>
    /^(?:dir|directory|directories|folder|folders|tree|rmdir|recursive)$/.test(word),
  );
  const isFile = words.includes('file') || /\.\w+$/.test(path);
  const wide = isDirectory || fields.get('recursive') === true || !isFile;
  return { kind: 'file', op: 'delete', path, ...(wide ? { wide } : {}) };
}

/** What is moved into a directory keeps its name there; whether it is one is unknown, so both are named. */
function landings(to: string, from: readonly string[], call: ShapedCall): Action[] {
  const inside = from.map((path) => `${to === '/' ? '' : to}/${path.slice(path.lastIndexOf('/') + 1)}`);
  return [to, ...inside].map((path) => change('modify', path, call));
}

/** `{ directory: "~/.ssh", filename: "config" }`. */
function inDirectory(call: ShapedCall): string[] {
  const { fields, place } = call;
  const directory = fields.text(...DIRECTORIES);
  const base = directory === undefined ? null : plainPath(directory);
  if (base === null) return [];
  return ['filename', 'file', 'name', 'path', 'relativepath', 'filepath'].flatMap((name) => {
    const path = plainPath(fields.text(name) ?? '');
    return path === null ? [] : [absolute(path, { ...place, cwd: absolute(base, place) })];
  });
}

function pathsIn({ fields, place, words }: ShapedCall, name: string): string[] {
  const texts = fields.all(name).flatMap((value) => textsIn(value) ?? (typeof value === 'string' ? [value] : []));
  const isLoose =
    (LOOSE.includes(name) || !LISTED.includes(name)) &&
    !words.some((word) => /^(?:files?|dir|directory|folder|path|fs|filesystem)$/.test(word));
  return texts.flatMap((text) => {
    const path = isLoose && !LOOKS_LIKE_PATH.test(text) ? null : plainPath(text);
    return path === null ? [] : [absolute(path, place)];
  });
}

const LOOKS_LIKE_PATH = /^[^@]*[\\/~]|^\.[\w.]|^[^\s@]+\.\w{1,8}$/;
