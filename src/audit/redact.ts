/** What is never stored, whatever a command line holds. A net with wide meshes: the trail's own page says so. */
const SECRETS: [RegExp, string][] = [
  [/\b(?:gh[pousr]|github_pat|glpat|xox[abprs]|sk|pk|rk|npm|pypi|hf)[-_][A-Za-z0-9_-]{12,}/g, '***'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, '***'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '***'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, '*** private key ***'],
  [/\b(authorization:\s*(?:bearer|basic|token)?\s*)[^\s"']+/gi, '$1***'],
  [
    /\b((?:[\w-]*(?:password|passwd|secret|token|api[-_]?key|credential)[\w-]*)["']?\s*[=:]\s*["']?)[^\s"'&]{3,}/gi,
    '$1***',
  ],
  [/(\w+:\/\/[^\s/:@]*:)[^\s/@]+@/g, '$1***@'],
];

export function redact(text: string): string {
  return SECRETS.reduce((kept, [secret, instead]) => kept.replace(secret, instead), text);
}
