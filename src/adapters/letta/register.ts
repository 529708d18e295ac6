import { copiedSettings } from '../register/copied-settings.ts';

export const lettaRegistrar = copiedSettings({
  agent: 'letta',
  title: 'Letta Code',
  program: 'letta',
  directory: '.letta',
});
