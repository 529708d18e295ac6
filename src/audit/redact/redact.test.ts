import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintSourceCode } from '@secretlint/types';
import { array, assert, constantFrom, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OWN_RULES } from '../../policy/secrets/own-secret-rules.ts';
import { redact, redactHead, searchOnce } from './redact.ts';
import { hasHint } from '../../policy/secrets/secret-spans.ts';
import { SECRETLINT_RULES } from '../../policy/secrets/secretlint-rules.ts';

/** Letters and digits in no order one would guess, the same in every run. */
function body(length: number, letters = 'aB3dE6gH9jK2mN5pQ8sT1vW4xY7z'): string {
  return Array.from({ length }, (_, i) => letters[(i * 11 + (i >> 2)) % letters.length]).join('');
}

/** Put together here, so that no scanner takes this file for a leak. */
const word = (parts: string) => parts.replace('~', '');

const pem = (kind: string) =>
  ['-----BEGIN ', `${kind} KEY-----\n`, `MI${body(200)}`, `\n-----END ${kind} KEY-----`].join('');
const service = Buffer.from(JSON.stringify({ email: body(60), key: body(61) })).toString('base64');

const SECRETS: { rule: string; text: string; secret: string }[] = [
  { rule: 'aws', text: `aws --id ${word('A~KIA')}${body(16).toUpperCase()} s3 ls`, secret: body(16).toUpperCase() },
  { rule: 'aws', text: `AWS_SECRET_ACCESS_KEY=${body(40)} aws s3 ls`, secret: body(40) },
  { rule: 'privatekey', text: `echo "${pem('RSA PRIVATE')}" > id`, secret: body(200) },
  { rule: 'npm', text: `echo ${word('n~pm')}_${body(36)}`, secret: body(36) },
  { rule: 'npm', text: `git clone https://${body(20)}:x-oauth-basic@github.com/a/b`, secret: body(20) },
  { rule: 'basicauth', text: `curl https://admin:${body(12)}@intern.example.com/x`, secret: body(12) },
  { rule: 'slack', text: `curl -d ${word('x~oxb')}-${body(12)}-${body(24)}`, secret: body(24) },
  {
    rule: 'slack',
    text: `curl https://hooks.${word('s~lack')}.com/services/T${body(8)}/B${body(8)}/${body(24)}`,
    secret: body(24),
  },
  { rule: 'sendgrid', text: `key ${word('S~G')}.${body(22)}.${body(43)}`, secret: body(43) },
  { rule: 'shopify', text: `run ${word('s~hpat')}_${body(32)}`, secret: body(32) },
  { rule: 'github', text: `curl -H "x: ${word('g~hp')}_${body(36)}"`, secret: body(36) },
  { rule: 'github', text: `git push ${word('g~ithub')}_pat_${body(82)}`, secret: body(82) },
  { rule: 'openai', text: `run ${word('s~k')}-proj-${body(74)}T3BlbkFJ${body(74)}`, secret: body(74) },
  { rule: 'anthropic', text: `run ${word('s~k')}-ant-api03-${body(93)}AA`, secret: body(93) },
  { rule: 'linear', text: `run ${word('l~in')}_api_${body(40)}`, secret: body(40) },
  { rule: '1password', text: `run ${word('o~ps')}_${service}`, secret: service },
  { rule: 'database-connection-string', text: `psql postgres://app:${body(14)}@db.example.com/app`, secret: body(14) },
  { rule: 'database-connection-string', text: `mongodb+srv://u:${body(9)}@${body(9)}/x`, secret: `:${body(9)}@` },
];

/** Which rules report something about a text. */
async function reportedBy(content: string): Promise<string[]> {
  const found: string[] = [];
  for (const rule of rules) {
    const context = {
      createTranslator: () => () => '',
      report: () => void found.push(rule.meta.id),
      ignore: () => undefined,
    };
    await rule.create(context as never, { enableIDScanRule: true }).file?.({ content } as SecretLintSourceCode);
  }
  return found.map((id) => id.replace('@secretlint/secretlint-rule-', ''));
}

describe('the kept rule set', () => {
  it.each(SECRETS)('$rule: $text', async ({ rule, text, secret }) => {
    expect(await reportedBy(text)).toContain(rule);
    expect(redact(text)).not.toContain(secret);
    expect(redact(`${'x'.repeat(50)} ${text} && ls`)).toMatch(/\*\*\*.* && ls$|\*\*\*$/s);
  });

  it('has every rule tested', () => {
    expect(new Set(SECRETS.map(({ rule }) => rule))).toEqual(new Set(SECRETLINT_RULES.map(({ name }) => name)));
  });
});

