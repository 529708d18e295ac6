import { readFact } from '../session/state.ts';
import { type LoadedPolicy, openPolicy } from '../policy/hook.ts';
import { journalName } from '../session/session.ts';
import { judgeModCall, rulesOnEnvironment } from './judge-mod-call.ts';
import { lateWorld } from './late-world.ts';
import type { On } from './claude-code-mods.ts';
import policy from './policy.mjs';

const MOST_ROUNDS = 4;
const LARGEST_FILE = 8 * 1024 * 1024;

/**
 * A Claude Code mod: the same rules inside the client, in addition to the settings hook. The client reads this source before it runs it: `register` must be a
 * function declaration, and every use of `$` is spelt out as `$.noun.verb(…)`, hence the long handler.
 */
export function register(on: On): void {
  const rules = loadedOrNull(policy.artefact);
  const leftToHook = rules === null ? new Set<string>() : rulesOnEnvironment(rules);
  on('tool.check', async ($, e, next) => {
    const allowed = await next(e);
    if (allowed.decision === 'deny' || rules === null) return allowed;
    const session = await $.session.id();
    const cwd = await $.session.cwd();
    for (const { path, size, mtimeMs } of policy.sources) {
      const stat = await $.fs.stat(path).catch(() => null);
      const same = stat === null ? size === null : stat.size === size && Math.abs(stat.mtimeMs - mtimeMs) < 1;
      if (!same) {
        $.ui.log(
          `hookctl: ${path} has changed since this mod was made; run hookctl mod again. The settings hook decides alone.`,
        );
        return allowed;
      }
    }
    const journalText = await $.fs.read(`${policy.stateDirectory}/sessions/${journalName(session)}`).catch(() => '');
    const journal = journalText.split('\n').flatMap((line) => readFact(line) ?? []);
    const late = lateWorld({ home: policy.home, os: policy.os, now: await $.clock.now() });
    const call = {
      tool: e.tool,
      input: typeof e.input === 'object' && e.input !== null ? (e.input as Record<string, unknown>) : {},
      callId: e.tool_use_id,
      agentId: e.agentId,
      session,
      cwd,
      projectRoot: policy.projectRoot,
    };
    const { mode, home } = policy;
    const judging = { policy: rules, mode, home, leftToHook, world: late.world, journal };
    let answer = judgeModCall(call, judging);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const questions = late.questions();
      if (questions.length === 0) break;
      for (const question of questions) {
        const stat = await $.fs.stat(question.path).catch(() => null);
        if (question.about === 'kind')
          late.answer(question, stat === null ? 'absent' : stat.kind === 'dir' ? 'directory' : stat.kind);
        else if (question.about === 'size') late.answer(question, stat?.kind === 'file' ? stat.size : null);
        else if (stat?.kind !== 'file') late.answer(question, null);
        else if (stat.size <= LARGEST_FILE)
          late.answer(question, await $.fs.read(question.path).catch(() => undefined));
      }
      answer = judgeModCall(call, judging);
    }
    return answer ?? allowed;
  });
}

function loadedOrNull(artefact: string): LoadedPolicy | null {
  const loaded = openPolicy(artefact);
  return loaded.ok ? loaded.policy : null;
}
