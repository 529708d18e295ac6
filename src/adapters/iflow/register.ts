import { copiedSettings } from '../register/copied-settings.ts';

export const iflowRegistrar = copiedSettings({
  agent: 'iflow',
  title: 'iFlow CLI',
  program: 'iflow',
  directory: '.iflow',
});
