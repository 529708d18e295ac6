import { describe, expect, it } from 'vitest';
import { type ModeEdit, setMode } from './set-mode.ts';

const rule: ModeEdit = { rule: 'no-x', mode: 'enforce', in: 'rules' };
const override: ModeEdit = { ...rule, in: 'overrides' };

/** `«old→new»` marks what changes; everything else must stay, byte by byte. */
function expectEdit(marked: string, edit: ModeEdit): void {
  const before = marked.replaceAll(/«([^→»]*)→([^»]*)»/g, '$1');
  const after = marked.replaceAll(/«([^→»]*)→([^»]*)»/g, '$2');
  expect(setMode(before, edit)).toBe(after);
}

describe('the mode of a rule', () => {
  it.each([
    [
      'block',
      'policy: 1\nrules:\n  no-x:\n    before: run\n    mode:   «observe→enforce»   # until friday\n    deny: "x"\n',
    ],
    ['flow', 'rules: { no-y: {mode: observe}, no-x: {mode: «warn→enforce»,deny: a} }'],
    ['single quotes', "rules:\n  no-x: { mode: '«warn→enforce»' }\n"],
    ['double quotes', '{"rules": {"no-x": {"mode":"«warn→enforce»"}}}'],
    ['CRLF', 'policy: 1\r\nrules:\r\n  no-x:\r\n    mode: «warn→enforce»\r\n    # é\r\n'],
    ['a mark at the beginning', '\uFEFFrules:\n  no-x:\n    mode: «warn→enforce»'],
    ['an anchor nobody uses', 'rules:\n  no-x:\n    mode: &m «warn→enforce»\n'],
    ['a tag', 'rules:\n  no-x:\n    mode: !!str «warn→enforce»\n'],
    [
      'odd indentation and comments',
      '# top\nrules:\n     no-x:   # a rule\n            # why\n            mode: «warn→enforce»# no comment\n'.replace(
        '# no comment',
        ' # c',
      ),
    ],
    [
      'a text before it that looks alike',
      'rules:\n  no-y:\n    deny: "mode: warn"\n  no-x:\n    deny: |\n      mode: warn\n    mode: «warn→enforce»\n',
    ],
    ['quoted keys', 'rules:\n  "no-x":\n    "mode": «warn→enforce»\n'],
  ])('%s', (_, marked) => expectEdit(marked, rule));

  it.each([
    ['no mode in the rule', 'rules:\n  no-x: { deny: a }\n'],
    ['a mode that others share', 'mode: &m warn\nrules:\n  no-x:\n    mode: *m\n'],
    ['a mode that others refer to', 'rules:\n  no-x:\n    mode: &m warn\n  no-y:\n    mode: *m\n'],
    ['a shared rule', 'rules:\n  no-y: &r { mode: warn }\n  no-x: *r\n'],
    ['a text over lines', 'rules:\n  no-x:\n    mode: |-\n      warn\n'],
    ['escapes', 'rules:\n  no-x:\n    mode: "w\\x61rn"\n'],
    ['no rule', 'rules: {}\n'],
    ['no policy', '- a\n'],
    ['broken YAML', 'rules: [\n'],
    ['a key twice', 'rules:\n  no-x: { mode: warn }\n  no-x: { mode: warn }\n'],
  ])('not by a small edit: %s', (_, text) => {
    expect(setMode(text, rule)).toBe(null);
  });
});

describe('an override', () => {
  const NEW = 'overrides:\n  no-x: { mode: enforce }\n';
  it.each([
    ['its mode', 'overrides:\n  no-x: { mode: «off→enforce», unless: {} } # c\n'],
    [
      'a mode beside an exception, block',
      'overrides:\n  no-x:\n    unless: { path: a } # c\n«→    mode: enforce\n»  # d\nrules: {}\n',
    ],
    ['a mode beside an exception, flow', 'overrides: { no-x: { unless: { path: a }«→, mode: enforce» } }\n'],
    [
      'one more, block',
      'overrides:\n  # legacy\n  no-y: { mode: off } # c\n«→  no-x: { mode: enforce }\n»\nrules: {}\n',
    ],
    ['one more, deep', 'overrides:\n    no-y:\n        mode: off\n«→    no-x: { mode: enforce }\n»rules: {}\n'],
    ['one more, flow', 'overrides: { no-y: { mode: off }«→, no-x: { mode: enforce }» }\n'],
    ['one more, tight', 'overrides: {no-y: {mode: off}«→, no-x: { mode: enforce }»}\n'],
    ['one more, behind a comma', 'overrides: {\n  no-y: {mode: off},«→ no-x: { mode: enforce }»\n}\n'],
    ['one more, behind a comment', 'overrides: {«→ no-x: { mode: enforce },»\n  no-y: {mode: off} # c\n}\n'],
    ['the first, flow', 'overrides: «{}→{ no-x: { mode: enforce } }»\n'],
    ['one more, JSON', '{"policy": 1, "overrides": {"no-y": {"mode": "off"}«→, "no-x": { "mode": "enforce" }»}}'],
    ['a new section', `policy: 1\nextends: [pack:git]\n«→${NEW}»`],
    ['a new section in an airy file', `policy: 1\n\nrules:\n  a: { deny: b }\n  # c: commented out\n«→\n${NEW}»`],
    ['a new section after a text that keeps its lines', `policy: 1\n\nrules:\n  a:\n    why: |+\n      b\n\n«→${NEW}»`],
    ['a new section, no newline at the end', `policy: 1«→\n${NEW}»`],
    ['a new section, CRLF', `policy: 1\r\n«→${NEW.replaceAll('\n', '\r\n')}»`],
    ['a new section before the end of the document', `---\npolicy: 1\n«→${NEW}»...\n`],
    ['a new section, indented', `  policy: 1\n«→  overrides:\n    no-x: { mode: enforce }\n»`],
    ['a new section, JSON', '{"policy": 1«→, "overrides": { "no-x": { "mode": "enforce" } }»}\n'],
    ['a new section, braces', '{ policy: 1«→, overrides: { no-x: { mode: enforce } }» }\n'],
    ['comments at the end stay', `policy: 1\n# the end\n«→${NEW}»`],
  ])('%s', (_, marked) => expectEdit(marked, override));

  it.each([
    ['a section without entries', 'overrides:\nrules: {}\n'],
    ['a shared section', 'x: &o {}\noverrides: *o\n'],
    ['a section others refer to', 'overrides: &o { no-y: { mode: off } }\nx: *o\n'],
  ])('not by a small edit: %s', (_, text) => {
    expect(setMode(text, override)).toBe(null);
  });
});
