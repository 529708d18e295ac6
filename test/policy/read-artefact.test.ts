import { describe, expect, it } from 'vitest';
import { compileLayers } from '../../src/hook/policy-files/compile-layers.ts';
import { readArtefact, serialise } from '../../src/policy/stored/open-policy.ts';

const artefactOf = (text: string) => {
  const { artefact } = compileLayers([{ layer: 'project', path: 'p.yaml', wanted: true }], {
    instead: new Map([['p.yaml', text]]),
  });
  if (artefact === null) throw new Error('it does not compile');
  return artefact;
};

describe('a compiled policy read back as plain data', () => {
  it.each([
    'policy: 1\nextends: [pack:default, pack:strict]\n',
    'policy: 1\nrules:\n  a: { before: run, when: { runs: grüße }, deny: "Nö." }\n  b: { before: write, when: { path: "Übung/**" }, ask: "?" }\n',
    'policy: 1\nrules: {}\n',
  ])('%j: the same as before', (text) => {
    const artefact = artefactOf(text);
    expect(readArtefact(serialise(artefact))).toEqual(artefact);
  });

  it('null for what is cut off or foreign', () => {
    const text = serialise(artefactOf('policy: 1\nrules: {}\n'));
    expect([readArtefact(text.slice(0, -1)), readArtefact(''), readArtefact('{"format":99}\n')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
