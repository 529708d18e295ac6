import { clineRegistrar } from './cline/register.ts';
import { codexRegistrar } from './codex/register.ts';
import { copilotRegistrar } from './copilot/register.ts';
import { droidRegistrar } from './droid/register.ts';
import { geminiRegistrar } from './gemini/register.ts';
import { grokRegistrar } from './grok/register.ts';
import { kiloRegistrar } from './kilo/register.ts';
import { kimiRegistrar } from './kimi/register.ts';
import { opencodeRegistrar } from './opencode/register.ts';
import { piRegistrar } from './pi/register.ts';
import { qwenRegistrar } from './qwen/register.ts';
import type { Registrar } from './register/registrar.ts';

/** The agents that `hookctl install --agent` knows besides those of `agents.ts`, which have more to their settings. */
export const REGISTRARS: readonly Registrar[] = [
  codexRegistrar,
  copilotRegistrar,
  geminiRegistrar,
  qwenRegistrar,
  opencodeRegistrar,
  kiloRegistrar,
  clineRegistrar,
  kimiRegistrar,
  grokRegistrar,
  droidRegistrar,
  piRegistrar,
];

/** Null: there is none of that name. */
export function registrarNamed(name: string): Registrar | null {
  return REGISTRARS.find(({ agent }) => agent === name) ?? null;
}
