import { textKey } from '../../protocol/text/text-key.ts';

const LONGEST = 120;

/**
 * Session id → file name. Ids come from outside: no separators, no dots in front, nothing that two ids could share on a file system that ignores case.
 */
export function journalName(session: string): string {
  const name = [...session].map((char) => (/^[a-z0-9_-]$/.test(char) ? char : escaped(char))).join('');
  if (name === '') return '~.jsonl';
  return `${name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 20)}~${textKey(session)}`}.jsonl`;
}

function escaped(char: string): string {
  return `~${(char.codePointAt(0) ?? 0).toString(16)}~`;
}
