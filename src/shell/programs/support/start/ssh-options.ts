import type { Call, Machine } from '../../../run/machine.ts';
import type { Parsed } from '../options.ts';

/** Options of ssh_config(5) whose value is run by a shell of this machine. */
const RUN_HERE = /^(?:proxycommand|localcommand|knownhostscommand|match\s+exec|ssh_command|sftp_server)$/i;

/** Files that ssh uses and does not show. */
const USED = /^(?:identityfile|certificatefile)$/i;

/**
 * `-o Key=Value` of every program of OpenSSH, and of those that hand it on. Keys have any case; a blank may take the place of `=`, and quotes may
 * be around the value.
 */
export function useSshOptions(call: Call, machine: Machine, { all }: Parsed): void {
  for (const option of all('o').flatMap(pairsOf)) {
    const [, key = '', text = ''] = /^\s*(match\s+exec|\w+)\s*[=\s]\s*(.*)$/is.exec(option) ?? [];
    const value = text.replace(/^"(.*)"$/s, '$1');
    if (value === '' || value.toLowerCase() === 'none') continue;
    if (RUN_HERE.test(key)) machine.script(call, value, { wrapper: call.program, via: 'option' });
    else if (USED.test(key)) machine.read(call, value, 'use');
  }
  for (const key of all('i')) machine.read(call, key, 'use');
}

/** sshfs and mount take a list: `-o reconnect,ProxyCommand=x`. */
function pairsOf(option: string): string[] {
  const isList = /^[\w-]+(?:,|$)/.test(option);
  return isList ? option.split(',') : [option];
}
