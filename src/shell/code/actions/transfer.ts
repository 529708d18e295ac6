import { pathOfUrl } from '../../files/paths.ts';
import { hostOf } from '../../programs/support/files/connect.ts';
import type { Call, Machine } from '../../run/machine.ts';
import { type TextValue, textValue, UNKNOWN } from '../value.ts';
import type { Action, Actions } from './acting-call.ts';

type Way = 'fetch' | 'download' | 'upload' | 'connect' | 'save';

const connects =
  (way: Way): Action =>
  ({ machine, call, site, texts }) => {
    site.unresolved.connects = true;
    return transfer(machine, call, way, texts);
  };

/** Calls that talk to another machine. `fetch` takes a path as well as an address, `save` writes what it gets to a file. */
export const TRANSFERS = {
  fetch: connects('fetch'),
  download: connects('download'),
  upload: connects('upload'),
  connect: connects('connect'),
  save: connects('save'),
  'print-download': (acting) => {
    const body = connects('download')(acting);
    if (body.kind === 'text') acting.call.printed?.push(body.text);
    return UNKNOWN;
  },
} satisfies Actions;

export function transfer(machine: Machine, call: Call, way: Way, texts: readonly string[]): TextValue {
  const [url = '', file] = texts;
  const path = pathOfUrl(url) ?? (way === 'fetch' && !/^[a-z]+:\/\//i.test(url) ? url : undefined);
  if (path !== undefined) {
    machine.read(call, path, 'interpreter');
    return textValue(machine.content(call, path) ?? machine.unknown(`read(${machine.render(path)})`, 'file'));
  }
  const direction = way === 'upload' ? 'upload' : way === 'connect' ? 'connect' : 'download';
  machine.emit(call, {
    kind: 'network',
    direction,
    host: hostOf(machine, url),
    url: machine.render(url),
  });
  const body = machine.unknown(machine.render(url), 'network');
  if (way === 'save' && file !== undefined) machine.write(call, file, 'download', { content: body });
  return textValue(body);
}
