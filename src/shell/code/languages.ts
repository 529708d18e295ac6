import type { Syntax } from './tokens.ts';

/**
 * What a call does, in a small notation: a verb and the numbers of the arguments it is about; `self` is the value before the dot.
 * `delete* 0` is recursive. `argv 0` runs a list or a command text, `argv* ` runs all arguments as one command, `shell 0` is text for a shell,
 * `code 0` is more of the same language. `text …` computes a value.
 */
export type Language = {
  name: string;
  syntax: Syntax;
  joins: '+' | '.';
  calls: Record<string, string>;
};

const PYTHON: Record<string, string> = {
  'os.remove': 'delete 0', 'os.unlink': 'delete 0', 'os.rmdir': 'delete 0', 'os.removedirs': 'delete 0', 'shutil.rmtree': 'delete* 0', '.rmtree': 'delete* 0',
  '.unlink': 'delete self', '.rmdir': 'delete self', '.write_text': 'write self', '.write_bytes': 'write self', '.touch': 'write self', '.mkdir': 'write self',
  '.read_text': 'read self', '.read_bytes': 'read self', '.rename': 'move self 0', '.replace': 'text replace', '.open': 'open self 0', '.symlink_to': 'write self', '.chmod': 'permission self',
  open: 'open 0 1', 'io.open': 'open 0 1', 'codecs.open': 'open 0 1', 'os.open': 'open 0 1',
  'os.rename': 'move 0 1', 'os.replace': 'move 0 1', 'shutil.move': 'move 0 1', 'shutil.copy': 'copy 0 1', 'shutil.copy2': 'copy 0 1', 'shutil.copyfile': 'copy 0 1', 'shutil.copytree': 'copy 0 1',
  'os.symlink': 'copy 0 1', 'os.link': 'copy 0 1', 'os.mkdir': 'write 0', 'os.makedirs': 'write 0', 'os.truncate': 'empty 0', 'os.chmod': 'permission 0', 'os.chown': 'permission 0',
  'os.system': 'shell 0', 'os.popen': 'shell 0', 'subprocess.getoutput': 'shell 0', 'subprocess.getstatusoutput': 'shell 0', 'pty.spawn': 'argv 0', 'commands.getoutput': 'shell 0',
  'subprocess.run': 'argv 0', 'subprocess.call': 'argv 0', 'subprocess.check_call': 'argv 0', 'subprocess.check_output': 'argv 0', 'subprocess.Popen': 'argv 0', '.system': 'shell 0',
  'asyncio.create_subprocess_shell': 'shell 0', 'asyncio.create_subprocess_exec': 'argv*',
  'os.execv': 'argv 1', 'os.execve': 'argv 1', 'os.execvp': 'argv 1', 'os.execl': 'argv* 1', 'os.execlp': 'argv* 1', 'os.spawnv': 'argv 2', 'os.spawnlp': 'argv* 2', 'os.posix_spawn': 'argv 1',
  exec: 'code 0', eval: 'code 0', compile: 'text same', execfile: 'read 0', runpy: 'read 0', 'runpy.run_path': 'read 0',
  'urllib.request.urlopen': 'download 0', 'urllib.urlopen': 'download 0', 'urllib2.urlopen': 'download 0', 'urllib.request.urlretrieve': 'save 0 1', 'requests.get': 'download 0', 'httpx.get': 'download 0',
  'requests.post': 'upload 0', 'requests.put': 'upload 0', 'httpx.post': 'upload 0', '.connect': 'connect 0',
  'os.path.join': 'text join', 'os.path.expanduser': 'text home', 'pathlib.Path.home': 'text home', 'Path.home': 'text home', Path: 'text path', 'pathlib.Path': 'text path', 'os.path.abspath': 'text same', 'os.path.normpath': 'text same',
  '.expanduser': 'text home-self', '.resolve': 'text self', '.absolute': 'text self', '.joinpath': 'text join-self', str: 'text same', 'os.fspath': 'text same', '.decode': 'text self', '.encode': 'text self', '.strip': 'text self', '.read': 'text self', '.text': 'text self', '.content': 'text self', '.format': 'text unknown',
  'os.getcwd': 'text cwd', 'os.curdir': 'text cwd', 'os.getenv': 'text env', 'os.environ.get': 'text env', 'os.environ[]': 'text env', 'base64.b64decode': 'text base64', '.b64decode': 'text base64', 'bytes.fromhex': 'text hex', 'binascii.unhexlify': 'text hex', 'codecs.decode': 'text unknown', '.join': 'text glue', chr: 'text chr',
  __import__: 'text module', 'importlib.import_module': 'text module', getattr: 'text member', 'os.chdir': 'cd 0', 'glob.glob': 'text same', 'shlex.split': 'text same', 'glob.iglob': 'text same', 'os.walk': 'text same', 'os.listdir': 'text below', 'zipfile.ZipFile': 'open 0 1',
};

