import { decodeHex, decodeBase64 } from '../expand/escapes.ts';
import { hasUnknown, originOf } from '../expand/unknown.ts';
import { defineProgram, type Program } from './support/define-program.ts';

const OPTIONS = 'w,wrap= i,input= o,output= s,seek= l,len= c,cols= d,D,decode r,revert p,plain';

/** Programs that make text out of other text; what they decode may be a disguised command. */
export const decoders = [
  decoder('base64', decodeBase64, ['-d', '-D', '--decode', '-di']),
  decoder('base32', () => undefined, ['-d', '--decode']),
  decoder('xxd', decodeHex, ['-r', '-rp', '-pr', '-p']),
  defineProgram({ names: 'basenc uudecode', kind: 'decoder' }),
];

function decoder(names: string, decode: (text: string) => string | undefined, switches: string[]): Program {
  return defineProgram({
    names,
    kind: 'decoder',
    role: 'prints',
    options: OPTIONS,
    effects: (call, machine, { operands, value }) => {
      const decoding = call.args.some((arg) => switches.includes(arg));
      const file = value('input') ?? operands[0];
      if (file !== undefined) machine.read(call, file);
      const output = value('output') ?? (call.program === 'xxd' ? operands[1] : undefined);
      if (output !== undefined) machine.write(call, output, 'output');
      const text = file === undefined ? call.io.stdin?.text : machine.content(call, file);
      if (!decoding)
        return machine.unknown(`$(${call.program})`, text === undefined ? 'value' : originOf(machine.unknowns, text));
      const known = text === undefined || hasUnknown(text) ? undefined : decode(text);
      if (known !== undefined) return known;
      const isFetched = text !== undefined && originOf(machine.unknowns, text) === 'network';
      return machine.unknown(`$(${call.program} -d)`, isFetched ? 'network' : 'decoded');
    },
  });
}
