import type { Call, Machine } from '../../../run/machine.ts';

/** Longer texts are files and listings; a token is near the beginning of what is sent by hand. */
const LIMIT = 4000;

const SECRET = new RegExp(
  [
    // Variables, by name.
    String.raw`\$\{?\w*(?:TOKEN|SECRET|PASSWORD|PASSWD|PGPASS|_KEY|APIKEY|_PAT\b|CREDENTIAL|DATABASE_URL|_DSN)\w*`,
    // What programs print that know a token.
    String.raw`\$\(\s*(?:gh auth|aws|gcloud auth|gcloud secrets|az account|az keyvault|doctl auth|heroku auth|npm config|vault|kubectl get secret)\s?[^)]*`,
    // Keys in full.
    String.raw`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`,
    String.raw`\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_\w{30,}|hf_\w{20,})`,
    String.raw`\b(?:sk-ant-[\w-]{16,}|sk-proj-[\w-]{16,}|sk_live_\w{16,}|xox[abprs]-[\w-]{10,}|AIza[\w-]{30,})`,
    String.raw`\bSG\.[\w-]{16,}\.[\w-]{16,}`,
    '-----BEGIN [A-Z ]*PRIVATE KEY',
  ].join('|'),
  'g',
);

/** Secrets that go along in any option or on standard input: named variables, printed tokens, keys in full. */
export function carriedSecrets(call: Call, machine: Machine): { carries?: string[] } {
  const sent = [...call.args, call.io.stdin?.text ?? ''];
  const found = sent.flatMap((text) => machine.render(text.slice(0, LIMIT)).match(SECRET) ?? []);
  const carries = found.filter((secret) => !secret.includes('EXAMPLE'));
  return carries.length === 0 ? {} : { carries };
}
