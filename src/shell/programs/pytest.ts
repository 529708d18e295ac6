import { defineProgram } from './support/define-program.ts';

export const pytest = [
  defineProgram({ names: 'pytest', files: /^py\.test$/ }),
  defineProgram({ names: 'coverage', modulesBehind: 'run' }),
];
