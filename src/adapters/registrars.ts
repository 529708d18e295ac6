import { REGISTRARS } from './all-registrars.ts';
import type { Registrar } from './register/registrar.ts';

/** The agents that `hookctl install --agent` knows besides those of `agents.ts`, which have more to their settings. */
export { REGISTRARS };

/** Null: there is none of that name. */
export function registrarNamed(name: string): Registrar | null {
  return REGISTRARS.find(({ agent }) => agent === name) ?? null;
}
