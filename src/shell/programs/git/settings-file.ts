/** One line of a configuration file of git. The key is in small letters, but for a name in quotes: `includeif.gitdir:~/Work/.path`. */
export interface Setting {
  key: string;
  value: string;
  line: number;
}

/** The settings of a configuration file, in order, as git-config(1) describes the syntax. Lines that git would refuse are passed over. */
export function settingsIn(text: string): Setting[] {
  const settings: Setting[] = [];
  let section = '';
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    let content = (lines[at] ?? '').replace(/\r$/, '').trimStart();
    const header = /^\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/.exec(content);
    if (header !== null) {
      const [whole, name = '', quoted] = header;
      section = quoted === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${quoted.replace(/\\(.)/g, '$1')}`;
      content = content.slice(whole.length).trimStart();
    }
    while (endsInContinuation(content) && at + 1 < lines.length) content = content.slice(0, -1) + (lines[++at] ?? '');
    const pair = /^([a-zA-Z][\w-]*)\s*(?:=\s*(.*))?$/s.exec(content);
    if (pair === null || section === '') continue;
    const [, name = '', written] = pair;
    settings.push({
      key: `${section}.${name.toLowerCase()}`,
      value: written === undefined ? 'true' : valueIn(written),
      line,
    });
  }
  return settings;
}

function endsInContinuation(content: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(content);
}

/** A value without its quotes, escapes, comment and the blanks around it. */
function valueIn(written: string): string {
  let value = '';
  let isQuoted = false;
  // Blanks at the end count only if something follows them.
  let blanks = '';
  for (let at = 0; at < written.length; at++) {
    const character = written[at] ?? '';
    if (character === '"') {
      isQuoted = !isQuoted;
      continue;
    }
    if (!isQuoted && (character === '#' || character === ';')) break;
    if (!isQuoted && /\s/.test(character)) {
      blanks += character;
      continue;
    }
    value += blanks;
    blanks = '';
    value += character === '\\' ? escaped(written[++at] ?? '') : character;
  }
  return value;
}

function escaped(character: string): string {
  return { n: '\n', t: '\t', b: '\b' }[character] ?? character;
}
