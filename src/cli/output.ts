import { escapedJson, spelledOut } from '../protocol/text/visible-text.ts';
import { OWN_ESCAPE } from './render/text/colour-marks.ts';
import { columnsOf } from './render/text/style.ts';
import { fold } from './render/text/wrap.ts';

/**
 * The one way out for text that people read. Whatever an agent, a file or a policy put into it: no character of it steers the terminal. Only the colours
 * that our own painter set (`render/text/style.ts`) become escape sequences. Lines that are longer than the terminal is wide are broken at words.
 */
export function print(text: string): void {
  printTo(process.stdout, text);
}

export function printError(text: string): void {
  printTo(process.stderr, text);
}

export function printTo(stream: NodeJS.WritableStream, text: string): void {
  stream.write(coloured(fold(harmless(text), columnsOf(stream))));
}

/** For what is copied or read by programs (YAML, scripts, JSON, diffs): every line as it is. */
export function printVerbatim(text: string): void {
  process.stdout.write(coloured(harmless(text)));
}

function harmless(text: string): string {
  return text.split(OWN_ESCAPE).map(spelledOut).join(OWN_ESCAPE);
}

function coloured(text: string): string {
  return text.replaceAll(OWN_ESCAPE, '\u001b');
}

/** For `--json`: nothing is lost, and nothing is obeyed by a terminal it is shown on. */
export function jsonText(value: unknown, indent?: number, replacer?: (key: string, value: unknown) => unknown): string {
  return escapedJson(JSON.stringify(value, replacer, indent));
}

export function printJson(value: unknown, replacer?: (key: string, value: unknown) => unknown): void {
  printVerbatim(`${jsonText(value, 2, replacer)}\n`);
}
