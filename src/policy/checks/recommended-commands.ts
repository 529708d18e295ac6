import { findProgram } from '../../shell/programs/support/find-program.ts';

export interface Recommended {
  command: string;
  of: 'message' | 'fix';
}

/** The commands in backticks that a rule tells the reader to run. A `fix` is advice as a whole; in a message only what follows "run", "use" and the like. */
export function recommendedCommands({ message, fix }: { message: string; fix: string | null }): Recommended[] {
  return [
    ...clausesOf(message).flatMap((one) => (ADVICE.test(one.before) ? [{ ...one, of: 'message' as const }] : [])),
    ...clausesOf(fix ?? '').map((one) => ({ ...one, of: 'fix' as const })),
  ].flatMap(({ code, before, of }) => {
    const command = WARNING.test(before) ? null : commandIn(code);
    return command === null ? [] : [{ command, of }];
  });
}

const ADVICE = /\b(?:run|use|try|call|prefer|do|start|type|with|by|via|see)\b/i;
const WARNING = /\b(?:never|not|don't|cannot|no|instead of|rather than|without|unlike|avoid)\b/i;

/** Each text in backticks with the words of its clause in front. */
function clausesOf(text: string): { code: string; before: string }[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => {
    const before = text.slice(0, match.index).replace(/`[^`]*`/g, '');
    return { code: match[1] ?? '', before: before.split(/[.;:!?,](?:\s|$)|\bbut\b/).at(-1) ?? '' };
  });
}

/** `<branch>` is a placeholder. Text with values of the call, or incomplete text, is not a command yet. */
function commandIn(code: string): string | null {
  if (/[{…]|\.\.\./.test(code) || !/^[a-z][\w.-]*(?: |$)/.test(code)) return null;
  const isOneWord = !code.includes(' ');
  return isOneWord && findProgram(code) === undefined ? null : code.replace(/<([\w-]+)>/g, '$1');
}
