import { baseName } from '../files/paths.ts';
import { programKind } from '../programs/support/program-kind.ts';
import type { Call, Machine } from '../run/machine.ts';
import { reachedFromCode } from './reached-from-code.ts';
import type { Noted, Process } from './site.ts';

const MOST_PROCESSES = 16;
const MOST_TEXTS = 200;

/** A shell, an interpreter or xargs that was started without a program takes it from a pipe: whatever text the code holds may be written there. */
export function feedProcesses(machine: Machine, call: Call, program: string, { processes, texts }: Noted): void {
  const fed = processes.filter(takesProgram);
  const lines = [...texts].filter((text) => /[\s/~]/.test(text));
  if (fed.length > 0 && (fed.length > MOST_PROCESSES || lines.length > MOST_TEXTS))
    machine.mark('too-many', 'texts for processes', call.frame);
  for (const child of fed.slice(0, MOST_PROCESSES)) {
    for (const stdin of lines.slice(0, MOST_TEXTS)) {
      const reached = { ...reachedFromCode(program), stdin };
      if ('words' in child) machine.run(call, child.words, reached);
      else if (child.text !== stdin) machine.script(call, child.text, reached);
    }
  }
}

function takesProgram(child: Process): boolean {
  const [program = ''] = 'words' in child ? child.words : child.text.trim().split(/\s+/);
  const name = baseName(program);
  return /^(shell|interpreter|decoder)$/.test(programKind(name)) || /^(xargs|parallel|tee|at|crontab)$/.test(name);
}
