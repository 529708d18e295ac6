import { textKey } from '../../protocol/text/text-key.ts';
import type { RunOptions, System } from '../ports.ts';
import { nativeFiles } from './native-files.ts';
import { host } from './host.ts';
import { localTime } from './local-time.ts';

/** The machine of the native dispatcher: `native/host.c` makes the system calls. */
export const nativeSystem: System = {
  platform: host.platform,
  files: nativeFiles,
  environment: host.environment,
  processId: host.pid,
  isRunning: () => null,
  userId: host.uid,
  home: () => {
    const named = host.environment()['HOME'];
    return named !== undefined && named !== '' ? named : (accountHome() ?? '/');
  },
  accountHome,
  sha256: host.sha256,
  // The C program does plain ASCII only.
  textKey: (text) => host.textKey(text) ?? textKey(text),
  localTime,
  pause: host.sleep,
  exitCodeOf: (command, options) => {
    const [status] = run(command, options);
    return status === -1 ? null : status;
  },
  outputOf: (command, options) => {
    const [status, output] = run(command, options);
    return status === 0 ? output : null;
  },
};

function run(command: readonly string[], { env, timeoutMs }: RunOptions): ReturnType<typeof host.run> {
  const variables = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  return host.run([...command], variables, '', timeoutMs);
}

function accountHome(): string | null {
  const file = nativeFiles.open('/etc/passwd', nativeFiles.flags.O_RDONLY);
  try {
    const accounts = nativeFiles.readText(file).split('\n');
    const own = accounts.map((line) => line.split(':')).find((fields) => Number(fields[2]) === host.uid());
    return own?.[5] ?? null;
  } finally {
    nativeFiles.close(file);
  }
}
