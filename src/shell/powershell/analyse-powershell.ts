import type { Analysis, Context } from '../analysis.ts';
import { createMachine } from '../run/create-machine.ts';
import { hiddenCharacters } from '../parse/hidden-characters.ts';
import { MAX_TEXT } from '../parse/parse.ts';
import type { Call } from '../run/machine.ts';
import { firstHere } from '../run/scope.ts';
import { runPowerShell } from './run-powershell.ts';

const DRIVE = /^[A-Za-z]:(?=\/|$)/;

/** Says what PowerShell text would run and do. The mark tells that values were not followed as in bash. */
export function analysePowerShell(command: string, context: Context): Analysis {
  const analysis = analyseText(command.replaceAll('\0', ''), context);
  for (const detail of hiddenCharacters(command, analysis)) analysis.marks.push({ kind: 'hidden-character', detail });
  return analysis;
}

function analyseText(text: string, context: Context): Analysis {
  const analysis: Analysis = {
    invocations: [],
    effects: [],
    pipes: [],
    marks: [{ kind: 'other-shell', detail: 'PowerShell' }],
    understood: true,
  };
  // Inside, paths have no drive; that of this machine's home is put in front again.
  const drive = DRIVE.exec(context.home ?? '')?.[0] ?? DRIVE.exec(context.cwd)?.[0] ?? '';
  const cwd = context.cwd.replace(DRIVE, '') || '/';
  const machine = createMachine(
    { ...context, cwd, ...(context.home === undefined ? {} : { home: context.home.replace(DRIVE, '') }) },
    analysis,
  );
  if (text.length > MAX_TEXT) machine.mark('too-long', `${text.length} characters, limit ${MAX_TEXT}`);
  runPowerShell(start(text, cwd), machine, text);
  if (drive === '') return analysis;
  const withDrive = (path: string) => (path.startsWith('/') ? `${drive}${path}` : path);
  for (const effect of analysis.effects) if ('path' in effect) effect.path = withDrive(effect.path);
  for (const invocation of analysis.invocations)
    if (invocation.cwd !== null) invocation.cwd = withDrive(invocation.cwd);
  return analysis;
}

function start(text: string, cwd: string): Call {
  const { scope, frame, io } = firstHere(text, { cwd });
  const whole = { start: 0, end: text.length };
  return {
    scope: { ...scope, cwd },
    frame: { ...frame, span: whole },
    io,
    program: '',
    args: [],
    index: -1,
    assignments: new Map(),
  };
}
