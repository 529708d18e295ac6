import { decodeBase64, decodeHex, reversed } from '../escapes.ts';
import type { Call, Machine } from '../machine.ts';
import { pathOfUrl } from '../paths.ts';
import { hasUnknown } from '../unknown.ts';
import { hostOf } from '../wrappers/remote.ts';
import { type CallInCode, moduleName, UNKNOWN, type Value } from './cursor.ts';
import { asText } from './evaluate.ts';
import type { Language } from './languages.ts';
import { argument, flat, type Site } from './site.ts';
import { moveOrCopy, open, openByMark, writeOpened } from './open-files.ts';

/** Turns one call in foreign code into effects, and says what value it gives. */
export function act(machine: Machine, call: Call, site: Site, runCode: (code: string) => void): Value {
  const { found, language } = site;
  const rule = ruleFor(language, found.name);
  if (rule === undefined) return unknownCall(site);
  const [verb = '', ...places] = rule.split(' ');
  if (verb === 'text') return compute(machine, call, site, places[0] ?? '');
  const values = places.flatMap((place) => argument(site, place));
  const texts = values.flatMap((value) => flat(site, value));
  switch (verb) {
    case 'delete':
    case 'delete*':
      for (const path of texts)
        machine.remove(call, path, 'interpreter', { recursive: verb === 'delete*', force: true });
      return UNKNOWN;
    case 'write':
    case 'append':
    case 'empty':
      for (const path of texts)
        machine.write(call, path, 'interpreter', {
          append: verb === 'append',
          empties: verb === 'empty',
          content: contentOf(site, places[0]),
        });
      return UNKNOWN;
    case 'read':
      for (const path of texts) machine.read(call, path, 'interpreter');
      return {
        kind: 'text',
        text:
          machine.content(call, texts[0] ?? '') ?? machine.unknown(`read(${machine.render(texts[0] ?? '')})`, 'file'),
      };
    case 'fetch':
    case 'download':
    case 'upload':
    case 'connect':
    case 'save':
      return transfer(machine, call, verb, texts);
    case 'open':
      return open(machine, call, site, places);
    case 'perl-open':
    case 'ruby-open':
      return openByMark(machine, call, site);
    case 'move':
    case 'copy':
    case 'link':
      return moveOrCopy(machine, call, verb, texts);
    case 'permission':
      for (const path of texts)
        machine.emit(call, {
          kind: 'permission',
          path: machine.locate(call, path),
          raw: machine.render(path),
          change: '',
          recursive: false,
        });
      return UNKNOWN;
    case 'shell':
      for (const text of texts)
        machine.script(call, text, {
          wrapper: site.program,
          via: 'interpreter',
          stdin: null,
          capture: false,
          ...directory(machine, call, site),
        });
      return UNKNOWN;
    case 'argv':
    case 'argv*':
      runArgv(machine, call, site, verb === 'argv*' ? found.args.slice(Number(places[0] ?? 0)) : values);
      return UNKNOWN;
    case 'code':
      for (const text of texts) runCode(text);
      return UNKNOWN;
    case 'apply': {
      const [name = '', ...rest] = [texts[0], ...values.slice(1)];
      const inner: CallInCode = {
        ...found,
        name: typeof name === 'string' ? name : '',
        args: rest.filter((value) => typeof value === 'object'),
      };
      return inner.name === found.name ? UNKNOWN : act(machine, call, { ...site, found: inner }, runCode);
    }
    case 'print':
      call.printed?.push(`${texts.join(' ')}\n`);
      writeOpened(machine, call, `${texts.join(' ')}\n`);
      return UNKNOWN;
    case 'write-opened':
      writeOpened(machine, call, texts.join(''));
      return UNKNOWN;
    case 'cd':
      if (texts[0] !== undefined)
        call.scope = { ...call.scope, cwd: hasUnknown(texts[0]) ? null : machine.locate(call, texts[0]) };
      return UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** By full name, by the name without its middle (`fs.promises.rm`), by the last member of an unknown receiver. */
function ruleFor(language: Language, name: string): string | undefined {
  const get = (key: string) => (Object.hasOwn(language.calls, key) ? language.calls[key] : undefined);
  const plain = name
    .replace(/^::/, '')
    .replace('.promises.', '.')
    .replace(/^(global|globalThis|window|Kernel)\./, '');
  const last = plain.slice(plain.lastIndexOf('.'));
  return get(plain) ?? (last.startsWith('.') ? get(last) : undefined);
}

function unknownCall({ found }: Site): Value {
  if (found.name.startsWith('.')) return found.receiver ?? UNKNOWN;
  return { kind: 'object', name: found.name, args: found.args };
}

function contentOf(site: Site, place: string | undefined): string | undefined {
  const value = site.found.args[place === 'self' ? 0 : 1];
  return value?.kind === 'text' ? value.text : undefined;
}

function compute(machine: Machine, call: Call, site: Site, what: string): Value {
  const { args, receiver } = site.found;
  const texts = args.map((arg) => asText(site.evaluator, arg));
  const text = (value: string): Value => ({ kind: 'text', text: value });
  const [first = ''] = texts;
  const self = receiver === undefined ? '' : asText(site.evaluator, receiver);
  switch (what) {
    case 'join':
      return text(joined(texts));
    case 'join-self':
      return text(joined([self, ...texts]));
    case 'glue':
      return text(args.flatMap((arg) => flat(site, arg)).join(receiver?.kind === 'list' ? first : self));
    case 'home':
      return text(args.length === 0 ? home(machine) : first.replace(/^~(?=\/|$)/, () => home(machine)));
    case 'home-self':
      return text(self.replace(/^~(?=\/|$)/, () => home(machine)));
    case 'path':
      return text(joined(texts));
    case 'same':
      return args[0] ?? UNKNOWN;
    case 'self':
      return receiver ?? UNKNOWN;
    case 'argv':
      return text(
        site.args[Number(first) - (site.language.joins === '.' || site.language.name === 'ruby' ? 0 : 1)] ??
          machine.unknown('argv'),
      );
    case 'below':
      return text(`${first}/**`);
    case 'cwd':
      return text(call.scope.cwd ?? machine.unknown('cwd'));
    case 'env':
      return text(environmentValue(machine, call, first) ?? machine.unknown(`$${machine.render(first)}`));
    case 'base64':
      return text((hasUnknown(first) ? undefined : decodeBase64(first)) ?? machine.unknown('base64', 'decoded'));
    case 'hex':
      return text((hasUnknown(first) ? undefined : decodeHex(first)) ?? machine.unknown('hex', 'decoded'));
    case 'buffer':
      return text(
        (texts[1] === 'base64' ? decodeBase64(first) : texts[1] === 'hex' ? decodeHex(first) : first) ??
          machine.unknown('Buffer', 'decoded'),
      );
    case 'chr':
      return text(
        texts
          .map((code) =>
            /^\d{1,6}$/.test(code) ? String.fromCodePoint(Number(code)) : machine.unknown('chr', 'decoded'),
          )
          .join(''),
      );
    case 'reverse':
      return text(reversed(receiver === undefined ? first : self));
    case 'replace':
      return args.length === 1
        ? moveOrCopy(machine, call, 'move', [self, first])
        : text(self.replaceAll(first, texts[1] ?? ''));
    case 'module':
      return { kind: 'object', name: moduleName(first), args: [] };
    case 'member':
      return { kind: 'object', name: `${args[0]?.kind === 'object' ? args[0].name : ''}.${texts[1] ?? ''}`, args: [] };
    default:
      return UNKNOWN;
  }
}

function joined(parts: string[]): string {
  let path = '';
  for (const part of parts) path = part.startsWith('/') || path === '' ? part : `${path.replace(/\/$/, '')}/${part}`;
  return path;
}

function home(machine: Machine): string {
  return machine.home ?? machine.unknown('~');
}

function environmentValue(machine: Machine, call: Call, name: string): string | undefined {
  const own = call.assignments.get(name);
  if (own !== undefined) return own;
  if (Object.hasOwn(machine.env, name)) return machine.env[name];
  return name === 'HOME' ? (machine.home ?? undefined) : name === 'PWD' ? (call.scope.cwd ?? undefined) : undefined;
}

function transfer(machine: Machine, call: Call, verb: string, texts: string[]): Value {
  const [url = '', file] = texts;
  const path = pathOfUrl(url) ?? (verb === 'fetch' && !/^[a-z]+:\/\//i.test(url) ? url : undefined);
  if (path !== undefined) {
    machine.read(call, path, 'interpreter');
    return {
      kind: 'text',
      text: machine.content(call, path) ?? machine.unknown(`read(${machine.render(path)})`, 'file'),
    };
  }
  const direction = verb === 'upload' ? 'upload' : verb === 'connect' ? 'connect' : 'download';
  machine.emit(call, { kind: 'network', direction, host: hostOf(machine, url), url: machine.render(url) });
  const body = machine.unknown(machine.render(url), 'network');
  if (verb === 'save' && file !== undefined) machine.write(call, file, 'download', { content: body });
  return { kind: 'text', text: body };
}

/** A list is a program and its arguments; one text is for a shell; several texts are words. */
function runArgv(machine: Machine, call: Call, site: Site, values: Value[]): void {
  const reached = {
    wrapper: site.program,
    via: 'interpreter',
    stdin: null,
    capture: false,
    ...directory(machine, call, site),
  } as const;
  const [first, second] = values;
  if (first === undefined) return;
  const words = values.flatMap((value) => flat(site, value));
  const single = values.length === 1 && first.kind !== 'list';
  if (single && second === undefined) machine.script(call, words[0] ?? '', reached);
  else if (words.length > 0) machine.run(call, words, reached);
}

function directory(machine: Machine, call: Call, site: Site): { scope: Call['scope'] } | Record<string, never> {
  const cwd = site.found.named.get('cwd');
  if (cwd?.kind !== 'text') return {};
  const path = machine.locate(call, cwd.text);
  return { scope: { ...call.scope, cwd: path === '?' ? null : path } };
}
