import { parseScript, type ParsedScript } from './parse.ts';

/** What people and attackers leave open; closing it gives the text a reading. */
const CLOSERS = ["'", '"', '`', ')', '}', '))', "')", '")', '\nfi', '\ndone', '\nesac', '"\nEOF\n', '}"'];

/** A tree without errors for a script that has some, if one small change is enough. The caller has already marked the error. */
export function repair(text: string): ParsedScript | undefined {
  if (text.length > 8 * 1024) return undefined;
  const trimmed = text.replace(/^[\s;&|]+/, '').replace(/[;&|]+\s*$/, '');
  if (trimmed === '') return undefined;
  const candidates = [trimmed, ...CLOSERS.map((closer) => trimmed + closer)];
  for (const candidate of candidates) {
    const script = parseScript(candidate);
    if ((script.errors ?? []).length === 0 && script.commands.length > 0) return script;
  }
  return undefined;
}
