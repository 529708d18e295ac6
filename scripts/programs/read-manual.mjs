// What a manual page or a `--help` text says about options, read from the lines that begin with one.

/** The value an option takes, by what follows its name: `--out=FILE`, `--out FILE`, `--color[=WHEN]`, `-i[SUFFIX]`. */
const VALUES = [
  ['attached', /^\[=?[^\s\]]+\]/],
  ['attached', /^ \[=?[A-Za-z<][^\]]*\](?= |,|$)/],
  ['required', /^=(?:\S+|$|(?=,))/],
  ['required', /^ \[[^\]]+\][\w:]\S*/],
  ['required', /^ ?<[^>]+>/],
  ['required', /^ ?\{[^}]+\}/],
  [
    'required',
    /^ "?[a-zA-Z.][\w:./|-]*"?(?:\[,[^\]]*\])*(?:=\S+)?(?: \.\.\.|…|\.\.\.)?(?= ?$| ?,| ?\||\[| \[| {2}| \.\.\.| -)/,
  ],
];

/**
 * The options in a manual: by name (`o`, `output`) how they take a value, `none`, `required` or `attached`. A name that the text shows in both ways is left
 * out, since a page often describes two commands.
 */
export function optionsIn(text) {
  const found = new Map();
  const disputed = new Set();
  for (const head of headsIn(text)) {
    const group = namesIn(head);
    for (const [at, { name, value }] of group.entries()) {
      // `-o, --output=FILE`: the short one takes what the long one takes.
      const next = group[at + 1];
      const taken = value === 'none' && name.length === 1 && (next?.name.length ?? 0) > 1 ? next.value : value;
      const known = found.get(name);
      if (known !== undefined && known !== taken) disputed.add(name);
      found.set(name, taken);
    }
  }
  for (const name of disputed) found.delete(name);
  return found;
}

/** Lines that begin with an option, without the description after two blanks. */
function headsIn(text) {
  return text.split('\n').flatMap((line) => {
    const written = /^ {1,16}(-{1,2}[A-Za-z0-9].*)$/.exec(line.replaceAll('\t', '  '))?.[1];
    if (written === undefined) return [];
    // `-a,  --all` has blanks inside its head; the description begins after the next two.
    const head = written.replaceAll(/, {2,}(?=-)/g, ', ').split(/ {2,}/)[0] ?? '';
    return /[.;:]$|\b(?:is|are|and|the|to|of)\b/.test(head) ? [] : [head];
  });
}

/** `-o file, --output=file` or `-o|--output file`. */
function namesIn(head) {
  const names = [];
  let rest = head;
  while (rest.startsWith('-')) {
    const [whole, name] = /^--?([A-Za-z0-9][\w-]*)/.exec(rest) ?? [];
    if (whole === undefined) break;
    rest = rest.slice(whole.length);
    const [value = 'none', text = ''] = valueAt(rest);
    rest = rest.slice(text.length);
    names.push({ name, value });
    rest = rest.replace(/^(?: ?[,|/] ?| or | (?=-))/, '');
  }
  return names;
}

function valueAt(rest) {
  for (const [value, pattern] of VALUES) {
    const text = pattern.exec(rest)?.[0];
    if (text !== undefined && !/^ (?:or|and)\b/.test(text)) return [value, text];
  }
  return [];
}
