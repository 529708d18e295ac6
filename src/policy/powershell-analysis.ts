import { type Analysis, type Context, type Effect, tokenisePowerShell } from '../shell/index.ts';

/** PowerShell is tokenised, not followed: names, arguments and the plain file commands. The mark says so. */
export function analysePowerShell(text: string, context: Context): Analysis {
  const analysis: Analysis = {
    invocations: [],
    effects: [],
    pipes: [],
    marks: [{ kind: 'other-shell', detail: 'PowerShell' }],
    understood: true,
  };
  let stages: number[][] = [];
  for (const command of tokenisePowerShell(text)) {
    const [program = '', ...argv] = command.words;
    const by = analysis.invocations.length;
    analysis.invocations.push({
      program: program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1),
      path: program,
      argv: argv.map((word) => ({ text: word, dynamic: word.includes('$') })),
      wrappers: [],
      cwd: context.cwd,
      span: { start: 0, end: text.length },
      via: 'direct',
      place: 'local',
      assignments: [],
    });
    analysis.effects.push(...effectsOf(program, argv, command.redirects, by, context.cwd));
    if (command.stage === 0) stages = [];
    stages.push([by]);
    if (command.stage === 1) analysis.pipes.push({ stages });
  }
  return analysis;
}

const WRITERS = new Set(['set-content', 'add-content', 'out-file', 'new-item', 'sc', 'ac', 'ni', 'tee-object']);
const DELETERS = new Set(['remove-item', 'ri', 'rm', 'del', 'erase', 'rd', 'rmdir']);
const READERS = new Set(['get-content', 'gc', 'cat', 'type']);

function effectsOf(
  program: string,
  argv: string[],
  redirects: { operator: string; target: string }[],
  by: number,
  cwd: string,
): Effect[] {
  const name = program.toLowerCase();
  const at = (raw: string) => ({ path: locate(cwd, raw), raw, by, place: 'local' as const });
  const effects: Effect[] = redirects
    .filter(({ operator }) => operator.includes('>'))
    .map(({ operator, target }) => ({
      kind: 'write',
      via: 'redirect',
      append: operator.includes('>>'),
      empties: false,
      ...at(target),
    }));
  const operands = argv.filter(
    (word, index) => !word.startsWith('-') && !/^-(?:value|encoding|itemtype)$/i.test(argv[index - 1] ?? ''),
  );
  const [first] = operands;
  if (first === undefined) return effects;
  if (WRITERS.has(name))
    effects.push({ kind: 'write', via: 'output', append: name.startsWith('a'), empties: false, ...at(first) });
  if (READERS.has(name))
    effects.push(...operands.map((word): Effect => ({ kind: 'read', via: 'argument', ...at(word) })));
  if (DELETERS.has(name)) {
    const has = (flag: string) => argv.some((word) => word.length > 1 && flag.startsWith(word.toLowerCase()));
    effects.push(
      ...operands.map((word): Effect => ({
        kind: 'delete',
        via: 'rm',
        recursive: has('-recurse'),
        force: has('-force'),
        ...at(word),
      })),
    );
  }
  return effects;
}

function locate(cwd: string, raw: string): string {
  if (raw.includes('$')) return '?';
  const text = raw.replaceAll('\\', '/');
  const whole = text.startsWith('/') || /^[A-Za-z]:/.test(text) ? text : `${cwd}/${text}`;
  const kept: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  }
  return /^[A-Za-z]:/.test(kept[0] ?? '') ? kept.join('/') : `/${kept.join('/')}`;
}
