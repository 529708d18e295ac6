import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { leadingAssignments } from './privilege.ts';

const ENV = defineOptions(
  'i,ignore-environment u,unset= C,chdir= S,split-string= P= a,argv0= 0,null v,debug block-signal? default-signal? ignore-signal? help version',
  'stop-at-operand',
);

export const environment: Record<string, Handler> = { env, genv: env };

function env(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(call.args[0] === '-' ? call.args.slice(1) : call.args, ENV);
  if (parsed.has('help') || parsed.has('version')) return '';
  const directory = parsed.value('chdir');
  const at = directory === undefined ? call.scope.cwd : machine.locate(call, directory);
  const scope = directory === undefined ? call.scope : { ...call.scope, cwd: at === '?' ? null : at };
  const split = parsed.value('split-string');
  const words = split === undefined ? parsed.operands : [...splitString(split), ...parsed.operands];
  const { argv, assignments } = leadingAssignments(words[0] === '-' ? words.slice(1) : words);
  return argv.length === 0 ? undefined : machine.run(call, argv, { wrapper: 'env', scope, assignments });
}

/** `env -S` splits at blanks and knows quotes, nothing else. */
export function splitString(text: string): string[] {
  const words: string[] = [];
  let word = '';
  let started = false;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (char === '\\' && quote === '"') word += text.charAt(++i);
      else word += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      started = true;
    } else if (char === '\\') {
      word += text.charAt(++i);
      started = true;
    } else if (char === ' ' || char === '\t' || char === '\n') {
      if (started) words.push(word);
      word = '';
      started = false;
    } else {
      word += char;
      started = true;
    }
  }
  if (started) words.push(word);
  return words;
}