const NODE: Record<string, string> = {
  'fs.rm': 'delete* 0', 'fs.rmSync': 'delete* 0', 'fs.rmdir': 'delete 0', 'fs.rmdirSync': 'delete 0', 'fs.unlink': 'delete 0', 'fs.unlinkSync': 'delete 0', '.rmSync': 'delete* 0', '.unlinkSync': 'delete 0', '.rmdirSync': 'delete 0',
  'fs.removeSync': 'delete* 0', 'fs.remove': 'delete* 0', 'fse.removeSync': 'delete* 0', 'rimraf.sync': 'delete* 0', rimraf: 'delete* 0', 'fs-extra.removeSync': 'delete* 0',
  'fs.writeFile': 'write 0', 'fs.writeFileSync': 'write 0', '.writeFileSync': 'write 0', 'fs.appendFile': 'append 0', 'fs.appendFileSync': 'append 0', 'fs.createWriteStream': 'write 0', 'fs.mkdir': 'write 0', 'fs.mkdirSync': 'write 0', 'fs.truncate': 'empty 0', 'fs.truncateSync': 'empty 0', 'fs.outputFileSync': 'write 0',
  'fs.openSync': 'open 0 1', 'fs.open': 'open 0 1', 'fs.readFile': 'read 0', 'fs.readFileSync': 'read 0', '.readFileSync': 'read 0', 'fs.createReadStream': 'read 0', 'fs.readlinkSync': 'read 0',
  'fs.rename': 'move 0 1', 'fs.renameSync': 'move 0 1', 'fs.copyFile': 'copy 0 1', 'fs.copyFileSync': 'copy 0 1', 'fs.cp': 'copy 0 1', 'fs.cpSync': 'copy 0 1', 'fs.symlinkSync': 'copy 0 1', 'fs.linkSync': 'copy 0 1', 'fs.chmodSync': 'permission 0', 'fs.chmod': 'permission 0',
  'child_process.exec': 'shell 0', 'child_process.execSync': 'shell 0', 'child_process.spawn': 'argv 0 1', 'child_process.spawnSync': 'argv 0 1', 'child_process.execFile': 'argv 0 1', 'child_process.execFileSync': 'argv 0 1', 'child_process.fork': 'read 0',
  '.execSync': 'shell 0', '.spawnSync': 'argv 0 1', '.execFileSync': 'argv 0 1', execSync: 'shell 0', spawnSync: 'argv 0 1',
  eval: 'code 0', Function: 'code 0', 'vm.runInThisContext': 'code 0', 'vm.runInNewContext': 'code 0',
  fetch: 'download 0', 'https.get': 'download 0', 'http.get': 'download 0', 'axios.get': 'download 0', 'axios.post': 'upload 0', 'net.connect': 'connect 1', 'net.createConnection': 'connect 1',
  require: 'text module', import: 'text module', 'process.mainModule.require': 'text module', 'path.join': 'text join', 'path.resolve': 'text join', 'os.homedir': 'text home', 'process.cwd': 'text cwd', 'process.env[]': 'text env', 'Buffer.from': 'text buffer', atob: 'text base64', '.toString': 'text self', '.trim': 'text self', '.text': 'text self', '.join': 'text glue', 'String.fromCharCode': 'text chr', 'process.chdir': 'cd 0', 'String.raw': 'text same',
  'Deno.remove': 'delete* 0', 'Deno.removeSync': 'delete* 0', 'Deno.writeTextFile': 'write 0', 'Deno.writeTextFileSync': 'write 0', 'Deno.writeFileSync': 'write 0', 'Deno.readTextFile': 'read 0', 'Deno.readTextFileSync': 'read 0', 'Deno.Command': 'argv 0', 'Deno.run': 'argv 0', 'Bun.write': 'write 0', 'Bun.file': 'read 0', 'Bun.spawn': 'argv 0', 'Bun.spawnSync': 'argv 0',
};

