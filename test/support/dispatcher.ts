import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AuditLine } from '../../src/audit/record/audit-line.ts';
import { type Ran, ROOT, run, type RunOptions } from './hookctl.ts';
import { play } from './playing.ts';
import { scratch } from './scratch.ts';

/** The hook on Node, as built. */
const ON_NODE = join(ROOT, 'dist', 'dispatcher.cjs');

/** The hook under test; `npm run test:native` names the native one. */
export const DISPATCHER = process.env['TEST_DISPATCHER'] ?? ON_NODE;

/** A file of Node's, or an executable. */
export function commandOf(dispatcher: string): [program: string, ...args: string[]] {
  return dispatcher.endsWith('.cjs') ? [process.execPath, dispatcher] : [dispatcher];
}

/** A home, a project and a state directory of one's own; nothing of this machine shows through. */
export interface Lab {
  home: string;
  project: string;
  state: string;
  env: Record<string, string>;
  write: (path: string, text: string) => string;
  /** What the built hook answers; a payload that is an object gets the lab's session and project. */
  hook: (payload: object | string, options?: HookOptions) => Promise<Ran>;
  /** The parsed answer; null when nothing was printed. Fails unless the exit code is 0 and stderr is empty. */
  answer: (payload: object, options?: HookOptions) => Promise<Answer | null>;
  audit: () => AuditLine[];
}

interface HookOptions {
  args?: string[];
  env?: Record<string, string>;
  dispatcher?: string;
  cwd?: string;
}

export interface Answer {
  hookSpecificOutput?: {
    hookEventName: string;
    permissionDecision?: string;
    permissionDecisionReason?: string;
    additionalContext?: string;
  };
  decision?: string;
  reason?: string;
  systemMessage?: string;
}

/** Its hook on Node is loaded once for many calls; the native one, and one that a test names, are processes. */
export function lab(policy?: string, env: Record<string, string> = {}): Lab {
  return labWith(DISPATCHER === ON_NODE ? playHook : startHook, policy, env);
}

/** A lab whose hook is a process each time, as an agent starts it: for what depends on the process. */
export function processLab(policy?: string, env: Record<string, string> = {}): Lab {
  return labWith(startHook, policy, env);
}

/** Another test may start 64 processes meanwhile. Tests of the hook's own time limit set it. */
const PATIENT = { HOOKCTL_DEADLINE_MS: '30000' };

type CallHook = (dispatcher: string, args: string[], options: Required<RunOptions>) => Promise<Ran>;

const startHook: CallHook = (dispatcher, args, options) => {
  const [program, ...first] = commandOf(dispatcher);
  return run(program, [...first, ...args], options);
};

const playHook: CallHook = (dispatcher, args, options) =>
  dispatcher === ON_NODE ? play({ what: 'hook', args, ...options }) : startHook(dispatcher, args, options);

function labWith(callHook: CallHook, policy: string | undefined, env: Record<string, string>): Lab {
  const base = scratch();
  const place = { home: join(base, 'home'), project: join(base, 'project'), state: join(base, 'state') };
  mkdirSync(place.home);
  mkdirSync(place.project);
  const all = {
    PATH: process.env['PATH'] ?? '',
    HOME: place.home,
    HOOKCTL_STATE_DIR: place.state,
    CLAUDE_PROJECT_DIR: place.project,
    // The person of this lab wrote the project's policy. Tests of trust set it to nothing.
    HOOKCTL_TRUST: 'project',
    ...env,
  };
  const write = (path: string, text: string): string => {
    const file = path.startsWith('/') ? path : join(place.project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  if (policy !== undefined) write('.hookctl/policy.yaml', policy);
  const hook: Lab['hook'] = (payload, options = {}) =>
    callHook(options.dispatcher ?? DISPATCHER, options.args ?? [], {
      stdin:
        typeof payload === 'string' ? payload : JSON.stringify({ session_id: 's1', cwd: place.project, ...payload }),
      env: { ...PATIENT, ...all, ...options.env },
      cwd: options.cwd ?? place.project,
    });
  return {
    ...place,
    env: all,
    write,
    hook,
    answer: async (payload, options) => {
      const { stdout, stderr, exitCode } = await hook(payload, options);
      if (exitCode !== 0 || stderr !== '') throw new Error(`exit ${exitCode}: ${stderr}`);
      return stdout === '' ? null : (JSON.parse(stdout) as Answer);
    },
    audit: () =>
      readdirSync(join(place.state, 'audit')).flatMap((name) =>
        readFileSync(join(place.state, 'audit', name), 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as AuditLine),
      ),
  };
}
