import { decodeBase64, decodeHex, reversed } from '../../expand/escapes.ts';
import type { Call, Machine } from '../../run/machine.ts';
import { hasUnknown } from '../../expand/unknown.ts';
import { moduleName, UNKNOWN, type Value } from '../read/cursor.ts';
import { isOfEach, pathPart } from './each-item.ts';
import { asText, characters, eachOf, formatted, textsOf } from './joins.ts';
import { pack, unpack } from './packing.ts';
import { json, sequence } from './sequences.ts';
import { environmentValue, expandVariables, home, parentOf } from './surroundings.ts';
import { bytesOf, joined, partOf, rot13, translated } from './texts.ts';
import { moveOrCopy } from '../open-files.ts';
import type { Again, Site } from '../site.ts';

const text = (value: string): Value => ({ kind: 'text', text: value });

/** The value of a call that only computes one: paths, encodings, joins, names of functions and modules. */
export function compute(machine: Machine, call: Call, site: Site, what: string, again: Again): Value {
  const { args, receiver, named } = site.found;
  const e = site.evaluator;
  if (receiver !== undefined && isOfEach(what, receiver))
    return eachOf([receiver, ...args], ([item, ...rest]) =>
      compute(machine, call, { ...site, found: { ...site.found, receiver: item, args: rest } }, what, again),
    );
  const texts = args.map((arg) => asText(e, arg));
  const [first = '', second = '', third = ''] = texts;
  const self = receiver === undefined ? '' : asText(e, receiver);
  const subject = receiver === undefined || receiver.kind === 'object' ? first : self;
  const decoded = (value: string | undefined, raw: string): Value => text(value ?? machine.unknown(raw, 'decoded'));
  switch (what) {
    case 'join':
    case 'path':
      return eachOf(args, (parts) => text(joined(parts.map((part) => asText(e, part)))));
    case 'join-self':
      return text(joined([self, ...texts]));
    case 'glob-self':
      return text(`${self}/${first}`);
    case 'rglob-self':
      return text(`${self}/**/${first}`);
    case 'below-self':
      return text(`${self}/**`);
    case 'glue': {
      const isSeparator = receiver?.kind === 'list';
      // What was joined already: characters made of codes.
      if (receiver?.kind === 'text' && site.language.name !== 'python') return receiver;
      const parts = (isSeparator ? [receiver] : args).flatMap((arg) => textsOf(e, arg));
      return text(parts.join(isSeparator ? first : self));
    }
    case 'glue-first':
      // PHP's `implode($list)`.
      if (args.length === 1 && args[0] !== undefined) return text(textsOf(e, args[0]).join(''));
      return text(
        args
          .slice(1)
          .flatMap((arg) => textsOf(e, arg))
          .join(first),
      );
    case 'glue-last':
      return text((args[0] === undefined ? [] : textsOf(e, args[0])).join(second));
    case 'glue-none':
    case 'glue-space': {
      const separator = named.get('sep');
      const between = separator === undefined ? (what === 'glue-none' ? '' : ' ') : asText(e, separator);
      return text(args.flatMap((arg) => textsOf(e, arg)).join(between));
    }
    case 'concat-self':
      return text(self + texts.join(''));
    case 'home':
      return text(
        args.length === 0 || first === 'user.home' ? home(machine) : first.replace(/^~(?=\/|$)/, () => home(machine)),
      );
    case 'home-self':
      return text(self.replace(/^~(?=\/|$)/, () => home(machine)));
    case 'same':
      return args[0] ?? UNKNOWN;
    case 'self':
      return receiver ?? UNKNOWN;
    case 'list':
      return { kind: 'list', items: args };
    case 'split':
      return {
        kind: 'list',
        items: self
          .split(first === '' && args.length > 0 ? '' : first || ' ')
          .slice(0, 256)
          .map(text),
      };
    case 'argv':
      return text(
        site.args[Number(first) - (site.language.joins === '.' || site.language.name === 'ruby' ? 0 : 1)] ??
          machine.unknown('argv'),
      );
    case 'stdin':
      return text(call.io.stdin?.text ?? machine.unknown('stdin', 'stdin'));
    case 'argv-from':
      return { kind: 'list', items: site.args.slice(Math.max(0, Number(first) - 1)).map(text) };
    case 'gets':
      // A line of what was opened, or of the standard input.
      return receiver?.kind === 'text' ? receiver : text(call.io.stdin?.text ?? machine.unknown('stdin', 'stdin'));
    case 'split-first':
      return {
        kind: 'list',
        items: (first === '' ? [second] : second.split(first)).slice(0, 256).map(text),
      };
    case 'item-first':
    case 'item-last': {
      const list = receiver?.kind === 'list' ? receiver : args[0];
      return list?.kind === 'list'
        ? (list.items.at(what === 'item-last' ? -1 : 0) ?? UNKNOWN)
        : (receiver ?? list ?? UNKNOWN);
    }
    case 'number-bytes':
      return decoded(/^(?:0x[0-9a-f]+|\d+)$/i.test(self) ? bytesOf(BigInt(self), second) : undefined, 'to_bytes');
    case 'template':
      return text(
        self.replaceAll(/\$\{?(\w+)\}?/g, (whole, name: string) =>
          named.has(name) ? texts0(e, named.get(name)) : whole,
        ),
      );
    case 'slice':
    case 'sub':
      return receiver?.kind === 'list'
        ? { kind: 'list', items: receiver.items.slice(Number(first) || 0) }
        : receiver === undefined || receiver.kind === 'object'
          ? text(partOf(first, what, second, texts[2]))
          : text(partOf(self, what, first, texts[1]));
    case 'substr':
      return receiver === undefined || receiver.kind === 'object'
        ? text(partOf(first, 'substr', second, texts[2]))
        : text(partOf(self, 'substr', first, texts[1]));
    case 'translate':
      return text(translated(self, first, second));
    case 'translate-first':
      return text(translated(first, second, third));
    case 'maketrans':
      return { kind: 'list', items: [text(first), text(second)] };
    case 'translate-table':
      return args[0]?.kind === 'list' && args[0].items.length === 2
        ? text(translated(self, texts0(e, args[0].items[0]), texts0(e, args[0].items[1])))
        : text(machine.unknown('translate'));
    case 'repeat':
      return text(self.length * Number(first) < 4096 ? self.repeat(Math.max(0, Number(first) || 0)) : self);
    case 'char-at':
      return text(self.charAt(Number(first) || 0));
    case 'json':
      return json(first) ?? args[0] ?? UNKNOWN;
    case 'gsub-first':
      return text(second === '' ? first : first.replaceAll(second, third));
    case 'c-function':
      return { kind: 'object', name: `libc.${/(\w+)\s*\(/.exec(first)?.[1] ?? first}`, args: [] };
    case 'below':
      return text(`${first}/**`);
    case 'names':
      // The names of what is in a directory, without its path: nobody knows which.
      return text('**');
    case 'walk':
      // Of each directory: its path, the names of its directories, the names of its files.
      return {
        kind: 'list',
        items: [{ kind: 'list', items: [text(`${first}/**`), text('*'), text('*')] }],
      };
    case 'cwd':
      return text(call.scope.cwd ?? machine.unknown('cwd'));
    case 'root':
      return text('/');
    case 'root-of':
      // Of a path that was taken apart; `options.root` is anything.
      return receiver?.kind === 'object' && /(?:^|\.)parse$/.test(receiver.name) ? text('/') : UNKNOWN;
    case 'temporary':
      return text('/tmp');
    case 'parent':
      return text(parentOf(call, first));
    case 'parent-self':
      return text(parentOf(call, self));
    case 'env-text':
      return text(expandVariables(machine, call, first));
    case 'env':
      return text(environmentValue(machine, call, first) ?? machine.unknown(`$${machine.render(first)}`));
    case 'base64':
      return decoded(hasUnknown(first) ? undefined : decodeBase64(first), 'base64');
    case 'hex':
      return decoded(hasUnknown(first) ? undefined : decodeHex(first), 'hex');
    case 'decoded':
      return decoded(undefined, site.found.name);
    case 'codec':
      return /rot.?13/i.test(second)
        ? text(rot13(first))
        : decoded(
            /hex/i.test(second) ? decodeHex(first) : /base64/.test(second) ? decodeBase64(first) : undefined,
            'decode',
          );
    case 'rot13':
      return text(rot13(first));
    case 'url':
    case 'url-plus':
      return text(
        (what === 'url' ? first : first.replaceAll('+', ' ')).replace(/%([0-9a-fA-F]{2})/g, (_, code: string) =>
          characters([`0x${code}`]),
        ),
      );
    case 'buffer':
      if (args[0]?.kind === 'list') return text(characters(textsOf(e, args[0])));
      return decoded(second === 'base64' ? decodeBase64(first) : second === 'hex' ? decodeHex(first) : first, 'Buffer');
    case 'pack':
      return decoded(
        receiver?.kind === 'list'
          ? pack(first, textsOf(e, receiver))
          : pack(
              first,
              args.slice(1).flatMap((arg) => textsOf(e, arg)),
            ),
        'pack',
      );
    case 'unpack':
      return decoded(unpack(first, self), 'unpack');
    case 'chr': {
      const codes = (args.length > 0 ? args : receiver === undefined ? [] : [receiver]).flatMap((arg) =>
        textsOf(e, arg),
      );
      if (codes.length === 0) return UNKNOWN;
      return decoded(codes.every((code) => /^(0x)?[0-9a-f]{1,6}$/i.test(code)) ? characters(codes) : undefined, 'chr');
    }
    case 'map': {
      const [list, callee] = receiver?.kind === 'list' ? [receiver, args[0]] : [args[1], args[0]];
      return callee?.kind === 'object' || callee?.kind === 'text'
        ? again(callee.kind === 'object' ? callee.name : callee.text, list === undefined ? [] : [list])
        : (list ?? UNKNOWN);
    }
    case 'map-block':
      return text(characters(args.filter((arg) => arg.kind === 'text').map((arg) => asText(e, arg))));
    case 'method-caller':
      return again(`?.${first}`, args.slice(1));
    case 'lower':
      return text(subject.toLowerCase());
    case 'upper':
      return text(subject.toUpperCase());
    case 'reverse':
      if (receiver === undefined && args[0]?.kind === 'list')
        return { kind: 'list', items: [...args[0].items].reverse() };
      if (receiver?.kind === 'list') return { kind: 'list', items: [...receiver.items].reverse() };
      return text(reversed(subject));
    case 'format':
      return receiver === undefined || receiver.kind === 'object'
        ? formatted(e, first, args.slice(1), named)
        : formatted(e, self, args, named);
    case 'replace':
      if (args.length === 1) return moveOrCopy(machine, call, 'move', [self, first]);
      return text(first === '' ? self : self.replaceAll(first, second));
    case 'replace-in':
      return text(first === '' ? third : third.replaceAll(first, second));
    case 'delete-chars':
      // Ruby's String#delete; Pathname#delete has no argument.
      if (args.length === 0) machine.remove(call, self, 'interpreter', { force: true });
      return text([...self].filter((char) => !first.includes(char)).join(''));
    case 'module':
      return { kind: 'object', name: moduleName(first), args: [] };
    case 'libc':
      return { kind: 'object', name: 'libc', args: [] };
    case 'getter':
      return { kind: 'object', name: `operator.attrgetter.${first}`, args: [] };
    case 'name':
      return { kind: 'object', name: first, args: [] };
    case 'member':
      return {
        kind: 'object',
        name: `${args[0]?.kind === 'object' ? args[0].name : '?'}.${second}`,
        args: [],
      };
    case 'member-self':
      return {
        kind: 'object',
        name: `${receiver?.kind === 'object' ? receiver.name : '?'}.${first}`,
        args: [],
      };
    case 'same-text':
      return named.get('text') ?? args[0] ?? UNKNOWN;
    case 'apply-first':
      return again(args[0]?.kind === 'object' ? args[0].name : first, args.slice(1));
    case 'send':
      return again(receiver?.kind === 'object' ? `${receiver.name}.${first}` : first, args.slice(1), receiver);
    case 'apply-member':
      return again(
        `${args[0]?.kind === 'object' ? args[0].name : first}.${second === '' ? '' : args[1]?.kind === 'object' ? args[1].name : second}`,
        args[2]?.kind === 'list' ? args[2].items : args.slice(2),
      );
    case 'with-ending':
    case 'with-name':
    case 'stem':
      return text(pathPart(what, self, first) ?? '');
    case 'base':
      return eachOf(args, ([path]) => text(pathPart(what, path === undefined ? '' : asText(e, path), second) ?? ''));
    default:
      return sequence(what, args, receiver);
  }
}

function texts0(e: Site['evaluator'], value: Value | undefined): string {
  return value === undefined ? '' : asText(e, value);
}