const PERL: Record<string, string> = {
  unlink: 'delete all', rmdir: 'delete 0', rmtree: 'delete* all', remove_tree: 'delete* all', 'File.Path.rmtree': 'delete* all', 'File.Path.remove_tree': 'delete* all',
  system: 'argv*', exec: 'argv*', eval: 'code 0', qx: 'shell 0', open: 'perl-open', sysopen: 'open 0 1', rename: 'move 0 1', symlink: 'copy 0 1', link: 'copy 0 1', mkdir: 'write 0', truncate: 'empty 0', chmod: 'permission 1', chown: 'permission 2', copy: 'copy 0 1', move: 'move 0 1',
  decode_base64: 'text base64', pack: 'text unknown', 'ENV[]': 'text env', require: 'text same', do: 'text same', glob: 'text same', chdir: 'cd 0', 'LWP.Simple.get': 'download 0', get: 'text same',
};

const RUBY: Record<string, string> = {
  'FileUtils.rm': 'delete 0', 'FileUtils.rm_f': 'delete 0', 'FileUtils.rm_r': 'delete* 0', 'FileUtils.rm_rf': 'delete* 0', 'FileUtils.rmtree': 'delete* 0', 'FileUtils.remove_dir': 'delete* 0', 'FileUtils.remove_entry': 'delete* 0', 'FileUtils.remove_entry_secure': 'delete* 0', 'FileUtils.rmdir': 'delete 0', 'FileUtils.safe_unlink': 'delete 0', '.rmtree': 'delete* self', rm_rf: 'delete* 0',
  'File.delete': 'delete all', 'File.unlink': 'delete all', 'Dir.rmdir': 'delete 0', 'Dir.delete': 'delete 0', 'Dir.unlink': 'delete 0', '.delete': 'delete self', '.unlink': 'delete self', 'File.write': 'write 0', 'IO.write': 'write 0', 'IO.binwrite': 'write 0', 'File.binwrite': 'write 0', 'File.open': 'open 0 1', 'File.new': 'open 0 1', 'File.truncate': 'empty 0', 'File.read': 'read 0', 'IO.read': 'read 0', 'File.readlines': 'read 0', 'IO.readlines': 'read 0', 'File.foreach': 'read 0', 'File.binread': 'read 0',
  'File.rename': 'move 0 1', 'FileUtils.mv': 'move 0 1', 'FileUtils.cp': 'copy 0 1', 'FileUtils.cp_r': 'copy 0 1', 'FileUtils.copy': 'copy 0 1', 'FileUtils.touch': 'write 0', 'FileUtils.mkdir_p': 'write 0', 'FileUtils.mkdir': 'write 0', 'Dir.mkdir': 'write 0', 'File.symlink': 'copy 0 1', 'FileUtils.ln_s': 'copy 0 1', 'FileUtils.chmod': 'permission 1', 'FileUtils.chmod_R': 'permission 1', 'File.chmod': 'permission 1',
  system: 'argv*', exec: 'argv*', spawn: 'argv*', 'Kernel.system': 'argv*', 'Kernel.exec': 'argv*', 'Kernel.spawn': 'argv*', 'IO.popen': 'argv 0', 'Open3.capture2': 'argv*', 'Open3.capture3': 'argv*', 'Open3.popen3': 'argv*', 'PTY.spawn': 'argv*', eval: 'code 0', instance_eval: 'code 0', open: 'ruby-open',
  'Net.HTTP.get': 'download 0', 'URI.open': 'download 0', 'Base64.decode64': 'text base64', 'Base64.strict_decode64': 'text base64', 'File.join': 'text join', 'File.expand_path': 'text home', 'Dir.home': 'text home', 'Dir.pwd': 'text cwd', 'ENV[]': 'text env', 'ENV.fetch': 'text env', '.read': 'text self', 'Dir.glob': 'text same', 'Dir[]': 'text same', 'Pathname.new': 'text same', Pathname: 'text same', 'Dir.chdir': 'cd 0', require: 'text unknown', '.reverse': 'text reverse', '.each': 'text self',
};

