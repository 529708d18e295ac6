import { baseName } from '../files/paths.ts';
import { programKind } from '../programs/support/program-kind.ts';
import type { Call, Machine } from '../run/machine.ts';
import { reachedFromCode } from './reached-from-code.ts';
import type { Noted, Process } from './site.ts';

const MOST_PROCESSES = 4;
const MOST_TEXTS = 40;

/** A shell, an interpreter or xargs that was started without a program takes it from a pipe: whatever text the code holds may be written there. */
export function feedProcesses(machine: Machine, call: Call, program: string, { processes, texts }: Noted): void {
  for (const child of processes.slice(0, MOST_PROCESSES)) {
    if (!takesProgram(child)) continue;
    for (const stdin of [...texts].slice(0, MOST_TEXTS)) {
      if (!/[\s/~]/.test(stdin)) continue;
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
