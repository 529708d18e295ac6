import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import type { HookHost } from '../../src/hook/host.ts';
import { inheritMemory } from '../../src/hook/inherit-memory.ts';
import { receivePayload } from '../../src/protocol/payload/payload.ts';
import { openSession } from '../../src/session/session.ts';
import { fileState } from '../../src/session/store/file-state.ts';
import { nodeSystem } from '../../src/system/node/system.ts';
import { scratch } from '../support/scratch.ts';

const EDIT = { kind: 'edit', path: '/project/src/a.ts', by: 'tool', at: 1 } as const;

/** A fork whose transcript is written by the given wait of the hook, if ever. */
function forkWrittenAt(wait: number) {
  const base = scratch();
  const stateDirectory = join(base, 'state');
  const directory = join(base, 'transcripts');
  mkdirSync(directory);
  const write = (session: string) =>
    writeFileSync(
      join(directory, `${session}.jsonl`),
      '{"type":"user","uuid":"00000001-0000-4000-8000-000000000000"}\n',
    );
  write('parent');
  let waits = 0;
  const pause = () => {
    waits++;
    if (waits === wait) write('fork');
  };
  const sessions = fileState(nodeSystem, stateDirectory);
  sessions.append('parent', [EDIT]);
  const told = new Set<string>();
  const host = {
    system: { ...nodeSystem, pause },
    adapter: claudeCode,
    sessions,
    stateDirectory,
    claimOnce: (what: string) => !told.has(what) && told.add(what) !== undefined,
  } as unknown as HookHost;
  const notices: string[] = [];
  const fire = (payload: object) => {
    const session = { session_id: 'fork', transcript_path: join(directory, 'fork.jsonl'), cwd: '/project' };
    const decoded = claudeCode.decode(receivePayload(JSON.stringify({ ...session, ...payload })));
    if (!decoded.ok) throw new Error(decoded.problem);
    inheritMemory(decoded.event, openSession(sessions, 'fork'), host, (notice) => notices.push(notice));
  };
  fire({ hook_event_name: 'SessionStart', source: 'fork' });
  return {
    fire,
    write: () => write('fork'),
    seen: () => ({ waits, facts: sessions.read('fork').facts, notices }),
  };
}

const STOP = { hook_event_name: 'Stop', stop_hook_active: false };
const PROMPT = { hook_event_name: 'UserPromptSubmit', prompt: 'go on' };

test('a stop waits for the transcript of its session, other events do not', () => {
  const fork = forkWrittenAt(3);
  fork.fire(PROMPT);
  expect(fork.seen()).toEqual({ waits: 0, facts: [], notices: [] });
  fork.fire(STOP);
  expect(fork.seen()).toEqual({ waits: 3, facts: [EDIT], notices: [] });
});

test('a stop without a transcript says so once, and a later event still finds the parent', () => {
  const fork = forkWrittenAt(Infinity);
  const notices = [
    'hookctl cannot read what this session was forked from (its transcript is not written yet): it starts with an empty memory, so edit counts and test gates start from zero.',
  ];
  fork.fire(STOP);
  expect(fork.seen()).toEqual({ waits: 50, facts: [], notices });
  fork.fire(STOP);
  expect(fork.seen()).toEqual({ waits: 100, facts: [], notices });
  fork.write();
  fork.fire(PROMPT);
  expect(fork.seen()).toEqual({ waits: 100, facts: [EDIT], notices });
});
