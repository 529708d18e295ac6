import { wordList } from '../../../protocol/text/word-list.ts';
import type { Call, Machine } from '../../run/machine.ts';
import { type Subcommand, subcommand } from './subcommand.ts';

/** Keys whose value git hands to a shell. */
const COMMAND_KEYS = new Set(
  wordList(
    'core.pager core.editor core.sshcommand core.askpass core.fsmonitor core.gitproxy core.alternaterefscommand',
    'sequence.editor diff.external interactive.difffilter gpg.program credential.helper uploadpack.packobjectshook',
    'sendemail.smtpserver sendemail.tocmd sendemail.cccmd',
  ),
);
/** The same for keys with a name in them: `filter.lfs.clean`, `alias.x`. */
const NAMED_COMMAND_KEY =
  /^(?:.+\.(?:textconv|command|driver|clean|smudge|process|cmd|program)|(?:pager|alias)\..+|credential\..+\.helper)$/i;

/** Values that name a program without running anything bad by themselves. */
const HARMLESS =
  /^(true|false|cat|less|more|vim?|nano|emacs|code|code --wait|ssh|store|cache|osxkeychain|manager|libsecret|delta|bat|head|gpg2?|)$/;

export function runsByConfig(
  call: Call,
  machine: Machine,
  config: Map<string, string>,
  via: 'option' | 'deferred',
): void {
  for (const [key, value] of config) {
    if (!isCommandKey(key) || HARMLESS.test(value)) continue;
    const alias = /^alias\./i.test(key);
    if (alias && (!value.startsWith('!') || via === 'option')) continue;
    if (/^credential\./i.test(key) && !value.startsWith('!') && !value.startsWith('/')) continue;
    machine.script(call, value.replace(/^!/, ''), { wrapper: 'git', via, stdin: null, capture: false });
  }
}

function isCommandKey(key: string): boolean {
  return COMMAND_KEYS.has(key.toLowerCase()) || NAMED_COMMAND_KEY.test(key);
}

/** Settings that bring in other settings or other programs, beside those whose value is a command. */
const FOREIGN =
  /^(include\.path|includeif\..+\.path|core\.(execpath|hookspath)|init\.templatedir|url\..+|protocol\.ext\..+)$/;

/** A setting for one command that makes git run, load or reach something else counts like one in a file. */
export function emitSettings(call: Call, machine: Machine, config: Map<string, string>, subcommand: string): void {
  const detail = [...config].flatMap(([key, value]) => {
    const tells = FOREIGN.test(key) || (isCommandKey(key) && (!key.startsWith('alias.') || value.startsWith('!')));
    return tells && !HARMLESS.test(value) ? [machine.render(`${key}=${value}`)] : [];
  });
  if (detail.length === 0) return;
  const repository = call.scope.cwd ?? '?';
  machine.emit(call, { kind: 'git', operation: 'config', subcommand, forced: false, repository, detail });
}

export const gitConfig: Record<string, Subcommand> = {
  config: subcommand(
    'global system local worktree f,file= blob= get get-all get-regexp get-urlmatch= list l,list unset unset-all add replace-all rename-section remove-section e,edit type= t= bool int path default= z show-origin show-scope name-only',
    (git, parsed) => {
      const words = ['set', 'unset'].includes(parsed.operands[0] ?? '') ? parsed.operands.slice(1) : parsed.operands;
      const removes =
        parsed.has('unset') ||
        parsed.has('unset-all') ||
        parsed.has('remove-section') ||
        parsed.operands[0] === 'unset';
      const [key, value] = words;
      const file =
        parsed.value('file') ??
        (parsed.has('global')
          ? `${git.machine.home ?? git.machine.unknown('~')}/.gitconfig`
          : parsed.has('system')
            ? '/etc/gitconfig'
            : '.git/config');
      const reads =
        parsed.has('get') ||
        parsed.has('get-all') ||
        parsed.has('get-regexp') ||
        parsed.has('list') ||
        ['get', 'list'].includes(words[0] ?? '');
      // Of a file that the command names, git prints the lines.
      if (reads && parsed.has('file')) git.machine.read(git.call, file);
      if (reads || key === undefined || (value === undefined && !removes && !parsed.has('edit'))) return;
      git.emit('config', { detail: [value === undefined ? key : `${key}=${value}`] });
      git.machine.write(git.call, file, 'git', { append: true });
      const alias = /^alias\.(.+)$/i.exec(key)?.[1];
      if (alias !== undefined && value !== undefined) git.machine.gitAliases.set(alias.toLowerCase(), value);
      if (value !== undefined) runsByConfig(git.call, git.machine, new Map([[key, value]]), 'deferred');
    },
  ),
};
