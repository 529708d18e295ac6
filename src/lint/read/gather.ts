import { CLIENT_VARIABLES } from '../../adapters/client-variables.ts';
import { accessSync, constants } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { findNodeAtLocation, type JSONPath } from 'jsonc-parser';
import { isDirectory, readText } from '../../system/node/files.ts';
import { discoverSettings, systemManagedDir } from '../../runtime/settings/discover.ts';
import { effectiveSettings } from '../../runtime/settings/effective.ts';
import { readPlugin } from '../../runtime/settings/plugin.ts';
import { readSettings } from '../../runtime/settings/settings-file.ts';
import type { SettingsSource } from '../../runtime/settings/source.ts';
import { type ScriptReference, scriptsOf } from './command-line.ts';
import { stringOffsets } from './position.ts';
import { scriptLanguage, makeProgram, type HookProgram, shebangOf } from './program.ts';
import { type HandlerEntry, readDocument, type SettingsDocument } from './settings-document.ts';
import type { LintWorld } from './world.ts';

export interface LintRequest {
  /** Settings files, hooks files of plugins, plugin directories or scripts; none: the settings in force. */
  files: readonly string[];
  project: string | undefined;
  home: string | undefined;
  settings: readonly string[];
  managed?: string | undefined;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** A named file that cannot be checked. */
export class UnreadableInput extends Error {}

/** Finds what there is to look at and reads it; runs nothing. */
export function gatherWorld(request: LintRequest): LintWorld {
  const named = request.files.map((file) => readNamed(resolve(request.cwd, file), request));
  const documents = request.files.length === 0 ? inForce(request) : named.flatMap(({ documents }) => documents);
  const world: LintWorld = {
    documents,
    programs: [],
    settings: effectiveSettings(documents.map(({ source }) => source)),
    projectDir:
      request.files.length === 0
        ? resolve(request.cwd, request.project ?? '.')
        : (documents.find(({ projectDir }) => projectDir !== null)?.projectDir ?? null),
    home: request.home === undefined ? (request.env['HOME'] ?? null) : resolve(request.cwd, request.home),
    env: request.env,
  };
  const scripts = new Map<string, HookProgram>();
  for (const { script } of named)
    if (script !== undefined) scripts.set(script.file, scriptProgram(script.file, script.text, 'unknown'));
  const inline = documents.flatMap(({ groups }) =>
    groups.flatMap(({ handlers }) => handlers.flatMap((entry) => readPrograms(entry, world, scripts))),
  );
  world.programs = [...inline, ...scripts.values()];
  return world;
}

/** The scripts a handler names, in the places this run knows of. */
export function referencesOf({ document, handler }: HandlerEntry, world: LintWorld): ScriptReference[] {
  if (handler.type !== 'command') return [];
  const pluginRoot = document.source.origin.plugin?.root ?? null;
  return scriptsOf(handler, {
    projectDir: document.projectDir,
    home: document.projectDir === null ? null : world.home,
    pluginRoot,
  });
}

function inForce({ project, home, settings, managed, cwd, env }: LintRequest): SettingsDocument[] {
  const projectDir = resolve(cwd, project ?? '.');
  const ownConfig = home === undefined ? env[CLIENT_VARIABLES.configDir] : undefined;
  const sources = discoverSettings({
    projectDir,
    configDir: ownConfig ?? join(resolve(cwd, home ?? env['HOME'] ?? '.'), '.claude'),
    flags: settings.map((flag) => (flag.trimStart().startsWith('{') ? flag : resolve(cwd, flag))),
    managed:
      managed === undefined ? (home === undefined ? systemManagedDir(process.platform) : null) : resolve(cwd, managed),
  });
  const missing = sources.find((source) => source.missing === true);
  if (missing !== undefined) throw new UnreadableInput(`--settings: no file ${missing.path}`);
  return sources.map((source) => {
    const flag = settings.find((text) => text.trimStart().startsWith('{'));
    return documentOf(source, source.path === '--settings' ? flag : undefined, projectDir);
  });
}

function documentOf(source: SettingsSource, given: string | undefined, projectDir: string | null): SettingsDocument {
  const read = given === undefined ? readText(source.path) : { text: given };
  return readDocument(source, 'text' in read ? read.text : '', projectDir);
}

interface Named {
  documents: SettingsDocument[];
  script?: { file: string; text: string };
}

/** Told apart by content: an object is settings, anything else a script. */
function readNamed(path: string, { project, cwd }: LintRequest): Named {
  const given = project === undefined ? null : resolve(cwd, project);
  if (isDirectory(path)) return readNamedPlugin(path, given);
  const read = readText(path);
  if ('missing' in read) throw new UnreadableInput(`no file ${path}`);
  if ('error' in read) throw new UnreadableInput(`${path}: ${read.error}`);
  if (!/^\uFEFF?\s*(?:\/[/*]|\{)/.test(read.text)) return { documents: [], script: { file: path, text: read.text } };
  if (basename(dirname(path)) === 'hooks' && basename(path) === 'hooks.json') {
    const source = readPlugin({ root: dirname(dirname(path)), market: 'inline' }, '').find((one) => one.path === path);
    if (source !== undefined) return { documents: [documentOf(source, read.text, given)] };
  }
  const isProjects = basename(dirname(path)) === '.claude';
  const name = basename(path) === 'settings.local.json' ? 'local' : isProjects ? 'project' : 'flag';
  const source: SettingsSource = { ...readSettings(read.text), origin: { source: name }, path };
  return { documents: [documentOf(source, read.text, given ?? (isProjects ? dirname(dirname(path)) : null))] };
}

function readNamedPlugin(root: string, projectDir: string | null): Named {
  const sources = readPlugin({ root, market: 'inline' }, '');
  if (sources.length === 0)
    throw new UnreadableInput(`${root} holds no plugin hooks (hooks/hooks.json); for a project use --project`);
  return { documents: sources.map((source) => documentOf(source, undefined, projectDir)) };
}

/** The command of a handler, and the scripts it names; those of several handlers are kept once. */
function readPrograms(entry: HandlerEntry, world: LintWorld, scripts: Map<string, HookProgram>): HookProgram[] {
  if (entry.handler.type !== 'command') return [];
  for (const { path, interpreter } of referencesOf(entry, world)) {
    if (path === null || !isScript(path)) continue;
    const read = readText(path);
    if (!('text' in read) || read.text.includes('\0')) continue;
    const program = scripts.get(path) ?? scriptProgram(path, read.text, interpreter);
    scripts.set(path, program);
    if (!program.uses.includes(entry)) program.uses.push(entry);
    entry.programs.push(program);
  }
  const { command, args, shell } = entry.handler;
  if (args === undefined && shell === 'powershell') return [];
  const code =
    args === undefined ? { text: command, key: ['command'], dialect: 'sh' as const } : shellCode(command, args);
  if (code === null) return [];
  const program = inlineProgram(entry, code);
  entry.programs.unshift(program);
  return [program];
}

const LARGEST_SCRIPT = 1024 * 1024;

function isScript(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return !isDirectory(path);
  } catch {
    return false;
  }
}

/** `interpreter` null: the script is started directly; `unknown`: it may be sourced by another. */
function scriptProgram(file: string, text: string, interpreter: string | null): HookProgram {
  const short = text.slice(0, LARGEST_SCRIPT);
  const named = interpreter === 'unknown' ? null : interpreter;
  const shell = named ?? shebangOf(text)?.interpreter ?? interpreter ?? 'sh';
  const language = scriptLanguage(file, text, named);
  return makeProgram({
    language,
    text: short,
    scriptFile: file,
    uses: [],
    dialect: language !== 'shell' ? null : shell === 'sh' || shell === 'dash' ? 'sh' : 'bash',
    span: (start, end) => ({ file, offset: start, length: end - start }),
  });
}

interface InlineCode {
  text: string;
  /** Below the handler. */
  key: JSONPath;
  dialect: 'sh' | 'bash';
}

/** `"command": "bash", "args": ["-c", "…"]`. */
function shellCode(command: string, args: readonly string[]): InlineCode | null {
  const name = /(?:^|\/)(sh|dash|bash|zsh)$/.exec(command)?.[1];
  const text = args[1];
  if (name === undefined || !/^-\w*c$/.test(args[0] ?? '') || text === undefined) return null;
  return { text, key: ['args', 1], dialect: name === 'sh' || name === 'dash' ? 'sh' : 'bash' };
}

function inlineProgram(entry: HandlerEntry, { text, key, dialect }: InlineCode): HookProgram {
  const { document, path } = entry;
  const node = document.tree && findNodeAtLocation(document.tree, [...path, ...key]);
  const base = node?.offset ?? 0;
  const offsets = stringOffsets(document.text.slice(base, base + (node?.length ?? 0)));
  const at = (index: number): number => base + (offsets[Math.min(index, offsets.length - 1)] ?? 0);
  return makeProgram({
    language: 'shell',
    text,
    scriptFile: null,
    uses: [entry],
    dialect,
    span: (start, end) => ({ file: document.file, offset: at(start), length: at(end) - at(start) }),
  });
}
