import { expect, it } from 'vitest';
import { versionManagerOf } from './version-manager.ts';

it.each<[string, string | null]>([
  ['/home/a/.nvm/versions/node/v20.19.0/lib/node_modules/hookctl/dist/dispatcher.cjs', 'nvm'],
  ['/usr/local/share/nvm/versions/node/v22.1.0/bin/node', 'nvm'],
  ['C:\\Users\\a\\AppData\\Roaming\\nvm\\v20.19.0\\node.exe', 'nvm'],
  ['/home/a/.local/share/fnm/node-versions/v20.19.0/installation/bin/node', 'fnm'],
  ['/run/user/1000/fnm_multishells/12_34/bin/node', 'fnm'],
  ['/home/a/.volta/tools/image/packages/hookctl/lib/node_modules/hookctl/dist/dispatcher.cjs', 'Volta'],
  ['/home/a/.asdf/installs/nodejs/20.19.0/lib/node_modules/hookctl/dist/dispatcher.cjs', 'asdf'],
  ['/home/a/.local/share/mise/installs/node/20.19.0/bin/node', 'mise'],
  ['/home/a/.nodenv/versions/20.19.0/bin/node', 'nodenv'],
  ['/usr/local/n/versions/node/20.19.0/bin/node', 'n'],
  ['/usr/lib/node_modules/hookctl/dist/dispatcher.cjs', null],
  ['/home/a/api/node_modules/@hookctl/linux-x64/bin/dispatcher', null],
  ['/home/a/nvm-notes/dispatcher', null],
])('%s', (path, name) => expect(versionManagerOf(path)).toBe(name));
