import { decodeBase64 } from '../expand/escapes.ts';
import { hasUnknown, originOf } from '../expand/unknown.ts';
import { pathOfUrl } from '../files/paths.ts';
import { hostOf } from '../programs/support/files/connect.ts';
import type { Call, Machine } from '../run/machine.ts';

/** Runs the code that a file, standard input or an address holds. */
export function runFile(machine: Machine, call: Call, path: string, runCode: (code: string) => void): void {
  const inline = /^data:([^,]*),(.*)$/is.exec(path);
  if (inline !== null) runCode(textOfData(inline[1] ?? '', inline[2] ?? ''));
  else if (/^(\/dev\/stdin|\/proc\/self\/fd\/0|-|php:\/\/stdin)$/.test(path)) runCode(call.io.stdin?.text ?? '');
  else if (originOf(machine.unknowns, path) === 'network') runCode(path);
  else {
    const { text } = transfer(machine, call, 'fetch', [path]);
    // A file of the project that the code loads is not the command's own text.
    if (!hasUnknown(text) || originOf(machine.unknowns, text) === 'network') runCode(text);
  }
}

export function transfer(machine: Machine, call: Call, verb: string, texts: string[]): { kind: 'text'; text: string } {
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
  machine.emit(call, {
    kind: 'network',
    direction,
    host: hostOf(machine, url),
    url: machine.render(url),
  });
  const body = machine.unknown(machine.render(url), 'network');
  if (verb === 'save' && file !== undefined) machine.write(call, file, 'download', { content: body });
  return { kind: 'text', text: body };
}

/** A `data:` address holds its text in base64 or with `%` escapes. */
function textOfData(type: string, text: string): string {
  if (type.endsWith(';base64')) return decodeBase64(text) ?? '';
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
