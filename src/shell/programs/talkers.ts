import { defineProgram } from './support/define-program.ts';

/** Programs that name other programs only to talk about them, or to carry a command to another machine, and test runners by other names. */
export const talkers = [
  defineProgram({
    names:
      'print notify-send banner toilet espeak wall write tldr cheat info help apropos whatis explain adb multipass colima hdfs hadoop dvc svn hg jj fossil',
    isTalker: true,
  }),
];
