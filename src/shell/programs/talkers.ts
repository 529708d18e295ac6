import { defineProgram } from './support/define-program.ts';

/** Programs that name other programs only to talk about them, or to carry a command to another machine, and test runners by other names. */
export const talkers = [
  defineProgram({
    names:
      'semgrep ast-grep opengrep print notify-send banner toilet espeak wall write cheat info apropos whatis explain multipass colima hdfs hadoop',
    isTalker: true,
  }),
];
