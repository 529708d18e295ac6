import type { Fact } from '../../src/session/state.ts';
import type { BatchCase } from './judge-batch.ts';

/** A generator of numbers that gives the same ones for the same seed, on every machine. */
export type Random = (below: number) => number;

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) % below;
  };
}

const pick = <T>(items: readonly T[], random: Random): T => items[random(items.length)] as T;

/** Ways to write the same or nearly the same command. */
const WRAPPERS: ((command: string, random: Random) => string)[] = [
  (command) => command,
  (command) => `sudo ${command}`,
  (command) => `env X=1 ${command}`,
  (command) => `bash -c ${quoted(command)}`,
  (command) => `sh -c "${command}"`,
  (command) => `echo $(${command})`,
  (command) => `(${command})`,
  (command) => `{ ${command}; }`,
  (command) => `${command} && echo done`,
  (command) => `true; ${command} | tee out.txt`,
  (command) => `if true; then ${command}; fi`,
  (command) => `X="${command}"; eval "$X"`,
  (command) => `timeout 5 ${command} 2>&1`,
  (command) => `cat <<EOF | sh\n${command}\nEOF`,
  (command) => `f() { ${command}; }; f`,
  (command) => `for i in 1 2; do ${command}; done`,
  (command) => `${command} > /tmp/out 2>/dev/null`,
  (command) => `cd /tmp && ${command}`,
  (command) => `python3 -c ${quoted(`import os; os.system(${JSON.stringify(command)})`)}`,
  (command) => `xargs -I{} ${command} {} < list`,
  (command, random) => command.replace(/ /g, () => pick([' ', '  ', '\t', ' \\\n'], random)),
];

const ODD = ['', ' ', '"', "'", '\\', '$', '`', '$(', '${', '{', '}', '(', ')', ';', '&&', '|', '<<', '>', '*', '?', '[', '~', '#', '\n', '\0', '\u{1f600}', '\ud800', 'é', '\ufeff', '\u2028', '{a,b}', '$((1+', '!', '%', '=']; // prettier-ignore

/** Text with a few places changed: cut, doubled, swapped, or something odd put in. */
export function mutate(text: string, random: Random): string {
  let made = text;
  for (let left = 1 + random(3); left > 0; left--) {
    const at = random(made.length + 1);
    const to = Math.min(made.length, at + random(6));
    const way = random(5);
    if (way === 0) made = made.slice(0, at) + made.slice(to);
    else if (way === 1) made = made.slice(0, at) + made.slice(at, to) + made.slice(at);
    else if (way === 2) made = made.slice(0, at) + pick(ODD, random) + made.slice(at);
    else if (way === 3) made = made.slice(0, at) + pick(ODD, random) + made.slice(to);
    else made = made.slice(at) + made.slice(0, at);
  }
  return made;
}

/** The command as it is, in one disguise, and spoilt. */
export function commandCases(command: string, random: Random): string[] {
  const dressed = pick(WRAPPERS, random)(command, random);
  return [command, dressed, mutate(pick([command, dressed], random), random)];
}

/** A command in a payload of some event, or as part of another tool's call. */
export function payloadFor(command: string, random: Random): Record<string, unknown> {
  const common = { session_id: 's', cwd: '/home/u/project', transcript_path: '/home/u/t.jsonl' };
  const words = command.split(/\s+/);
  const path = words.at(-1) ?? '';
  const before = (tool_name: string, tool_input: object) => ({
    ...common,
    hook_event_name: 'PreToolUse',
    tool_name,
    tool_input,
  });
  switch (random(12)) {
    case 0:
      return {
        ...common,
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command },
        tool_response: { stdout: `${command}\n2 failed`, stderr: '', interrupted: false },
        tool_use_id: 'call',
      };
    case 1:
      return before('Write', { file_path: path, content: command });
    case 2:
      return before('Edit', { file_path: path, old_string: words[0], new_string: command });
    case 3:
      return before('Read', { file_path: path });
    case 4:
      return { ...common, hook_event_name: 'UserPromptSubmit', prompt: command };
    case 5:
      return pick(
        [
          { ...common, hook_event_name: 'Stop', stop_hook_active: random(2) === 0 },
          { ...common, hook_event_name: 'SessionStart', source: path },
          before('WebFetch', { url: `https://${path}/`, prompt: command }),
          before('mcp__server__tool', { command, path }),
          before('PowerShell', { command }),
          before(path, { command }),
        ],
        random,
      );
    default:
      return before('Bash', { command });
  }
}

/** A payload, now and then with its JSON spoilt, a remembered session, or a mode. */
export function batchCase(payload: Record<string, unknown>, random: Random): BatchCase {
  const text = JSON.stringify(payload);
  const made: BatchCase = { payload: random(20) === 0 ? mutate(text, random) : text };
  if (random(8) === 0) made.facts = memory(random);
  if (random(30) === 0) made.mode = pick(['warn', 'observe', 'enforce', 'nonsense'], random);
  if (random(60) === 0) made.event = pick(['PreToolUse', 'PostToolUse', 'Stop', 'Nonsense'], random);
  return made;
}

function memory(random: Random): Fact[] {
  return Array.from({ length: random(12) }, (_, at): Fact => {
    const kinds: Fact[] = [
      { kind: 'edit', path: `/home/u/project/src/${random(3)}.ts`, by: 'tool', at },
      { kind: 'check', name: 'tests', ok: random(2) === 0, at },
      { kind: 'prompt', at },
      { kind: 'model', name: random(2) === 0 ? 'claude-haiku-4-5' : 'claude-opus-4-1', at },
      { kind: 'count', counter: 'failures', key: '', at },
      { kind: 'stop-denied', cause: 'tests-before-stop', at },
    ];
    return pick(kinds, random);
  });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
