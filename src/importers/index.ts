import { ccSafetyNet } from './cc-safety-net/index.ts';
import { claudePermissions } from './claude-permissions/index.ts';
import { gemini } from './gemini/index.ts';
import { hookify } from './hookify/index.ts';
import type { Importer, SourceFile } from './importer.ts';

export const IMPORTERS: readonly Importer[] = [hookify, claudePermissions, gemini, ccSafetyNet];

/** Whose rules these are, by what is in the file, or else by a name that only one tool uses. */
export function importerOf(file: SourceFile): Importer | undefined {
  return (
    IMPORTERS.find((one) => one.recognises(file)) ??
    IMPORTERS.find(({ ownNames }) => ownNames?.test(file.path.replaceAll('\\', '/')) === true)
  );
}
