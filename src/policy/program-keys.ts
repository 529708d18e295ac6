import type { Invocation } from '../shell/index.ts';
import { isGlob } from './glob.ts';
import { namesIn } from './patterns-by-program.ts';

/** Keys by which rules on programs are found: the name, or how it begins where the rule says `mkfs*`. */
export function keysOfPrograms(names: readonly string[]): string[] | null {
  const keys = new Set<string>();
  for (const name of names) {
    const key = isGlob(name) ? keyOfPattern(name) : named(name.slice(name.lastIndexOf('/') + 1));
    if (key === null) return null;
    keys.add(key);
  }
  return [...keys];
}

const BEGINNING = 3;

function keyOfPattern(pattern: string): string | null {
  return /^[\w.+-]{3}/.test(pattern) ? beginning(pattern) : null;
}

function named(name: string): string {
  return `program ${name.toLowerCase()}`;
}

function beginning(name: string): string {
  return `programs ${name.slice(0, BEGINNING).toLowerCase()}`;
}

export function showPrograms(invocation: Invocation, shown: Set<string>): void {
  for (const name of namesIn(invocation) ?? invocation.wrappers) {
    if (!name.includes('/')) shown.add(named(name));
    if (name.length >= BEGINNING) shown.add(beginning(name));
  }
}
