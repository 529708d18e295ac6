import { decodeBase32, decodeBase64, decodeHex } from '../expand/escapes.ts';
import { hasUnknown, originOf } from '../expand/unknown.ts';
import { defineProgram, type Definition } from './support/define-program.ts';

/** On macOS `-i` names the input; where it is a flag, the file follows as an operand and comes to the same. */
const OPTIONS = 'w,wrap= i,input= o,output= b,break= d,D,decode';

const XXD =
  'c,cols= g,groupsize= l,len= n,name= o= s,seek= R= r,revert p,ps,plain,postscript i,include a b C d E e u v';

/** Programs that make text out of other text; what they decode may be a disguised command. */
export const decoders = [
  decoder('base64', decodeBase64, ['-d', '-D', '--decode', '-di']),
  // BSD: without -r the text is between a first and a last line.
  decoder('b64decode', (text) => decodeBase64(text.replace(/^begin-base64 .*\n|^={4}\s*$/gm, '')), []),
  decoder('base32', decodeBase32, ['-d', '--decode', '-di']),
  decoder('xxd', decodeHex, ['-r', '-rp', '-pr', '-p'], XXD),
  defineProgram({ names: 'basenc', kind: 'decoder' }),
  defineProgram({
    names: 'uudecode',
    kind: 'decoder',
    options: 'o,output-file= c',
    effects: (call, machine, { operands, value }) => {
      for (const file of operands) machine.read(call, file);
      // The encoded text itself says what the file is called.
      const output = value('output-file') ?? machine.unknown('name in the text');
      if (output !== '-') machine.write(call, output, 'output');
    },
  }),
];

function decoder(
  names: string,
  decode: (text: string) => string | undefined,
  switches: string[],
  options = OPTIONS,
): Definition {
  return defineProgram({
    names,
    kind: 'decoder',
    role: 'prints',
    options,
    effects: (call, machine, { operands, value }) => {
      const decoding = switches.length === 0 || call.args.some((arg) => switches.includes(arg));
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
