import { isFromNetwork } from '../files/written-files.ts';
import { launchedAt } from './support/start/launch.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Program, type Definition } from './support/define-program.ts';
import { defineOptions, type Parsed } from './support/options.ts';
import { runHooks } from './support/start/package-hooks.ts';
import { runPackageScript, runScriptsOf } from './support/tasks/package-scripts.ts';
import { emitPackages, type PackageOperation, runTool } from './support/start/run-tool.ts';
import { runInside } from './package-managers/run-inside.ts';
import { writeMadeFiles } from './package-managers/made-files.ts';

const EXEC = ['exec', 'x', 'dlx'];
const ANY =
  'prefix= C= registry= t,target= f,file= n= w,workspace= filter= package= p= manifest-path= git= path= version= features= suffix= python= index-url,i= pip-args= skip= spec= value,v=';

/** Managers of packages. Where their first operand is described as a command, we know the options in front of it that take a value. */
export const packageManagers = [
  manager(
    'npm',
    'prefix= C= registry= w,workspace= cache= userconfig= loglevel= filter= package= p= c,call= g,global D,save-dev S,save f,force',
    {
      aliases:
        'i=install in=install isntall=install add=install t=test tst=test un=uninstall rm=uninstall r=uninstall remove=uninstall unlink=uninstall ci=clean-install ic=clean-install install-clean=clean-install run-script=run rum=run urn=run up=update upgrade=update udpate=update ls=list ll=list la=list info=view show=view v=view create=init innit=init x=exec rb=rebuild ln=link',
      launches: { behind: ['exec', 'x'], isTool: true },
      runsPackageScripts: true,
    },
  ),
  manager(
    'pnpm',
    'C,dir= F,filter= prefix= registry= w,workspace-root package= c,shell-mode g,global D,save-dev f,force',
    {
      aliases:
        'i=install t=test rm=remove un=remove uninstall=remove run-script=run up=update upgrade=update ls=list rb=rebuild ln=link',
      launches: {
        behind: ['exec', 'dlx', ''],
        except:
          'add install i update up upgrade remove rm uninstall un link ln unlink import rebuild rb prune fetch audit list ls outdated why run exec dlx test t start pack publish store root bin init create config deploy patch setup env server licenses self-update',
        isTool: true,
      },
      runsPackageScripts: true,
    },
  ),
  manager('yarn', 'cwd= registry= p,package= c,call= D,dev g,global f,force', {
    launches: {
      behind: ['exec', 'dlx', 'run', ''],
      except:
        'add install remove up upgrade run exec dlx test start init info list why config cache link unlink pack publish version workspace workspaces set global create dedupe npm node plugin rebuild',
      isTool: true,
    },
    runsPackageScripts: true,
  }),
  manager(
    'pip pip3',
    'python= cache-dir= log=> r,requirement= c,constraint= e,editable= t,target= prefix= root= i,index-url= extra-index-url= f,find-links= U,upgrade q,quiet y,yes',
    { versioned: true },
  ),
  manager(
    'cargo',
    'C= config= color= Z= r,release q,quiet v,verbose p,package= manifest-path= git= path= version= features= F= target= bin= example= f,force',
    {
      aliases: 't=test b=build r=run',
      skips: /^\+/,
    },
  ),
  manager('gem', 'i= n= v,version= p= source= f,force', { versioned: true }),
  manager('apt apt-get aptitude', 'o= c= t,target-release= y,yes,assume-yes q,quiet f'),
  manager('dnf yum microdnf', 'y,assumeyes q,quiet'),
  manager('brew', 'f,force q,quiet v,verbose'),
  manager('apk', 'p,root= X,repository= t,virtual= q,quiet f,force'),
  manager('helm', 'n,namespace= kube-context= kubeconfig= f,values= version= set='),
  manager('dotnet', `${ANY} s,source=`),
  manager('pipx', 'spec= python= i,index-url= pip-args= suffix= backend= f,force q,quiet v,verbose', {
    launches: { behind: ['run'], isTool: true },
  }),
  manager('mamba', 'n,name= p,prefix= cwd= c,channel= f,file= y,yes q,quiet no-capture-output', {
    launches: { behind: ['run'], isTool: true },
  }),
  manager('rustup', 'toolchain= q,quiet v,verbose', {
    launches: { behind: ['run'], own: 1, isTool: true },
    skips: /^\+/,
  }),
  ...'aurman dnf4 installer tlmgr rpm dpkg zypper port pacman yay paru snap flatpak composer luarocks cpan cpanm nuget opam cabal stack mix krew winget choco scoop emerge xbps-install nix-env guix easy_install asdf'
    .split(' ')
    .map((name) => manager(name, ANY, { subcommands: null })),
];

function manager(names: string, options: string, more: Partial<Definition> = {}): Definition {
  const launcher = { options: defineOptions(options), launches: more.launches ?? { behind: EXEC } };
  return defineProgram({
    names,
    role: 'packages',
    subcommands: { '*': launcher.options },
    ...more,
    ...launcher,
    effects: (call, machine, parsed) => {
      if (/^(?:apt|apt-get|aptitude|rpm)$/.test(call.program)) runHooks(call, machine);
      if (more.runsPackageScripts === true) runPackageScript(call, machine, parsed);
      if (call.program === 'composer') runComposerScript(call, machine, call.args);
      return manage(call, machine, parsed, launcher);
    },
  });
}

