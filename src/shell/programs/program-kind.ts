export type ProgramKind = 'shell' | 'interpreter' | 'network' | 'decoder' | 'privilege' | 'other';

const KINDS: Record<Exclude<ProgramKind, 'other'>, string> = {
  shell: 'sh bash zsh dash ksh mksh ash fish csh tcsh rbash pwsh powershell source . eval xonsh elvish nu',
  interpreter:
    'python python2 python3 pypy pypy3 node nodejs deno bun perl ruby php lua luajit tclsh Rscript osascript irb groovy julia tsx ts-node awk gawk mawk nawk',
  network:
    'curl wget fetch nc ncat netcat socat telnet ssh scp sftp rsync ftp aria2c http https httpie xh lynx w3m links openssl-s_client rclone axel Invoke-WebRequest iwr Invoke-RestMethod irm',
  decoder: 'base64 base32 basenc xxd uudecode openssl gunzip zcat gzip bzcat xzcat rev tr gpg',
  privilege: 'sudo doas su pkexec runuser run0 sudoedit',
};

const TABLE = new Map<string, ProgramKind>();
for (const [kind, names] of Object.entries(KINDS))
  for (const name of names.split(' ')) TABLE.set(name, kind as ProgramKind);

/** The role of a program in a pipeline; `python3.11` counts as `python3`. */
export function programKind(program: string): ProgramKind {
  return TABLE.get(program) ?? TABLE.get(withoutVersion(program)) ?? 'other';
}

/** `python3.11` → `python3`, `php8.2` → `php`, `ruby3.2` → `ruby`. */
export function withoutVersion(program: string): string {
  const dot = program.indexOf('.');
  const head = dot > 0 && isDigit(program.charCodeAt(dot - 1)) ? program.slice(0, dot) : program;
  if (TABLE.has(head)) return head;
  let end = head.length;
  while (end > 0 && isDigit(head.charCodeAt(end - 1))) end--;
  return end > 0 && TABLE.has(head.slice(0, end)) ? head.slice(0, end) : program;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
