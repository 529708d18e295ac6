import { isHintAt, lastThree, mayBegin } from '../redact/secret-hints.ts';

/** What `keptPayload` may cut: texts, of which those a tool has answered get a quarter, lists and objects, and what lies deep. */
const LONG = 1800;
const LONG_ANSWER = LONG / 4;
const MOST_ENTRIES = 60;
const DEEPEST = 8;
const ANSWERS = /"tool_(?:response|result|output)"/;
/** The escapes `JSON.stringify` writes. `\u…` and `\/` stand for letters that need none: a word could hide behind them. */
const USUAL = /^(?:[ -[\]-~]|\\["\\nrt])*$/;

const [COMMA, BRACKET, ODD] = [1, 2 ** 11, 2 ** 22];
/** Summed up over a text they count its commas and its opening brackets, and tell whether there is a backslash or something that is not printed. */
const WEIGHTS = new Uint32Array(256).fill(ODD).fill(0, 0x20, 0x7f);
WEIGHTS[0x2c] = COMMA;
WEIGHTS[0x5b] = WEIGHTS[0x7b] = BRACKET;
WEIGHTS[0x5c] = ODD;

/** Bytes are read twice as fast as the letters of a text, and adding them up twice as fast as asking of each what it is. */
const bytes = Buffer.allocUnsafeSlow(3 * LONG);

/**
 * The text of a payload as it came, where `keptPayload` would keep all of it; null where it might not. It is JSON already, so it need not be written again:
 * for a process that stays, where this is compiled. In one that does not, it would take longer.
 */
export function keptText(text: string, room: number): string | null {
  const line = text.trimEnd();
  if (line.length > Math.min(room, LONG) || bytes.write(line) !== line.length) return null;
  let three = 0;
  let sum = 0;
  for (let i = 0; i < line.length; i++) {
    const letter = bytes[i] as number;
    three = lastThree(three, letter);
    if (mayBegin(three) && isHintAt(line, i - 2, three)) return null;
    sum += WEIGHTS[letter] as number;
  }
  if (sum >= ODD && !USUAL.test(line)) return null;
  const [commas, brackets] = [sum % BRACKET, Math.floor(sum / BRACKET) % BRACKET];
  if (commas >= MOST_ENTRIES || brackets > DEEPEST) return null;
  return mayHoldLongAnswer(line) ? null : line;
}

/** An answer within an answer is cut at a quarter of that quarter. */
function mayHoldLongAnswer(line: string): boolean {
  const found = ANSWERS.exec(line);
  return found !== null && (line.length > LONG_ANSWER || ANSWERS.test(line.slice(found.index + 1)));
}
