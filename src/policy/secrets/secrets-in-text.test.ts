import { describe, expect, it } from 'vitest';
import { secretsInText } from './secrets-in-text.ts';

/** Put together here, so that no scanner takes this file for a leak. */
const word = (parts: string) => parts.replace('~', '');
const body = (length: number, letters = 'aB3dE6gH9jK2mN5pQ8sT1vW4xY7z') =>
  Array.from({ length }, (_, i) => letters[(i * 11 + (i >> 2)) % letters.length]).join('');
const github = `${word('g~hp')}_${body(36)}`;
const amazon = `${word('A~KIA')}${body(16).toUpperCase()}`;
const pem = ['-----BEGIN ', `RSA PRIVATE KEY-----\nMI${body(200)}\n-----END RSA PRIVATE KEY-----`].join('');

describe('texts with secrets', () => {
  it.each([
    [`const client = new Octokit({ auth: '${github}' });`, ['github', 'token']],
    [`aws_access_key_id = ${amazon}`, ['aws', 'password or token']],
    [`AWS_SECRET_ACCESS_KEY=${body(40)}`, ['aws', 'password or token']],
    [pem, ['private key']],
    [`DATABASE_URL=postgres://app:${body(14)}@db.internal/app`, ['password in an address']],
    [`const password = "${body(12)}";`, ['password or token']],
    [`password: '${body(12)}'`, ['password or token']],
    [`API_KEY=${body(24)}`, ['password or token']],
    [`{"client_secret": "${body(20)}"}`, ['password or token']],
    [`curl -H "Authorization: Bearer ${body(30)}" https://api.internal`, ['password or token']],
    [`sentry ${word('e~yJ')}${body(20)}.${body(40)}.${body(20)}`, ['token']],
    [`${'x = 1\n'.repeat(20_000)}key = "${github}"`, ['github', 'token']],
  ])('%s', (text, kinds) => {
    expect([...secretsInText(text)].sort()).toEqual(kinds);
  });
});

describe('code and documentation that only speak of secrets', () => {
  it.each([
    '',
    'const token = readToken();',
    'const token = await this.session.token(request);',
    'interface User { password: string; token?: string | null }',
    'password = os.environ["DB_PASSWORD"]',
    'const apiKey = process.env.API_KEY;',
    'api_key: ${{ secrets.NPM_TOKEN }}',
    'TOKEN=$(gh auth token)',
    'password=$PASSWORD',
    "password: 'changeme-please1'",
    'API_KEY=<your-key-1234>',
    'API_KEY=your-api-key-123',
    'tokens = tokenizer.tokenize(text)[:2048]',
    'max_tokens: 4096',
    'secretName: web-tls-2024',
    'expect(password).toBe("hunter2")',
    'postgres://postgres:postgres@localhost:5432/test',
    'https://user:password@example.com/',
    `aws_access_key_id = ${word('A~KIA')}IOSFODNN7EXAMPLE`,
    `token: ${word('g~hp')}_${'x'.repeat(36)}`,
    'Authorization: Bearer <token>',
    'headers: { Authorization: `Bearer ${token}` }',
    'import { secretSpans } from "./secret-spans.ts";',
    'passwordHash: await bcrypt.hash(password, 12)',
    'credential = credentials.default2()',
  ])('%s', (text) => {
    expect(secretsInText(text)).toEqual([]);
  });
});

describe('long texts that are made to be slow', () => {
  it.each([
    ['beginnings of tokens', '-eyJ'.repeat(60_000)],
    ['beginnings of keys', '-----BEGIN RSA PRIVATE KEY-----\n'.repeat(8_000)],
    ['names', 'password = '.repeat(25_000)],
    ['options', 'mysql -a '.repeat(30_000)],
    ['addresses', 'https://a:'.repeat(25_000)],
    ['words', `password = ${'a-'.repeat(500)}!\n`.repeat(250)],
    ['Slack', `${word('x~oxb')}-${'a-'.repeat(120_000)}!`],
  ])('%s', (_, text) => {
    expect(Array.isArray(secretsInText(text))).toBe(true);
  });
});
