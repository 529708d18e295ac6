import { type DoctorCheck, notesOf } from './check.ts';

export interface TrapRequest {
  project: string;
  home: string;
  managed: string | null;
  env: Readonly<Record<string, string | undefined>>;
}

/** Counts what `hookctl lint` reports. It is loaded here because no other part of doctor needs it. */
export async function trapChecks({ project, home, managed, env }: TrapRequest): Promise<DoctorCheck[]> {
  const { lint } = await import('../lint/lint.ts');
  const notes = notesOf('Hooks');
  const { findings } = lint({
    files: [],
    project,
    home,
    settings: [],
    ...(managed === null ? {} : { managed }),
    cwd: project,
    env,
  });
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first !== undefined)
    notes.warn(
      'traps',
      `\`hookctl lint\` finds ${errors.length} errors in settings and scripts; the first is: ${first.message}.`,
      {
        where: `${first.file}:${first.line}:${first.column}`,
        fix: 'Run `hookctl lint`: it explains each problem and how to fix it.',
      },
    );
  return notes.all;
}
