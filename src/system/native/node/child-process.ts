import { host } from '../host.ts';

interface SpawnOptions {
  timeout: number;
  env: Record<string, string | undefined>;
}

/** The part of `node:child_process` that the hook path uses: run it, and say how it ended. Nothing that it prints is kept. */
export function spawnSync(program: string, args: readonly string[], options: SpawnOptions): { status: number | null } {
  const environment = Object.entries(options.env).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  const [status] = host.run([program, ...args], environment, '', options.timeout);
  return { status: status === -1 ? null : status };
}
