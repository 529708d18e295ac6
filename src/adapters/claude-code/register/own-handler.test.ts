import { expect, it } from 'vitest';
import { isOwnHandler } from './own-handler.ts';

const knows = (path: string) => path.startsWith('/clone/');
const exec = (command: string, ...args: string[]) => ({ type: 'command', command, args });
const shell = (command: string) => ({ type: 'command', command });

it.each<[string, object, boolean]>([
  ['the native executable', exec('/opt/x/dispatcher', '--agent', 'claude-code'), true],
  ['Node and the bundle', exec('/usr/bin/node', '/gone/dist/dispatcher.cjs', '--agent', 'claude-code'), true],
  ['by the package in its path', exec('/p/node_modules/hookctl/dist/dispatcher.cjs'), true],
  ['by the platform package', exec('/p/node_modules/@hookctl/linux-x64/bin/dispatcher'), true],
  ['by a versioned directory', exec('/store/hookctl@0.1.0/dist/native/dispatcher'), true],
  ['by the name of the bin entry', shell('hookctl-dispatcher'), true],
  ['a clone that the host knows', exec('/clone/dispatcher'), true],
  ['written by hand, in shell form', shell('"/my tools/hookctl/dispatcher"'), true],
  ['in shell form with node', shell('node /x/hookctl/dist/dispatcher.cjs --agent claude-code'), true],
  ['on Windows', exec('C:\\x\\hookctl\\dist\\native\\dispatcher.exe'), true],
  [
    'with the way out for people',
    exec('/opt/x/dispatcher', '--agent', 'claude-code', '--if-missing', 'a text of another version'),
    true,
  ],
  ['a dispatcher of somebody else', exec('/opt/other/dispatcher'), false],
  ['with other arguments', exec('/opt/other/dispatcher', '--agent', 'claude-code', '--fast'), false],
  ['another script below a hookctl directory', exec('/x/hookctl/lint.sh'), false],
  ['a name that only contains ours', exec('/x/nothookctl/dispatcher'), false],
  ['a wrapper that starts us', shell('notify && /x/hookctl/dispatcher'), false],
  ['another type', { type: 'http', url: 'http://localhost/dispatcher' }, false],
  ['no command', { type: 'command' }, false],
])('%s', (_, handler, own) => expect(isOwnHandler(handler, knows)).toBe(own));
