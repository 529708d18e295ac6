import { expect, test } from 'vitest';
import { defineOptions, parseOptions } from './options.ts';

const spec = defineOptions('r,R,recursive f,force o,output= i,in-place? name=');

function summary(args: string[]) {
  const parsed = parseOptions(args, spec);
  return {
    recursive: parsed.has('recursive'),
    force: parsed.on('force'),
    output: parsed.value('output'),
    suffix: parsed.value('in-place'),
    name: parsed.value('name'),
    operands: parsed.operands,
  };
}

const none = { recursive: false, force: false, output: undefined, suffix: undefined, name: undefined, operands: [] };

test.each<[string[], Partial<typeof none> | object]>([
  [['-rf', 'x'], { recursive: true, force: true, operands: ['x'] }],
  [['x', '-R'], { recursive: true, operands: ['x'] }],
  [['--rec', '--for', 'x'], { recursive: true, force: true, operands: ['x'] }],
  [['--force', '--no-force'], { force: false }],
  [['-rofile', 'x'], { recursive: true, output: 'file', operands: ['x'] }],
  [['-o', 'file', '--', '-r'], { output: 'file', operands: ['-r'] }],
  [['--output=a', '-ob'], { output: 'b' }],
  [['-i', 'x'], { operands: ['x'] }],
  [['-i.bak', 'x'], { suffix: '.bak', operands: ['x'] }],
  [['-name', 'y', '-'], { name: 'y', operands: ['-'] }],
])('%j', (args, expected) => {
  expect(summary(args)).toEqual({ ...none, ...expected });
});

test('+ leaves the rest to the inner command', () => {
  const wrapper = defineOptions('+u,user= n');
  const parsed = parseOptions(['-n', '-u', 'root', 'rm', '-rf', '-u'], wrapper);
  expect([parsed.value('user'), parsed.operands]).toEqual(['root', ['rm', '-rf', '-u']]);
});

test('an arrow says what the program writes, and is no part of the name', () => {
  const { names } = defineOptions('l,log=> d,out-dir=>/ profile?> q');
  expect(['l', 'out-dir', 'profile', 'q'].map((name) => names.get(name))).toEqual([
    { name: 'log', value: 'required', writes: 'file' },
    { name: 'out-dir', value: 'required', writes: 'below' },
    { name: 'profile', value: 'attached', writes: 'file' },
    { name: 'q', value: 'none' },
  ]);
});
