import { host } from '../host.ts';
import { readFileSync } from './fs.ts';

/** The part of `node:os` that the hook path uses. */
export function homedir(): string {
  const named = host.environment()['HOME'];
  if (named !== undefined && named !== '') return named;
  const own = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => Number(fields[2]) === host.uid());
  return own?.[5] ?? '/';
}
