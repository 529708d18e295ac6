import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Commands to start from: those in the packs' own tests, and the corpora where they are at hand. */
export function seedCommands(): string[] {
  return [...new Set([...ownCommands(), ...corpusCommands()])];
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

/** Beside the repository, never in it. */
export function corpusCommands(): string[] {
  const folder = '../shared/corpus';
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split('\n').filter(Boolean))
    .map((line) => (JSON.parse(line) as { command: string }).command);
}
