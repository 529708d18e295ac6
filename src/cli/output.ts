import { escapedJson, spelledOut } from '../protocol/text/visible-text.ts';

/**
 * The one way out for text. Whatever an agent, a file or a policy put into it: no character of it steers the terminal. Only the colours that our own
 * painter set (`render/style.ts`) become escape sequences; no other module knows how it marks them.
 */
export function print(text: string): void {
  printTo(process.stdout, text);
}

export function printError(text: string): void {
  printTo(process.stderr, text);
}

export function printTo(stream: NodeJS.WritableStream, text: string): void {
  stream.write(text.split(OWN_ESCAPE).map(spelledOut).join('\u001b'));
}

/** For `--json`: nothing is lost, and nothing is obeyed by a terminal it is shown on. */
export function jsonText(value: unknown, indent?: number, replacer?: (key: string, value: unknown) => unknown): string {
  return escapedJson(JSON.stringify(value, replacer, indent));
}

export function printJson(value: unknown, replacer?: (key: string, value: unknown) => unknown): void {
  print(`${jsonText(value, 2, replacer)}\n`);
}

/** Stands for the escape character in what the painter makes. */
export const OWN_ESCAPE = `\ufdd0${Math.random().toString(36).slice(2)}\ufdd0`;
