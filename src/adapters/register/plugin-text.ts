import type { Launch } from '../agent.ts';
import { DEADLINE_SECONDS, NO_ANSWER } from './closed-command.ts';
import { WRITTEN_BY } from './registrar.ts';

/**
 * The head of a plugin in JavaScript: `ask` starts the dispatcher with a payload and reads its answer, both in the words of `PLUGIN_FORMS`. A refusal, a question, which a
 * plugin cannot ask, a crash and a hang are all `{ refused: reason }`. Written in plain JavaScript for whichever engine runs the agent.
 */
export function askText(agent: string, { command, args }: Launch): string {
  const head = [`// ${WRITTEN_BY}`, "import { spawn } from 'node:child_process';"].join('\n');
  return `${head}

const ARGV = ${JSON.stringify([command, ...args, '--agent', agent])};
const DEADLINE_MS = ${DEADLINE_SECONDS * 1000};
const NO_ANSWER = ${JSON.stringify(NO_ANSWER)};

function ask(payload, cwd) {
  return new Promise((resolve) => {
    let stdout = '';
    let stderr = '';
    let timer;
    const settle = (answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    try {
      const child = spawn(ARGV[0], ARGV.slice(1), { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
      timer = setTimeout(() => {
        child.kill('SIGKILL');
        settle({ refused: NO_ANSWER });
      }, DEADLINE_MS);
      child.on('error', () => settle({ refused: NO_ANSWER }));
      child.stdin.on('error', () => undefined);
      child.stdout.on('data', (data) => (stdout += data));
      child.stderr.on('data', (data) => (stderr += data));
      child.on('close', (code) => settle(read(code, stdout.trim(), stderr.trim())));
      child.stdin.end(JSON.stringify(payload));
    } catch {
      settle({ refused: NO_ANSWER });
    }
  });
}

function read(code, stdout, stderr) {
  if (code === 2) return { refused: stderr || stdout || NO_ANSWER };
  let said = null;
  try {
    said = JSON.parse(stdout);
  } catch {
    said = null;
  }
  // No answer is a failure: a dispatcher that has nothing to say says so.
  if (code !== 0 || typeof said?.decision !== 'string') return { refused: NO_ANSWER };
  const isRefused = !['none', 'allow'].includes(said.decision);
  return { refused: isRefused ? said.reason || NO_ANSWER : null, context: said.context ?? '' };
}
`;
}
