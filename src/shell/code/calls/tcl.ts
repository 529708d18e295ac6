/** Tcl, wish, expect. The notation is explained in ../languages.ts. */
export const TCL = (): Record<string, string> => ({
  exec: 'argv*',
  spawn: 'argv*',
  system: 'shell all',
  open: 'perl-open',
  file: 'tcl-file',
  env: 'text env',
  source: 'read 0',
  cd: 'cd 0',
});
