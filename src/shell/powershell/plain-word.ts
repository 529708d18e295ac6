import type { Machine } from '../run/machine.ts';

/** A word as this machine would write it: forward slashes, no drive, `~` filled in. Names of the registry stay. */
export function plainWord(machine: Machine, word: string): string {
  if (/^(?:HK\w\w|HKEY_\w+|Registry|Cert|Env):/i.test(word)) return word;
  const path =
    word.includes('\\') && (!/\s/.test(word.trim()) || /\\Start Menu\\/i.test(word))
      ? word.replaceAll('\\', '/')
      : word;
  const whole = path.replace(/^[A-Za-z]:(?=\/|$)\/?/, '/');
  return machine.home !== null && /^~(?:\/|$)/.test(whole) ? `${machine.home}${whole.slice(1)}` : whole;
}

/** `C:\Program Files\Git\bin\git.exe` → git. */
export function programName(program: string): string {
  return program.replace(/^.*[\\/](?=[^\\/]+$)/, '').replace(/\.(?:exe|cmd|bat)$/i, '');
}
