import type { Call, Machine } from '../../../run/machine.ts';
import { runInScript, scriptOnDisk } from '../../../run/script-files.ts';
import { tasksInToml } from './toml-tasks.ts';
import { tasksInYaml } from './yaml-tasks.ts';

/** A command that a task file holds, and its line there. */
export type TaskLine = { text: string; line: number };

/** What a task runs, and which tasks run with it. */
export type Task = { lines: TaskLine[]; needs: string[] };

/** Where a program looks for commands that have names, and how they are written there. */
export type TaskFiles = {
  /** Separated by blanks; the first that is there counts. */
  files: string;
  /** Tables of a TOML file that hold tasks, `*` for any name: `tool.hatch.envs.*.scripts`. */
  tables?: readonly string[];
  /** How the file is written, unless it is TOML. */
  as?: 'yaml' | 'rake';
};

/** Runs the tasks that are named among the words of a call: `poe lint`, `mise run lint`, `task build`. */
export function runTasks(call: Call, machine: Machine, where: TaskFiles): void {
  const names = call.args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.replace(/^[\w.+-]+:(?=\w)/, ''));
  const wanted = new Set([...call.args, ...names]);
  for (const file of where.files.split(' ')) {
    const written = machine.content(call, file);
    const onDisk = written === undefined ? scriptOnDisk(machine, call, file) : undefined;
    const text = written ?? onDisk?.text;
    if (text === undefined) continue;
    // A set is walked to its end, also through what is added on the way.
    for (const name of wanted) {
      const { lines, needs } = taskIn(text, where, name);
      for (const need of needs) wanted.add(need);
      for (const one of lines) {
        const run = (): void => runLine(call, machine, one.text, where);
        if (onDisk === undefined) run();
        else runInScript(machine, { file: onDisk.file, ...one }, run);
      }
    }
  }
}

function runLine(call: Call, machine: Machine, text: string, { as }: TaskFiles): void {
  const inner: Call = { ...call, io: { ...call.io, capture: false } };
  if (as === 'rake') machine.code(inner, 'ruby', text);
  else machine.script(inner, text, { wrapper: call.program, via: 'script', stdin: null, capture: false });
}

function taskIn(text: string, { as, tables = [] }: TaskFiles, name: string): Task {
  if (as === 'yaml') return tasksInYaml(text, name);
  return as === 'rake' ? taskInRakefile(text, name) : tasksInToml(text, tables, name);
}

/** `task :name => [:other] do … end`: from that line to the next definition. */
function taskInRakefile(text: string, name: string): Task {
  const lines = text.split('\n');
  const isHead = (line: string): boolean => /^\s*(?:multi)?task\b/.test(line);
  const at = lines.findIndex((line) => isHead(line) && nameOfTask(line) === name);
  if (at < 0) return { lines: [], needs: [] };
  const length = lines.slice(at + 1).findIndex((line) => isHead(line) || /^\s*(?:desc|namespace|file)\b/.test(line));
  const body = lines.slice(at + 1, length < 0 ? undefined : at + 1 + length).join('\n');
  const needs = (lines[at]?.split('=>')[1] ?? '').match(/\w[\w-]*/g)?.filter((word) => word !== 'do') ?? [];
  return { lines: [{ text: body, line: at + 2 }], needs };
}

/** `task :a`, `task "a"`, `task a: :b`. */
function nameOfTask(line: string): string | undefined {
  return /task\s*\(?\s*[:'"]?([\w-]+)/.exec(line)?.[1];
}