describe('our own rules', () => {
  it.each([
    ['DB_PASSWORD=hunter2hunter2 make', 'DB_PASSWORD=*** make'],
    [`export API_KEY='a b c'; ls`, `export API_KEY='***'; ls`],
    ['{"client_secret": "s3cr3t!", "x": 1}', '{"client_secret": "***", "x": 1}'],
    [String.raw`echo "{\"password\":\"hunter2\"}"`, String.raw`echo "{\"password\":\"***"}"`],
    ['curl -H "Authorization: Bearer abc.def"', 'curl -H "Authorization: Bearer ***"'],
    ['curl -H "X-Api-Key: abcdef"', 'curl -H "X-Api-Key: ***"'],
    ['curl -u admin:s3cret https://x', 'curl -u admin:*** https://x'],
    ['git clone https://me:pw@git.local/x', 'git clone https://me:***@git.local/x'],
    ['redis://:pw@cache/0', 'redis://:***@cache/0'],
    ['psql --password hunter2', 'psql --password ***'],
    ['sshpass -p hunter2 ssh a', 'sshpass -p *** ssh a'],
    ['mysql -u root -phunter2 db', 'mysql -u root -p*** db'],
    [`echo ${word('g~hp')}_short1234567890`, 'echo ***'],
    [`echo ${word('e~yJ')}hbGciOiJI.eyJzdWIiOiIx.c2ln`, 'echo ***'],
    [`${word('-~----BEGIN')} OPENSSH PRIVATE KEY-----\nabc`, '***'],
  ])('%s', (text, masked) => {
    expect(redact(text)).toBe(masked);
  });

  it.each([
    'rm -rf /tmp/build && git status',
    'PASSWORD=$DB_PASSWORD make',
    'curl -H "Authorization: Bearer $TOKEN" https://x',
    'docker login --password-stdin',
    'docker run -u 1000:1000 alpine',
    'grep -rn max_tokens: src',
    'npm run tokenize -- --user me',
    'git clone https://github.com/a/b',
    'pip install task-scheduling-library sk-learn-something',
  ])('leaves alone: %s', (text) => {
    expect(redact(text)).toBe(text);
  });
});

it('searches every text in which a pattern finds something', () => {
  const found = new Set<string>();
  const change = constantFrom('as it is', 'upper', 'lower', 'without a letter');
  assert(
    property(constantFrom(...SECRETS), change, integer({ min: 0, max: 60 }), ({ text }, how, at) => {
      const changed = {
        'as it is': text,
        upper: text.toUpperCase(),
        lower: text.toLowerCase(),
        'without a letter': text.slice(0, at) + text.slice(at + 1),
      }[how];
      for (const { name, patterns } of [...SECRETLINT_RULES, ...OWN_RULES]) {
        if (!patterns.some((pattern) => pattern().test(changed))) continue;
        found.add(name);
        expect([name, changed, hasHint(changed)]).toEqual([name, changed, true]);
      }
    }),
    { numRuns: 3_000 },
  );
  expect([...found]).toEqual(expect.arrayContaining(SECRETLINT_RULES.map(({ name }) => name)));
});

it('never shows part of a secret that lies across the cut', () => {
  assert(
    property(
      constantFrom(...SECRETS),
      integer({ min: 0, max: 400 }),
      integer({ min: 1, max: 420 }),
      ({ text, secret }, before, limit) => {
        const shown = redactHead(`${'a '.repeat(before / 2)}${text} and more`, limit).text;
        for (let at = 0; at + 12 <= secret.length; at += 4) expect(shown).not.toContain(secret.slice(at, at + 12));
      },
    ),
    { numRuns: 2_000 },
  );
});

it('looks at no more than it keeps', () => {
  const { text, changed } = redactHead('x'.repeat(1_000_000), 10);
  expect({ text, changed }).toEqual({ text: 'xxxxxxxxxx…[999990 more]', changed: true });
  expect(redactHead('a😀b', 2)).toEqual({ text: 'a…[2 more]', changed: true });
});

it('takes no time that grows out of hand, whatever the text', () => {
  const bits = [
    'xoxb-',
    'a-',
    'password',
    'token=',
    'http://',
    'a:',
    '@',
    'mongodb://',
    'eyJ',
    '-----BEGIN ',
    'PRIVATE KEY',
    ' ',
    'curl ',
    '"',
    "'",
    '\\',
    '_',
    'sk-',
    'mysql ',
    '=',
    'authorization:',
    'secret_access_key',
  ];
  assert(
    property(array(constantFrom(...bits), { minLength: 1, maxLength: 5 }), string({ maxLength: 3 }), (parts, end) => {
      const unit = parts.join('');
      // A pattern that backtracks without bound would not come back from this within the time of the test.
      redact(unit.repeat(Math.ceil(2_400 / unit.length)) + end);
    }),
    { numRuns: 300 },
  );
});

it('a text that is shortened more and more shows no secret, and one that is shown further is searched further', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const text = `${'x '.repeat(400)}${secret} ${'y '.repeat(400)}`;
  for (const limits of [
    [1200, 900, 810, 100],
    [100, 1200],
  ]) {
    const search = searchOnce();
    for (const limit of limits) expect(redactHead(text, limit, search).text).not.toContain(secret.slice(0, 8));
  }
});
