import type { Server } from 'node:http';
import { answerText } from '../hook/resident/answer-text.ts';
import type { OpenHook } from '../hook/resident/open-hook.ts';
import type { HookCall } from '../hook/resident/resident-hook.ts';
import { layFastLane } from './fast-lane.ts';
import { type Answer, createPlainServer } from './plain-server.ts';

export interface HookServerOptions {
  hook: OpenHook;
  version: string;
  /** Callers must send it as `Authorization: Bearer …`. */
  token: string | null;
}

/**
 * `POST /hook` for handlers of type `http`: the payload as the body, the dispatcher's answer as the response. The agent reads a refusal from a 2xx answer
 * only, so every decision is a 200; anything else says that there was none, and `onFailure: "block"` decides.
 */
export function createHookServer({ hook, version, token }: HookServerOptions): Server {
  const answer: Answer = (body, query, done) => {
    const text = answerText(hook.answer(body, callOf(query)));
    // No answer leaves before its line is in the trail.
    hook.settled(() => done(text));
  };
  const server = createPlainServer({ version, token, answer });
  layFastLane(server, { token, answer });
  return server;
}

function callOf(query: string): HookCall {
  if (query === '') return {};
  const given = new URLSearchParams(query);
  const word = (name: string) => given.get(name) ?? undefined;
  return { agent: word('agent'), event: word('event'), projectDir: word('project') };
}
