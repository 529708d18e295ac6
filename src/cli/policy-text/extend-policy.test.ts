import { expect, it } from 'vitest';
import { extendPolicy } from './extend-policy.ts';

it.each([
  ['no extends', 'policy: 1 # v\nrules: {}\n', 'policy: 1 # v\nextends: [./a.yaml]\nrules: {}\n'],
  ['a list', 'policy: 1\nextends: [pack:git] # git\n', 'policy: 1\nextends: [pack:git, ./a.yaml] # git\n'],
  [
    'a list with a map',
    'policy: 1\nextends: [{ pack: git, mode: observe }]\n',
    'policy: 1\nextends: [{ pack: git, mode: observe }, ./a.yaml]\n',
  ],
  ['an empty list', 'policy: 1\nextends: []\n', 'policy: 1\nextends: [./a.yaml]\n'],
  [
    'a list in several lines',
    'policy: 1\nextends: [\n  pack:git,\n]\n',
    'policy: 1\nextends: [\n  pack:git, ./a.yaml\n]\n',
  ],
  ['one name', 'policy: 1\nextends: pack:git # git\n', 'policy: 1\nextends: [pack:git, ./a.yaml] # git\n'],
  ['a quoted name', 'policy: 1\nextends: "pack:git"\n', 'policy: 1\nextends: ["pack:git", ./a.yaml]\n'],
  ['a map', 'policy: 1\nextends: { pack: git }\n', 'policy: 1\nextends: [{ pack: git }, ./a.yaml]\n'],
  [
    'a list of lines',
    'policy: 1\nextends:\n  - pack:git\nrules: {}\n',
    'policy: 1\nextends:\n  - ./a.yaml\n  - pack:git\nrules: {}\n',
  ],
  [
    'lines with maps',
    'policy: 1\nextends:\n- pack: git\n  mode: observe\n',
    'policy: 1\nextends:\n- ./a.yaml\n- pack: git\n  mode: observe\n',
  ],
  [
    'the word in a comment',
    '# extends: [x]\npolicy: 1\nextends: [pack:git]\n',
    '# extends: [x]\npolicy: 1\nextends: [pack:git, ./a.yaml]\n',
  ],
  ['the file in a comment', '# not ./a.yaml\npolicy: 1\n', '# not ./a.yaml\npolicy: 1\nextends: [./a.yaml]\n'],
  ['extended already', 'policy: 1\nextends: [./a.yaml]\n', 'already'],
  ['extended already, alone', 'policy: 1\nextends: ./a.yaml\n', 'already'],
  ['a map of lines', 'policy: 1\nextends:\n  pack: git\n', null],
  ['a comment behind the last item', 'policy: 1\nextends: [\n  pack:git # git\n]\n', null],
  ['broken YAML', 'policy: 1\nextends: [\n', null],
])('%s', (_, before, after) => {
  const changed = extendPolicy(before, './a.yaml');
  expect(typeof changed === 'object' ? (changed?.text ?? null) : changed).toBe(after);
});
