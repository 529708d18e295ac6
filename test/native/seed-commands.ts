import { readdirSync, readFileSync } from 'node:fs';
import { corpusDirectory, readCommands } from '../support/corpus.ts';

/** Commands to start from: those in the packs' own tests, and those of the corpus. */
export function seedCommands(): string[] {
  return [...new Set([...ownCommands(), ...readCommands(corpusDirectory('.'))])];
}

function ownCommands(): string[] {
  const folder = 'src/policy/packs';
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('          ') || line.includes(' deny: [') || line.includes(' pass: ['))
      .map((line) => line.replace(/^[\s-]*(?:deny|pass|ask|warn)?:?\s*\[?/, '').replace(/[\]",]+$/, '')),
  );
}
