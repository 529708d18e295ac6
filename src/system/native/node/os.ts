import { host } from '../host.ts';
import { readFileSync } from './fs.ts';

/** The part of `node:os` that the hook path uses. */
export function homedir(): string {
  const named = host.environment()['HOME'];
  return named !== undefined && named !== '' ? named : userInfo().homedir;
}

export function userInfo(): { homedir: string } {
  const own = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => Number(fields[2]) === host.uid());
  return { homedir: own?.[5] ?? '/' };
}
