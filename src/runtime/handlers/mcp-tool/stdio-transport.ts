import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { killGroup, sweepByEnvironment } from '../../../system/node/process-group.ts';
import type { StdioServer } from './server-entry.ts';

/** How long a server may take to end once its stdin is closed, and then once it got TERM. */
const GRACE_MS = 250;
const MARKER = 'HOOKCTL_MCP_CONNECTION';

/**
 * The library's own stdio transport leaves the server in our process group, so its children could not be ended with it.
 * This one gives the server a separate group and marks its environment; `close` returns when no process of it is left.
 */
export async function stdioTransport(server: StdioServer): Promise<Transport> {
  const { ReadBuffer, serializeMessage } = await import('@modelcontextprotocol/sdk/shared/stdio.js');
  const buffer = new ReadBuffer();
  const id = randomUUID();
  let child: ChildProcess | null = null;
  let ended: Promise<void> = Promise.resolve();
  let closing: Promise<void> | null = null;

  const transport: Transport = {
    start: () =>
      new Promise((resolve, reject) => {
        if (closing !== null) return reject(new Error('closed before it was started'));
        const { command, args, cwd, env } = server;
        const options = { cwd, env: { ...env, [MARKER]: id }, detached: true, windowsHide: true } as const;
        child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
        child.once('spawn', resolve);
        child.once('error', reject);
        ended = new Promise((done) => child?.once('exit', () => done()).once('error', () => done()));
        child.once('close', () => transport.onclose?.());
        // A server may end while we write.
        child.stdin?.on('error', (error) => transport.onerror?.(error));
        child.stdout?.on('error', (error) => transport.onerror?.(error));
        child.stdout?.on('data', receive);
      }),
    send: (message) =>
      new Promise((resolve, reject) => {
        if (child?.stdin?.writable !== true) return reject(new Error('the server has closed its input'));
        child.stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      }),
    close: () => (closing ??= end()),
  };
  return transport;

  function receive(chunk: Buffer): void {
    try {
      buffer.append(chunk);
    } catch (error) {
      transport.onerror?.(error as Error);
      void transport.close();
      return;
    }
    for (;;) {
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        transport.onmessage?.(message);
      } catch (error) {
        // Servers print banners to stdout; a line that is not a message is passed over.
        transport.onerror?.(error as Error);
      }
    }
  }

  async function end(): Promise<void> {
    if (child?.pid === undefined) return transport.onclose?.();
    child.stdin?.end();
    if (!(await endsInTime())) {
      killGroup(child.pid, 'SIGTERM');
      await endsInTime();
    }
    // Also when the server has ended: its children may not have.
    killGroup(child.pid, 'SIGKILL');
    sweepByEnvironment(MARKER, id);
    await ended;
    child.stdout?.destroy();
    transport.onclose?.();
  }

  async function endsInTime(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), GRACE_MS);
    });
    const inTime = await Promise.race([ended.then(() => true), late]);
    clearTimeout(timer);
    return inTime;
  }
}
