import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { runPackageScript } from './package-scripts.ts';

type Operation = 'install' | 'remove' | 'publish' | 'run';

const INSTALL =
  /^(install|i|add|in|isntall|ci|require|get|update|upgrade|up|dist-upgrade|full-upgrade|reinstall|tap|cask|sync|-S|-Sy|-Syu|-U|create|global)$/;
const REMOVE = /^(remove|rm|uninstall|un|unlink|purge|autoremove|erase|delete|r|-R|-Rs|-Rns|prune)$/;
const PUBLISH = /^(publish|push|yank|unpublish|deprecate)$/;

/** Managers whose first word is the verb. */
const MANAGERS =
  'npm pnpm yarn pip pip3 pipx gem cargo apt apt-get aptitude dnf yum zypper apk brew port pacman yay paru snap flatpak composer conda mamba luarocks cpan cpanm nuget dotnet opam cabal stack mix helm krew winget choco scoop emerge xbps-install nix-env guix easy_install asdf rustup';

export const packages: Record<string, Handler> = { npx, bunx: npx, pnpx: npx, dlx: npx, uvx: npx };
for (const manager of MANAGERS.split(' ')) packages[manager] = manage;

const OPTIONS = defineOptions(
  'prefix= C= registry= r,requirement= c,call= e,editable= t,target= i,index-url= extra-index-url= f,file= n= w,workspace= filter= package= p= manifest-path= git= path= version= features=',
  'mixed',
);

function manage(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(
    call.args.filter((arg) => arg !== '-c' || call.args.includes('exec')),
    OPTIONS,
  );
  const dashed =
    call.program === 'pacman' || call.program === 'yay' || call.program === 'paru'
      ? call.args.find((arg) => /^-[SRU]/.test(arg))
      : undefined;
  const [verb = dashed ?? '', ...rest] = dashed === undefined ? parsed.operands : ['', ...parsed.operands];
  const word = dashed ?? verb;
  const operation: Operation | undefined =
    INSTALL.test(word) || /^-(S|U)/.test(word)
      ? 'install'
      : REMOVE.test(word) || word.startsWith('-R')
        ? 'remove'
        : PUBLISH.test(word)
          ? 'publish'
          : undefined;
  runPackageScript(call, machine, parsed.operands);
  const text = parsed.value('call');
  if ((verb === 'exec' || verb === 'x' || verb === 'dlx') && text !== undefined)
    return machine.script(call, text, { wrapper: call.program, via: 'option', stdin: null });
  if (/^(exec|x|dlx)$/.test(verb)) return runTool(call, machine, rest, operation);
  if (call.program === 'yarn' && call.args.length === 0) emit(call, machine, 'install', []);
  if (operation !== undefined) emit(call, machine, operation, rest);
  const file = parsed.value('requirement');
  if (file !== undefined) machine.read(call, file);
  if (call.program === 'cargo' && verb === 'fmt' && !call.args.includes('--check'))
    machine.write(call, './**', 'format');
  if (call.program === 'cargo' && verb === 'clean') machine.remove(call, 'target', 'other', { recursive: true });
  return undefined;
}

function emit(call: Call, machine: Machine, operation: Operation, names: string[]): void {
  machine.emit(call, {
    kind: 'package',
    manager: call.program,
    operation,
    packages: names.map((name) => machine.render(name)),
  });
}

const NPX = defineOptions('c,call= p,package= from= with= y,yes no-install q n= w=', 'stop-at-operand');

function npx(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(call.args, NPX);
  const text = parsed.value('call');
  if (text !== undefined) return machine.script(call, text, { wrapper: call.program, via: 'option', stdin: null });
  return runTool(call, machine, parsed.operands, undefined);
}

/** A tool started by a package runner behaves like the tool of that name. */
function runTool(call: Call, machine: Machine, words: string[], _operation: Operation | undefined): string | undefined {
  const [name = '', ...args] = words[0] === '--' ? words.slice(1) : words;
  if (name === '') return undefined;
  emit(call, machine, 'run', [name]);
  const bare = name.replace(/(.)@[^/]*$/, '$1');
  return machine.run(call, [bare.slice(bare.lastIndexOf('/') + 1), ...args], { wrapper: call.program });
}