/** `composer run x`, `composer run-script x`, `composer x`. */
function runComposerScript(call: Call, machine: Machine, args: readonly string[]): void {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const [verb = '', next = ''] = words;
  const name = /^run(?:-script)?$/.test(verb) ? next : verb;
  runScriptsOf(call, machine, {
    file: 'composer.json',
    list: 'scripts',
    names: [`pre-${name}-cmd`, name, `post-${name}-cmd`],
  });
}

const INSTALL =
  /^(install|i|add|in|isntall|ci|require|get|update|upgrade|up|dist-upgrade|full-upgrade|reinstall|tap|cask|sync|-S|-Sy|-Syu|-U|create|global)$/;
const REMOVE =
  /^(remove|rm|uninstall|un|unlink|purge|autoremove|erase|delete|del|r|-R|-Rs|-Rns|prune|--erase|--remove|--purge)$/;
const PUBLISH = /^(publish|push|yank|unpublish|deprecate)$/;
/** Managers whose command is an option: `pacman -Rns x`, `rpm -e x`, `dpkg --purge x`. */
const DASHED: readonly (readonly [programs: RegExp, command: RegExp])[] = [
  [/^(?:pacman|yay|paru)$/, /^-[SRU]/],
  [/^rpm$/, /^(?:-[eiUF][a-z]*|--erase|--install|--upgrade)$/],
  [/^dpkg$/, /^(?:-[rPi]|--remove|--purge|--install)$/],
  // macOS: `installer -pkg file -target /`.
  [/^installer$/, /^-(?:pkg|package)$/],
];

function manage(
  call: Call,
  machine: Machine,
  { has, operands, value }: Parsed,
  launcher: Pick<Program, 'options' | 'launches'>,
): string | undefined {
  const { program, args } = call;
  const [verb = '', ...rest] = commandOf(call, operands);
  const starts = EXEC.includes(verb) || (verb === 'run' && /^(?:pipx|mamba|rustup)$/.test(program));
  if (starts && launcher.launches?.behind?.includes(verb) === true)
    return runLaunched(call, machine, { verb, text: value('call'), at: launchedAt(launcher, args) });
  const inner = runInside(call, machine, verb, rest);
  if (inner !== undefined) return inner;
  if (program === 'yarn' && args.length === 0) emitPackages(call, machine, 'install', []);
  const operation = operationOf(verb);
  if (operation !== undefined) emitPackages(call, machine, operation, rest);
  // A package brings scripts that run when it is installed.
  if (operation === 'install' && args.some((word) => isFromNetwork(machine, machine.content(call, word))))
    machine.emit(call, { kind: 'code', source: 'fetched', interpreter: program });
  // A directory's own installer is code.
  if (/^pip3?$/.test(program) && verb === 'install' && args.some((arg) => /^\.{1,2}\/?$/.test(arg))) {
    const installer = machine.content(call, 'setup.py');
    if (installer !== undefined) machine.code(call, 'python', installer);
  }
  const file = value('requirement');
  if (file !== undefined) machine.read(call, file);
  writeMadeFiles(call, machine, verb, rest);
  if (program === 'cargo' && verb === 'fmt' && !has('check') && !args.includes('--check'))
    machine.write(call, './**', 'format');
  if (program === 'cargo' && verb === 'clean') machine.remove(call, 'target', 'other', { recursive: true });
  return undefined;
}

/** The manager's own command and the words behind it. */
function commandOf({ program, args }: Call, operands: readonly string[]): readonly string[] {
  const command = DASHED.find(([programs]) => programs.test(program))?.[1];
  const dashed = command === undefined ? undefined : args.find((arg) => command.test(arg));
  return dashed === undefined ? operands : [dashed, ...operands];
}

/** Runs what `npm exec`, `pipx run` and their kin start: the text of `-c`, or the tool that begins at a word. */
function runLaunched(
  call: Call,
  machine: Machine,
  { verb, text, at }: { verb: string; text: string | undefined; at: number },
): string | undefined {
  const { program, args } = call;
  if (text !== undefined) return machine.script(call, text, { wrapper: program, via: 'option', stdin: null });
  // After the tool, `-c` is the tool's own: `pnpm exec sh -c text`.
  const own = at < 0 ? args : args.slice(0, at);
  const isShellMode = (arg: string) => /^(?:-c|--shell-mode)$/.test(arg);
  if (program === 'pnpm' && own.some(isShellMode)) {
    const words = args.slice(args.indexOf(verb) + 1).filter((arg) => !isShellMode(arg));
    return machine.script(call, words.join(' '), { wrapper: program, stdin: null });
  }
  return at < 0 ? undefined : runTool(call, machine, args.slice(at));
}

function operationOf(verb: string): PackageOperation | undefined {
  if (INSTALL.test(verb) || /^-(?:[SUi]|-install$|-upgrade$|pkg$|package$)/.test(verb)) return 'install';
  if (REMOVE.test(verb) || /^-[RrPe]/.test(verb)) return 'remove';
  return PUBLISH.test(verb) ? 'publish' : undefined;
}
