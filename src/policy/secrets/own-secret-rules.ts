import type { SecretRule } from './secret-spans.ts';

/**
 * What secretlint's rules leave out on purpose, because they look for real keys in files and must not raise false
 * alarms: a password on a command line, a header, a token of unknown shape or length, a key whose end was cut off.
 * Masking too much costs little here.
 */
const NAME = String.raw`(?:pass(?:word|wd|phrase)|secret|token(?!s|iz)|api[-_]?key|access[-_]?key|credential)`;
/** After a name: `PASSWORD=`, `"password": `, and the same inside a quoted string. */
const IS = String.raw`[\w-]{0,40}(?:\\{0,2}["'])?\s{0,4}[=:]\s{0,4}`;
/** `$TOKEN` names a secret without telling it. */
const TOLD = String.raw`(?!\$[({\w])`;

/** Long patterns take time to compile: these are compiled once. */
const IN_SINGLE_QUOTES = new RegExp(`${NAME}${IS}'(?<password>[^'\\n]+)`, 'gi');
const IN_DOUBLE_QUOTES = new RegExp(`${NAME}${IS}\\\\{0,2}"${TOLD}(?<password>[^"\\n]+)`, 'gi');
const WITHOUT_QUOTES = new RegExp(`${NAME}${IS}${TOLD}(?<password>[^\\s"'&;]{3,})`, 'gi');
const BEHIND_OPTION = new RegExp(
  `--(?:pass(?:word|wd|phrase)?|(?:auth-?)?token|secret|(?:api|access)-?key)\\s+["']?${TOLD}(?<password>[^\\s"'-][^\\s"']{2,})`,
  'gi',
);

export const OWN_RULES: readonly SecretRule[] = [
  {
    name: 'assignment',
    hints: ['pass', 'secret', 'token', 'key', 'credential'],
    patterns: [() => IN_SINGLE_QUOTES, () => IN_DOUBLE_QUOTES, () => WITHOUT_QUOTES],
  },
  {
    name: 'option',
    hints: ['--pass', '--token', '--secret', '--api', '--access', '--auth', 'sshpass', 'mysql'],
    patterns: [
      () => BEHIND_OPTION,
      () => /\bsshpass\s+-p\s{0,4}["']?(?<password>[^\s"']+)/g,
      () => /\bmysql(?:dump|admin)?\s(?:[^|;&\n]{0,200}?\s)?-p(?<password>[^\s"'-][^\s"']{2,})/g,
    ],
  },
  {
    name: 'header',
    hints: ['authorization', 'bearer', 'cookie', '-key:', '-token:'],
    patterns: [
      () =>
        /authorization\\{0,2}["']?\s{0,4}[:=]\s{0,4}\\{0,2}["']?(?:(?:bearer|basic|token|digest|negotiate)\s{1,4})?(?!\$[({\w]|(?:bearer|basic|token|digest|negotiate)\s)(?<password>[^\s"',;]+)/gi,
      () => /\bbearer\s{1,4}(?<password>[\w.~+/=-]{8,})/gi,
      () => /\b(?:set-)?cookie:\s{0,4}(?<password>[^\r\n"']+)/gi,
      () => /\bx-[\w-]{0,40}(?:key|token):\s{0,4}(?<password>[^\s"']+)/gi,
    ],
  },
  {
    name: 'url',
    hints: ['://', ' -u', '--user'],
    patterns: [
      () => /:\/\/[^\s/:@]{0,256}:(?<password>[^\s/@]{1,256})@/g,
      () =>
        /\b(?:curl|wget|https?|xh)\s(?:[^|;&\n]{0,300}?\s)?(?:-u|--user)[\s=]\s{0,4}["']?[^\s:"']{1,100}:(?<password>[^\s"']+)/g,
    ],
  },
  {
    name: 'token',
    hints: [
      'ghp_',
      'gho_',
      'ghu_',
      'ghs_',
      'ghr_',
      'github_pat_',
      'glpat-',
      'xox',
      'npm_',
      'pypi-',
      'hf_',
      'ops_',
      'lin_',
      'dop_v1_',
      'sk-',
      'sk_',
      'pk_',
      'rk_',
      'eyj',
    ],
    patterns: [
      () => /\b(?:(?:gh[pousr]|github_pat|npm|hf|ops|lin_api|dop_v1)_|(?:glpat|pypi)-|xox[a-z]-)[\w-]{12,}/g,
      () => /\b(?:sk[-_]|[pr]k_)(?=[A-Za-z_-]{0,80}\d)[\w-]{12,}/g,
      () => /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
    ],
  },
  {
    name: 'private-key',
    hints: ['-----begin'],
    patterns: [
      () => /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    ],
  },
];

/** A field of a structured call whose value is a secret by its name. */
export function isSecretName(name: string): boolean {
  return /pass(?:word|wd|phrase)|secret|token$|api[-_]?key|access[-_]?key|private[-_]?key|credential|authorization|cookie/i.test(
    name,
  );
}
