import { copiedSettings } from '../register/copied-settings.ts';

export const codebuddyRegistrar = copiedSettings({
  agent: 'codebuddy',
  title: 'CodeBuddy Code',
  program: 'codebuddy',
  directory: '.codebuddy',
});
