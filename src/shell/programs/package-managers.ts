import { launchedAt } from './support/start/launch.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Program, type Definition } from './support/define-program.ts';
import { defineOptions, type Parsed } from './support/options.ts';
import { runPackageScript } from './support/start/package-scripts.ts';
import { emitPackages, runTool } from './support/start/run-tool.ts';

type Operation = 'install' | 'remove' | 'publish' | 'run';

const EXEC = ['exec', 'x', 'dlx'];
const ANY =
  'prefix= C= registry= t,target= f,file= n= w,workspace= filter= package= p= manifest-path= git= path= version= features=';

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
  manager('pnpm', 'C,dir= F,filter= prefix= registry= w,workspace-root package= c,call= g,global D,save-dev f,force', {
    aliases:
      'i=install t=test rm=remove un=remove uninstall=remove run-script=run up=update upgrade=update ls=list rb=rebuild ln=link',
    launches: {
      behind: ['exec', 'dlx', ''],
      except:
        'add install i update up upgrade remove rm uninstall un link ln unlink import rebuild rb prune fetch audit list ls outdated why run exec dlx test t start pack publish store root bin init create config deploy patch setup env server licenses self-update',
      isTool: true,
    },
    runsPackageScripts: true,
  }),
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
    'python= cache-dir= log= r,requirement= c,constraint= e,editable= t,target= prefix= root= i,index-url= extra-index-url= f,find-links= U,upgrade q,quiet y,yes',
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
  manager('dotnet', ANY),
  ...'pipx zypper port pacman yay paru snap flatpak composer mamba luarocks cpan cpanm nuget opam cabal stack mix krew winget choco scoop emerge xbps-install nix-env guix easy_install asdf rustup'
    .split(' ')
    .map((name) => ({ ...manager(name, ANY), subcommands: null })),
];

function manager(names: string, options: string, more: Partial<Definition> = {}): Program {
  const launcher = { options: defineOptions(options), launches: more.launches ?? { behind: EXEC } };
  return defineProgram({
    names,
    role: 'packages',
    subcommands: { '*': launcher.options },
    ...more,
    ...launcher,
    effects: (call, machine, parsed) => {
      if (more.runsPackageScripts === true) runPackageScript(call, machine, parsed.operands);
      return manage(call, machine, parsed, launcher);
    },
  });
}

const INSTALL =
  /^(install|i|add|in|isntall|ci|require|get|update|upgrade|up|dist-upgrade|full-upgrade|reinstall|tap|cask|sync|-S|-Sy|-Syu|-U|create|global)$/;
const REMOVE = /^(remove|rm|uninstall|un|unlink|purge|autoremove|erase|delete|r|-R|-Rs|-Rns|prune)$/;
const PUBLISH = /^(publish|push|yank|unpublish|deprecate)$/;
/** Their first word is an option: `pacman -Rns x`. */
const DASHED = /^(?:pacman|yay|paru)$/;

function manage(
  call: Call,
  machine: Machine,
  { has, operands, value }: Parsed,
  launcher: Pick<Program, 'options' | 'launches'>,
): string | undefined {
  const { program, args } = call;
  const dashed = DASHED.test(program) ? args.find((arg) => /^-[SRU]/.test(arg)) : undefined;
  const [verb = '', ...rest] = dashed === undefined ? operands : [dashed, ...operands];
  const text = value('call');
  if (EXEC.includes(verb) && launcher.launches?.behind?.includes(verb) === true) {
    const tool = launchedAt(launcher, args);
    if (text !== undefined) return machine.script(call, text, { wrapper: program, via: 'option', stdin: null });
    return tool < 0 ? undefined : runTool(call, machine, args.slice(tool));
  }
  const operation = operationOf(verb);
  if (program === 'yarn' && args.length === 0) emitPackages(call, machine, 'install', []);
  if (operation !== undefined) emitPackages(call, machine, operation, rest);
  const file = value('requirement');
  if (file !== undefined) machine.read(call, file);
  if (program === 'cargo' && verb === 'fmt' && !has('check')) machine.write(call, './**', 'format');
  if (program === 'cargo' && verb === 'clean') machine.remove(call, 'target', 'other', { recursive: true });
  return undefined;
}

function operationOf(verb: string): Operation | undefined {
  if (INSTALL.test(verb) || /^-[SU]/.test(verb)) return 'install';
  if (REMOVE.test(verb) || verb.startsWith('-R')) return 'remove';
  return PUBLISH.test(verb) ? 'publish' : undefined;
}
