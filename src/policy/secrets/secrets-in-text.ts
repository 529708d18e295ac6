import { hasHint, type SecretRule } from './secret-spans.ts';
import { OWN_RULES } from './own-secret-rules.ts';
import { SECRETLINT_RULES } from './secretlint-rules.ts';

/**
 * The kinds of secrets in a string that a person would not want in a file. The rules are those that mask the audit trail. They mask too much on purpose,
 * because that costs nothing there; here `const token = readToken()` and `password: string` must pass. So what a rule finds by a name or a place, and not
 * by its own form, counts only if it looks like a secret.
 */
export function secretsInText(text: string): string[] {
  if (!hasHint(text)) return [];
  const kinds = new Set<string>();
  for (let from = 0; from === 0 || from + OVERLAP < text.length; from += PIECE - OVERLAP)
    addKinds(text.slice(from, from + PIECE), kinds);
  return [...kinds];
}

/** A string is searched in pieces, because some patterns take quadratic time. Secrets are shorter than the overlap, or are known by their beginning. */
const PIECE = 1_200;
const OVERLAP = 400;

function addKinds(piece: string, kinds: Set<string>): void {
  if (!hasHint(piece)) return;
  const lower = piece.toLowerCase();
  for (const rules of [SECRETLINT_RULES, OWN_RULES])
    for (const rule of rules)
      if (!kinds.has(kindOf(rule)) && rule.hints.some((hint) => lower.includes(hint)) && finds(rule, piece))
        kinds.add(kindOf(rule));
}

function finds({ name, patterns }: SecretRule, text: string): boolean {
  const isForm = !BY_PLACE.includes(name);
  return patterns.some((pattern) => {
    for (const match of text.matchAll(pattern())) {
      const groups = match.groups ?? {};
      const secret = 'password' in groups ? groups['password'] : match[0];
      if (secret === undefined || secret === '' || isPlaceholder(secret)) continue;
      if (isForm || (isLiteral(match, secret, text) && looksRandom(secret))) return true;
    }
    return false;
  });
}

/** Rules that find a secret by the text around it. */
const BY_PLACE: readonly string[] = [
  'assignment',
  'option',
  'header',
  'url',
  'basicauth',
  'database-connection-string',
];

/** In words for people; rules of one kind have one. */
function kindOf({ name }: SecretRule): string {
  return KINDS[name] ?? name;
}

const KINDS: Record<string, string> = {
  privatekey: 'private key',
  'private-key': 'private key',
  assignment: 'password or token',
  option: 'password or token',
  header: 'password or token',
  token: 'token',
  url: 'password in an address',
  basicauth: 'password in an address',
  'database-connection-string': 'password in an address',
};

/** What documentation and examples write instead of a secret. */
function isPlaceholder(secret: string): boolean {
  const distinct = new Set(secret.toLowerCase().replace(/[^a-z0-9]/g, '')).size;
  return (
    distinct < 5 ||
    /example|changeme|placeholder|dummy|sample|redacted|your[-_ ]|(?:x{4}|0{6}|\*{3}|\.{3}|…)|^<.*>$|[${}]/i.test(
      secret,
    )
  );
}

/** The name of a variable, a call or a property is not a secret; one in quotes, in an address or on a command line is a value. */
function isLiteral({ index, 0: whole }: RegExpMatchArray, secret: string, text: string): boolean {
  if (/[()[\]]|^\w+\.\w+(?:\.\w+)*$|^(?:process|os|env|config|self|this)\b/.test(secret)) return false;
  const start = (index ?? 0) + whole.lastIndexOf(secret);
  const before = text.charAt(start - 1);
  return /["'`\s=:]/.test(before);
}

/** Long enough, and letters with digits, but not words followed by a number (`web-tls-2024`). */
function looksRandom(secret: string): boolean {
  const isNamed = /^[a-z]+(?:[-_. ][a-z]+)*[-_. ]?\d{0,4}$/i.test(secret);
  return secret.length >= 8 && /[a-z]/i.test(secret) && /\d/.test(secret) && !isNamed;
}