const PHP: Record<string, string> = {
  unlink: 'delete 0', rmdir: 'delete 0', system: 'shell 0', exec: 'shell 0', shell_exec: 'shell 0', passthru: 'shell 0', popen: 'shell 0', proc_open: 'argv 0', pcntl_exec: 'argv 0 1', eval: 'code 0', assert: 'code 0',
  file_put_contents: 'write 0', fopen: 'open 0 1', file_get_contents: 'fetch 0', readfile: 'read 0', file: 'read 0', rename: 'move 0 1', copy: 'copy 0 1', symlink: 'copy 0 1', mkdir: 'write 0', touch: 'write 0', chmod: 'permission 0', chown: 'permission 0', ftruncate: 'text unknown',
  base64_decode: 'text base64', hex2bin: 'text hex', getenv: 'text env', '_SERVER[]': 'text env', '_ENV[]': 'text env', getcwd: 'text cwd', strrev: 'text reverse', chdir: 'cd 0', glob: 'text same', curl_init: 'download 0', include: 'read 0', require: 'read 0',
};

const LUA: Record<string, string> = {
  'os.remove': 'delete 0', 'os.execute': 'shell 0', 'io.popen': 'shell 0', 'os.rename': 'move 0 1', 'io.open': 'open 0 1', 'io.lines': 'read 0', 'os.getenv': 'text env', load: 'code 0', loadstring: 'code 0', dofile: 'read 0', 'lfs.rmdir': 'delete 0',
};

const OTHERS: Record<string, string> = {
  unlink: 'delete* 0', 'file.remove': 'delete 0', 'file.rename': 'move 0 1', system: 'shell 0', system2: 'argv 0 1', shell: 'shell 0', writeLines: 'write 1', readLines: 'read 0', eval: 'text unknown', parse: 'text unknown', rm: 'delete* 0', run: 'text unknown', 'file.copy': 'copy 0 1',
  '.execute': 'shell self', '.deleteDir': 'delete* self', 'exec.Command': 'argv*', 'os.RemoveAll': 'delete* 0', 'os.Remove': 'delete 0', 'os.WriteFile': 'write 0', 'os.ReadFile': 'read 0',
};

const plain: Syntax = { comments: ['#'], interpolates: false, backtick: 'none', percent: 'none', regex: false, sigils: false };
const LANGUAGES: Record<string, Language> = {
  python: { name: 'python', syntax: plain, joins: '+', calls: PYTHON },
  node: { name: 'node', syntax: { ...plain, comments: ['//'], backtick: 'text', regex: true }, joins: '+', calls: NODE },
  perl: { name: 'perl', syntax: { ...plain, interpolates: true, backtick: 'shell', percent: 'perl', sigils: true }, joins: '.', calls: PERL },
  ruby: { name: 'ruby', syntax: { ...plain, interpolates: true, backtick: 'shell', percent: 'ruby', sigils: true }, joins: '+', calls: RUBY },
  php: { name: 'php', syntax: { ...plain, comments: ['//', '#'], interpolates: true, backtick: 'shell', sigils: true }, joins: '.', calls: PHP },
  lua: { name: 'lua', syntax: { ...plain, comments: ['--'] }, joins: '.', calls: LUA },
  other: { name: 'other', syntax: { ...plain, comments: ['#', '//'] }, joins: '+', calls: OTHERS },
};

const FAMILIES: [RegExp, string][] = [
  [/^(python|pypy|ipython|jython|micropython)/, 'python'],
  [/^(node|nodejs|deno|bun|tsx|ts-node|js|qjs|electron)/, 'node'],
  [/^perl/, 'perl'],
  [/^(ruby|irb|jruby)/, 'ruby'],
  [/^php/, 'php'],
  [/^(lua|luajit|texlua)/, 'lua'],
];

export function languageOf(program: string): Language {
  const family = FAMILIES.find(([pattern]) => pattern.test(program))?.[1] ?? 'other';
  return LANGUAGES[family] as Language;
}
