import { openCodeLike } from '../../../../test/e2e/agents/opencode-like.mjs';

export default {
  packages: [`@kilocode/cli-linux-${process.arch}@7.7.9`, '@kilocode/plugin@7.3.1'],
  // It ends at the first idle moment and breaks off what a plugin sends then.
  cannot: ['stop'],
  flags: [],
  ...openCodeLike({
    program: '@kilocode/cli-linux-*/bin/kilo',
    plugin: '@kilocode/plugin',
    variables: 'KILO',
    directories: ({ home, project }) => [`${home}/.config/kilo`, `${home}/.kilo`, `${project}/.kilo`],
  }),
};
