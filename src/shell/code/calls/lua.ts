/** Lua: os and io. The notation is explained in ../languages.ts. */
export const LUA: Record<string, string> = {
  '.write': 'write-opened 0',
  print: 'print all',
  'io.write': 'print all',
  'os.remove': 'delete 0',
  'os.execute': 'shell 0',
  'io.popen': 'shell 0',
  'os.rename': 'move 0 1',
  'io.open': 'open 0 1',
  'io.lines': 'read 0',
  'os.getenv': 'text env',
  load: 'code 0',
  loadstring: 'code 0',
  dofile: 'read 0',
  'lfs.rmdir': 'delete 0',
};
