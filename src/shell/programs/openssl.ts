import { decodeBase64 } from '../expand/escapes.ts';
import { hasUnknown } from '../expand/unknown.ts';
import type { Call, Machine } from '../run/machine.ts';
import { connect } from './support/files/connect.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, parseOptions } from './support/options.ts';

const OPTIONS = defineOptions(
  'in= out= inkey= key= keyout= cert= CAfile= connect= days= subj= newkey= pass= passin= passout= d base64 a A k= K= iv= e',
);

export const openssl = defineProgram({
  names: 'openssl',
  versioned: true,
  kind: 'decoder',
  role: 'network',
  oneDash: true,
  options: '+',
  subcommands: { '*': OPTIONS },
  effects: (call, machine) => {
    const { has, value } = parseOptions(call.args.slice(1), OPTIONS);
    const input = value('in') ?? value('inkey') ?? value('key');
    if (input !== undefined) machine.read(call, input);
    for (const path of [value('out'), value('keyout')]) if (path !== undefined) machine.write(call, path, 'output');
    const host = value('connect');
    if (host !== undefined) connect(call, machine, 'connect', host);
    if (host !== undefined && call.args[0] === 's_client') return machine.unknown('$(openssl s_client)', 'network');
    return has('d') ? (decoded(call, machine, input) ?? machine.unknown('$(openssl)', 'decoded')) : undefined;
  },
});

/** `openssl base64 -d` and `openssl enc -d -base64` only decode; with a cipher the output is unknown. */
function decoded(call: Call, machine: Machine, input: string | undefined): string | undefined {
  const isPlain = call.args.every((arg) => arg === input || /^(?:base64|enc|-(?:d|a|A|base64|in))$/.test(arg));
  const text = input === undefined ? call.io.stdin?.text : machine.content(call, input);
  return !isPlain || text === undefined || hasUnknown(text) ? undefined : decodeBase64(text);
}
