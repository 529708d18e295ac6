import { callTable } from './call-table.ts';

/** Tcl, wish, expect. The notation is explained in call-table.ts. */
export const TCL = callTable({
  puts: 'print last',
  exec: 'argv*',
  spawn: 'argv*',
  system: 'shell joined',
  // expect types it into the program that it has started, most often a shell.
  send: 'shell all',
  open: 'perl-open',
  file: 'tcl-file',
  env: 'text env',
  source: 'read 0',
  cd: 'cd 0',
  'http::geturl': 'fetch 0',
  'http::data': 'text same',
  eval: 'code joined',
});
