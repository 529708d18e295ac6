import { copiedSettings } from '../register/copied-settings.ts';

export const qoderRegistrar = copiedSettings({
  agent: 'qoder',
  title: 'Qoder CLI',
  program: 'qodercli',
  directory: '.qoder',
});
