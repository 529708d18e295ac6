import { ccSafetyNet } from './cc-safety-net/index.ts';
import { claudePermissions } from './claude-permissions/index.ts';
import { gemini } from './gemini/index.ts';
import { hookify } from './hookify/index.ts';
import type { Importer } from './importer.ts';

export const IMPORTERS: readonly Importer[] = [hookify, claudePermissions, gemini, ccSafetyNet];
