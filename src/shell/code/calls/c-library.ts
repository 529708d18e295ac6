import type { CallRows } from './call-table.ts';

/** What the functions of the C library do; other languages reach them through ctypes, cffi, FFI, Fiddle and LuaJIT. */
const FUNCTIONS: CallRows = {
  system: 'shell 0',
  popen: 'shell 0',
  execl: 'argv* 1',
  execlp: 'argv* 1',
  execle: 'argv* 1',
  execv: 'argv 1',
  execvp: 'argv 1',
  execve: 'argv 1',
  execvpe: 'argv 1',
  posix_spawn: 'argv 4',
  posix_spawnp: 'argv 4',
  unlink: 'delete 0',
  kill: 'kill 0 1',
  unlinkat: 'delete 1',
  remove: 'delete 0',
  rmdir: 'delete 0',
  rename: 'move 0 1',
  truncate: 'empty 0',
  truncate64: 'empty 0',
  creat: 'write 0',
  open: 'c-open 0',
  fopen: 'open 0 1',
  chmod: 'permission 0',
  chown: 'permission 0',
  symlink: 'link 0 1',
  link: 'link 0 1',
  chdir: 'cd 0',
  syscall: 'guess',
};

/** The rows of a language whose name for the library is `front`: `libc.system`, `ffi.C.system`. */
export function cLibrary(front: string): CallRows {
  return Object.fromEntries(Object.entries(FUNCTIONS).map(([name, rule]) => [`${front}.${name}`, rule]));
}
