import { InputError } from './command.ts';

interface AnswerOption<V extends string> {
  value: V;
  label: string;
  /** Chooses it at once. */
  key?: string;
}

export interface Question<V extends string> {
  message: string;
  answers: readonly [AnswerOption<V>, ...AnswerOption<V>[]];
  /** What Enter chooses; the first one unless given. */
  initial?: V | undefined;
}

export function isTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** One of several answers, by the arrow keys and Enter or by its letter; null: the person went away. */
export async function choose<V extends string>({ message, answers, initial }: Question<V>): Promise<V | null> {
  const { isCancel, select } = await import('@clack/prompts');
  const first = answers.findIndex(({ value }) => value === initial);
  const letters = listenForLetters(answers, Math.max(first, 0));
  try {
    const answer: unknown = await select<string>({
      message,
      options: answers.map(({ value, label, key }) => ({
        value,
        label: key === undefined ? label : `${label} (${key})`,
      })),
      ...(initial === undefined ? {} : { initialValue: initial }),
    });
    return isCancel(answer) ? null : (answer as V);
  } finally {
    letters.stop();
  }
}

export async function isConfirmed(question: string, initial: 'yes' | 'no' = 'yes'): Promise<boolean> {
  if (!isTerminal())
    throw new InputError(
      'there is no terminal to ask on; --yes writes without asking, --dry-run only shows the change',
    );
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message: question, initialValue: initial === 'yes' });
  return !isCancel(answer) && answer;
}

const STEPS: Readonly<Record<string, number>> = { up: -1, left: -1, k: -1, h: -1, down: 1, right: 1, j: 1, l: 1 };

/** The list knows arrow keys only: a letter becomes the arrow keys that lead to its answer, and Enter. */
function listenForLetters(answers: readonly AnswerOption<string>[], start: number): { stop: () => void } {
  let at = start;
  const press = (name: string) => process.stdin.emit('keypress', undefined, { name });
  const onKey = (_: string | undefined, { name = '' }: { name?: string } = {}) => {
    const wanted = answers.findIndex(({ key }) => key === name);
    if (wanted === -1) at = (at + (STEPS[name] ?? 0) + answers.length) % answers.length;
    else
      // After the list has seen the letter itself, which it ignores.
      setImmediate(() => {
        const step = at < wanted ? 'down' : 'up';
        for (let left = Math.abs(wanted - at); left > 0; left--) press(step);
        press('return');
      });
  };
  process.stdin.on('keypress', onKey);
  return { stop: () => void process.stdin.off('keypress', onKey) };
}
