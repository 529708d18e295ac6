import { relative } from 'node:path';
import { readText } from '../system/node/files.ts';
import { gatherWorld, type LintRequest } from './read/gather.ts';
import { positionAt } from './read/position.ts';
import type { HookProgram } from './read/program.ts';
import type { Fix, Hit, Severity, Subjects, Trap } from './trap.ts';
import { TRAPS } from './traps/index.ts';
import { groupsOf, handlersOf, type LintWorld } from './read/world.ts';
import { isBelow } from '../protocol/text/path-below.ts';

/** One trap at one place. */
export interface LintFinding {
  id: string;
  severity: Severity;
  /** As people see it: relative to the current directory if it is below it. */
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  message: string;
  /** What will happen. */
  consequence: string;
  /** What to do about it. */
  fix: string;
  /** `--fix` does it. */
  fixable: boolean;
}

export interface LintResult {
  findings: LintFinding[];
  /** Settings files and scripts that were read. */
  files: string[];
  /** In the order of the findings that have one. */
  fixes: Fix[];
}

/** Looks for every trap in the settings in force (or the files named) and the scripts they run. */
export function lint(request: LintRequest): LintResult {
  const world = gatherWorld(request);
  const texts = new Map(world.documents.map(({ file, text }) => [file, text]));
  for (const { scriptFile, text } of world.programs) if (scriptFile !== null) texts.set(scriptFile, text);
  const found = TRAPS.flatMap((trap) => hitsOf(trap, world).map((hit) => ({ trap, hit: ownFix(hit, world, request) })))
    .map((one) => ({ ...one, finding: findingOf(one.trap, one.hit, texts, request.cwd) }))
    .sort((a, b) => compare(a.finding, b.finding));
  return {
    findings: found.map(({ finding }) => finding),
    files: [...texts.keys()].map((file) => shownFile(file, request.cwd)),
    fixes: found.flatMap(({ hit }) => hit.fix ?? []),
  };
}

/** Managed settings and installed plugins have other owners, who fix them at their source by naming the files. */
function ownFix(hit: Hit, { documents }: LintWorld, { files }: LintRequest): Hit {
  if (hit.fix === undefined) return hit;
  const { file } = hit.fix;
  const isForeign = documents.some(({ file: own, source: { origin } }) => {
    const isOthers = origin.source === 'managed' || (origin.source === 'plugin' && files.length === 0);
    const root = origin.plugin?.root;
    return isOthers && (own === file || (root !== undefined && isBelow(root, file)));
  });
  return isForeign || file === '--settings' ? { ...hit, fix: undefined } : hit;
}

function hitsOf(trap: Trap, world: LintWorld): Hit[] {
  return subjectsOf(trap.looksAt, world).flatMap((subject) => [...trap.check(subject as never, world)]);
}

function subjectsOf(kind: keyof Subjects, world: LintWorld): readonly Subjects[keyof Subjects][] {
  switch (kind) {
    case 'document':
      return world.documents;
    case 'group':
      return groupsOf(world);
    case 'handler':
      return handlersOf(world);
    case 'program':
      return world.programs satisfies HookProgram[];
    case 'world':
      return [world];
  }
}

function findingOf(trap: Trap, hit: Hit, texts: ReadonlyMap<string, string>, cwd: string): LintFinding {
  const { file, offset, length } = hit.at;
  const text = texts.get(file) ?? textOf(file);
  const start = positionAt(text, offset);
  const end = positionAt(text, offset + length);
  return {
    id: trap.id,
    severity: hit.severity ?? trap.severity,
    file: shownFile(file, cwd),
    ...start,
    endLine: end.line,
    endColumn: end.column,
    message: hit.message,
    consequence: hit.consequence ?? trap.happens,
    fix: hit.remedy ?? trap.remedy,
    fixable: hit.fix !== undefined,
  };
}

function textOf(file: string): string {
  const read = readText(file);
  return 'text' in read ? read.text : '';
}

function shownFile(file: string, cwd: string): string {
  const short = relative(cwd, file);
  return short === '' || short.startsWith('..') || file === '--settings' ? file : short;
}

function compare(a: LintFinding, b: LintFinding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column || (a.id < b.id ? -1 : 1);
}
