import { openCodeLike } from '../../../../test/e2e/agents/opencode-like.mjs';

export default {
  packages: ['opencode-ai@1.18.33', '@opencode-ai/plugin@1.18.33'],
  flags: [],
  ...openCodeLike({
    program: 'opencode-linux-*/bin/opencode',
    plugin: '@opencode-ai/plugin',
    variables: 'OPENCODE',
    directories: ({ home, project }) => [`${home}/.config/opencode`, `${home}/.opencode`, `${project}/.opencode`],
  }),
};
