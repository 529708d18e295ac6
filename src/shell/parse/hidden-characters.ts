import type { Analysis } from '../analysis.ts';

/**
 * Invisible characters, or those that make a terminal show something other than what runs. Some never belong in a command; others are part of
 * ordinary writing (an emoji, Persian, a French space) and are only suspicious in a word that decides what happens: a program, an option, a path.
 */
export function hiddenCharacters(command: string, analysis: Analysis): string[] {
  if (PLAIN.test(command) || !ANY.test(command)) return [];
  const anywhere = [...withoutFlags(command).matchAll(NEVER)].map(([char]) => describe(char));
  const inWords = suspiciousWords(analysis).map(({ char, word }) => `${describe(char)} in ${visible(word)}`);
  return [...new Set([...anywhere, ...inWords])].slice(0, MOST);
}

const MOST = 5;

/** Nearly every command, and quickly told. */
const PLAIN = /^[\t\n -~]*$/;

/** Zero-width and filler characters, soft hyphen, marks of direction, variation selectors, C1 controls. */
const INVISIBLE = String.raw`\u0080-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0100}-\u{e01ef}`;
/** Blanks that do not separate words. */
const SPACES = String.raw`\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;
/** NUL and the controls of a terminal, a carriage return inside a line, changes of direction, tags. */
const NEVERS = String.raw`[\0-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|\r(?!\r*(?:\n|$))`;

const ANY = new RegExp(`[${INVISIBLE}${SPACES}]|${NEVERS}`, 'u');
const NEVER = new RegExp(NEVERS, 'gu');
const INVISIBLE_ONE = new RegExp(`[${INVISIBLE}]`, 'u');
const SPACE_ONE = new RegExp(`[${SPACES}]`, 'u');
const ONLY_HIDDEN = new RegExp(`^[${INVISIBLE}${SPACES}]+$`, 'u');

/** The flags of England, Scotland and Wales are spelled with tags. */
function withoutFlags(text: string): string {
  return text.replace(/\u{1f3f4}[\u{e0061}-\u{e007a}]{1,6}\u{e007f}/gu, '');
}

type Found = { char: string; word: string };

function suspiciousWords({ invocations, effects }: Analysis): Found[] {
  const found: Found[] = [];
  const look = (word: string, pattern: RegExp) => {
    const char = pattern.exec(withoutWriting(word))?.[0];
    if (char !== undefined) found.push({ char, word });
  };
  for (const { path, argv } of invocations) {
    for (const pattern of [INVISIBLE_ONE, SPACE_ONE]) look(path, pattern);
    for (const { text } of argv) {
      // Sentences are data, and so is a word that consists of such characters alone, as in a search for them.
      if (/[ \t\n]/.test(text) || ONLY_HIDDEN.test(text)) continue;
      look(text, INVISIBLE_ONE);
      if (text.startsWith('-')) look(text.replace(/=.*$/s, ''), SPACE_ONE);
    }
  }
  for (const effect of effects) {
    if (!('path' in effect) || /[ \t\n]/.test(effect.path)) continue;
    for (const pattern of [INVISIBLE_ONE, SPACE_ONE]) look(effect.path, pattern);
  }
  return found;
}

/** Without what is ordinary: emoji sequences, joiners between letters of scripts that need them, wide blanks between wide letters. */
function withoutWriting(word: string): string {
  return word
    .replace(/[#*0-9]\ufe0f?\u20e3/gu, '')
    .replace(/(\p{Extended_Pictographic}|\p{Emoji_Modifier})[\ufe0e\ufe0f]/gu, '$1')
    .replace(/(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/gu, '')
    .replace(/(?<=[\u0590-\u1fff])[\u200c-\u200f\u061c](?=[\u0590-\u1fff])/gu, '')
    .replace(/(?<=[\u2e80-\uffef\u{20000}-\u{3ffff}])(?:\u3000|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])/gu, '');
}

const NAMES: Readonly<Record<string, string>> = {
  '\0': 'NUL',
  '\b': 'backspace',
  '\r': 'carriage return',
  '\u001b': 'escape',
  '\u00a0': 'no-break space',
  '\u00ad': 'soft hyphen',
  '\u200b': 'zero width space',
  '\u200c': 'zero width non-joiner',
  '\u200d': 'zero width joiner',
  '\u200e': 'left-to-right mark',
  '\u200f': 'right-to-left mark',
  '\u202d': 'left-to-right override',
  '\u202e': 'right-to-left override',
  '\u2060': 'word joiner',
  '\ufeff': 'byte order mark',
};

function describe(char: string): string {
  const code = codeOf(char);
  const name = NAMES[char] ?? (/[\u{e0000}-\u{e007f}]/u.test(char) ? 'tag character' : undefined);
  return name === undefined ? code : `${code} ${name}`;
}

function codeOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The word with what cannot be seen written out. */
function visible(word: string): string {
  const shown = [...word].map((char) => (ANY.test(char) ? `<${codeOf(char)}>` : char)).join('');
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
