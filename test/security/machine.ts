import type { Given } from '../../src/policy/tests/simulated-world.ts';

const PROJECT = '/home/dev/app';

/** A developer's machine, as far as rules may ask for it: a project with a guard, a home with secrets, the usual programs. */
export const MACHINE: Given = {
  branch: 'feature/search',
  env: { HOME: '/home/dev', USER: 'dev', SHELL: '/bin/bash' },
  files: {
    ...files(PROJECT, [
      'package.json',
      'package-lock.json',
      'README.md',
      'CLAUDE.md',
      'src/index.ts',
      'src/hook/host.ts',
      'test/app.test.ts',
      '.git/HEAD',
      '.git/index',
      '.git/config',
      '.gitignore',
      '.hookctl/policy.yaml',
      '.claude/settings.json',
      'node_modules/.bin/hookctl',
      'node_modules/hookctl/dist/hookctl.mjs',
      'node_modules/hookctl/dist/dispatcher.cjs',
      'node_modules/hookctl/dist/native/dispatcher',
    ]),
    ...files('/home/dev', [
      '.bashrc',
      '.profile',
      '.netrc',
      '.ssh/id_ed25519',
      '.ssh/id_rsa',
      '.ssh/authorized_keys',
      '.aws/credentials',
      '.kube/config',
      '.docker/config.json',
      '.gnupg/private-keys-v1.d/a.key',
      '.claude/settings.json',
      '.config/hookctl/policy.yaml',
      '.config/gh/hosts.yml',
      '.local/state/hookctl/audit.jsonl',
      'Documents/letter.txt',
    ]),
    ...files('/bin', ['bash', 'sh', 'rm', 'cat', 'true']),
    ...files('/usr/bin', ['find', 'git', 'curl', 'python3', 'rm', 'env']),
    ...files('/etc', ['passwd', 'shadow', 'sudoers', 'hosts']),
  },
  installed: ['git', 'node', 'npm', 'python3', 'docker', 'hookctl'],
};

function files(directory: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${directory}/${name}`, 'text\n']));
}
