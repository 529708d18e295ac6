import { asText, formatted, textsOf } from '../evaluate/joins.ts';
import { textValue, type Value } from '../value.ts';
import { type ComputingCall, isFunctionCall, type ValueRows } from './computing-call.ts';

/** Texts that are put together from others. `glue` is for joins of lists: what goes between the items is named in different places. */
export const JOINED_TEXTS = {
  // Python's `', '.join(list)`, and `list.join(', ')` of JavaScript and Ruby.
  glue: (computing) => {
    const { receiver, site, args, first, self } = computing;
    if (receiver?.kind === 'list') return textValue(textsOf(site.evaluator, receiver).join(first));
    // What was joined already: characters made of codes.
    if (receiver?.kind === 'text' && site.language.name !== 'python') return receiver;
    return textValue(allTexts(computing, args).join(self));
  },
  // PHP's `implode(', ', $list)` and `implode($list)`.
  'glue-first': (computing) => {
    const { args, first } = computing;
    return textValue(
      args.length === 1 ? allTexts(computing, args).join('') : allTexts(computing, args.slice(1)).join(first),
    );
  },
  'glue-last': (computing) => textValue(allTexts(computing, computing.args.slice(0, 1)).join(computing.second)),
  'glue-none': (computing) => textValue(gluedBy(computing, '')),
  'glue-space': (computing) => textValue(gluedBy(computing, ' ')),
  'concat-self': ({ self, texts }) => textValue(self + texts.join('')),
  format: ({ site, receiver, args, named, subject }) =>
    formatted(site.evaluator, subject, isFunctionCall(receiver) ? args.slice(1) : args, named),
  // Python's `Template('$x').substitute(x=…)`.
  template: ({ site, self, named }) =>
    textValue(
      self.replaceAll(/\$\{?(\w+)\}?/g, (whole, name: string) => {
        const value = named.get(name);
        return value === undefined ? whole : asText(site.evaluator, value);
      }),
    ),
} satisfies ValueRows;

function allTexts({ site }: ComputingCall, values: readonly Value[]): string[] {
  return values.flatMap((value) => textsOf(site.evaluator, value));
}

/** All arguments with a string between them, which R's `paste(…, sep = '-')` names. */
function gluedBy(computing: ComputingCall, otherwise: string): string {
  const separator = computing.named.get('sep');
  const between = separator === undefined ? otherwise : asText(computing.site.evaluator, separator);
  return allTexts(computing, computing.args).join(between);
}
