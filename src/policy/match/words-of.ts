import type { Invocation } from '../../shell/index.ts';

/** What a program gets, as one text: assignments in front, its name, its words as bash hands them over, and standard input where it is known. */
export function wordsOf({ assignments, program, argv, stdin }: Invocation): string {
  return [
    ...assignments.map(({ name, value }) => `${name}=${value.text}`),
    program,
    ...argv.map(({ text }) => text),
    ...(stdin === undefined ? [] : [stdin.text]),
  ].join(' ');
}
