import type { Call, Machine } from '../../../run/machine.ts';
import { keepForLater } from '../../../run/text/run-later.ts';
import { splitString } from './split-string.ts';

/** Variables whose value is a command that some program will start. */
const COMMANDS = new Set(
  'GIT_SSH_COMMAND GIT_SSH GIT_PAGER PAGER MANPAGER GIT_EDITOR EDITOR VISUAL GIT_SEQUENCE_EDITOR GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND BROWSER RSYNC_RSH LESSOPEN LESSCLOSE PROMPT_COMMAND FCEDIT CVS_RSH DELTA_PAGER BAT_PAGER SYSTEMD_PAGER AWS_PAGER KUBE_EDITOR GH_PAGER GH_EDITOR GH_BROWSER GLAB_PAGER PSQL_PAGER PSQL_EDITOR SYSTEMD_EDITOR SUDO_EDITOR HGEDITOR SVN_EDITOR SVN_SSH BZR_SSH BZR_EDITOR JJ_EDITOR MAILER FZF_DEFAULT_COMMAND npm_config_editor npm_config_script_shell NPM_CONFIG_SCRIPT_SHELL'.split(
    ' ',
  ),
);

/** Variables that a build starts as programs. A compiler's name in them is everyday, so they are no effect by themselves. */
const BUILDERS =
  /^(?:CC|CXX|CPP|LD|AR|AS|RANLIB|FC|F77|OBJC|LEX|YACC|MAKE|RUSTC|RUSTDOC|CARGO|CARGO_BUILD_RUSTC(?:_(?:WORKSPACE_)?WRAPPER)?|RUSTC_(?:WORKSPACE_)?WRAPPER|CARGO_TARGET_\w+_(?:RUNNER|LINKER)|CMAKE_(?:C|CXX|CUDA)_(?:COMPILER|LINKER)_LAUNCHER|CONFIG_SHELL|PKG_CONFIG)$/;

/** Variables that hold further words for a program. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['TAR_OPTIONS', 'tar'],
  ['MAKEFLAGS', 'make'],
  ['GNUMAKEFLAGS', 'make'],
  ['MFLAGS', 'make'],
  ['FZF_DEFAULT_OPTS', 'fzf'],
]);

/** Variables that make a program load code before its own. */
const LOADERS = new Set(
  'LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH BASH_ENV ENV ZDOTDIR PYTHONSTARTUP PYTHONWARNINGS PYTHONHOME PERL5OPT PERL5LIB PERL5DB RUBYOPT RUBYLIB NODE_OPTIONS JAVA_TOOL_OPTIONS _JAVA_OPTIONS GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT HTTP_PROXY HTTPS_PROXY ALL_PROXY JDK_JAVA_OPTIONS PYTHONBREAKPOINT'.split(
    ' ',
  ),
);

/** Programs look for these in their environment. A name without a capital is the shell's own, unless it is exported or stands in front of a command. */
const ENVIRONMENT = /[A-Z]|^npm_config_|_proxy$/;

/** Notes what a command sets for itself or for those after it. `PAGER=… git log` also runs the pager: the command hides in a variable. */
export function runsByVariable(call: Call, machine: Machine): void {
  for (const [name, value] of call.assignments) {
    if (call.index >= 0 || ENVIRONMENT.test(name)) setsVariable(call, machine, name, value);
    const isPrompt = /^PS[0124]$/.test(name) && /[$`]/.test(value);
    if (BUILDERS.test(name)) startsVariable(call, machine, name, value);
    else if (WORDS.has(name)) givesWords(call, machine, WORDS.get(name) ?? '', value);
    else if (name === 'GOFLAGS') {
      for (const [, text = ''] of value.matchAll(/-(?:toolexec|exec|vettool)=(.+?)(?=\s-|$)/g))
        startsVariable(call, machine, name, text.replace(/^(['"])(.*)\1$/, '$2'));
    } else if (COMMANDS.has(name)) {
      // `LESSOPEN='|cmd %s'`: the bar says that the output is shown.
      startsVariable(call, machine, name, name.startsWith('LESS') ? value.replace(/^\|{1,2}-?/, '') : value);
    } else if (isPrompt) {
      keepForLater(machine, call, `: ${value}`);
      machine.expandText(value, { scope: call.scope, frame: { ...call.frame, via: 'deferred' }, io: call.io });
    } else if (name === 'PERL5DB') machine.code(call, 'perl', value);
    else if (name === 'BASH_ENV' || name === 'ENV') runsAtStart(call, machine, value);
    else if (name.startsWith('BASH_FUNC_')) {
      const body = /^\(\)\s*(.*)$/s.exec(value)?.[1];
      if (body !== undefined)
        machine.script({ ...call, assignments: new Map() }, body, { wrapper: name, via: 'variable', stdin: null });
    }
  }
}

/** An empty value also stands for a variable that `unset` has removed. */
export function setsVariable(call: Call, machine: Machine, name: string, value: string): void {
  machine.emit(call, { kind: 'environment', name, value: machine.render(value) });
}

/** A description says what this variable does. */
export function isKnownVariable(name: string): boolean {
  return COMMANDS.has(name) || BUILDERS.test(name) || WORDS.has(name) || LOADERS.has(name);
}

export function startsVariable(call: Call, machine: Machine, name: string, value: string): void {
  if (value.trim() === '') return;
  machine.script({ ...call, assignments: new Map() }, value, {
    wrapper: name,
    via: 'variable',
    stdin: null,
    capture: false,
  });
}

/** What the program would do with these words alone. */
function givesWords(call: Call, machine: Machine, program: string, value: string): void {
  if (call.program !== program && call.program !== `g${program}`) return;
  const rules = program === 'make' ? /--eval=(.*)$/s.exec(value)?.[1] : undefined;
  const words = rules === undefined ? splitString(value) : [`--eval=${rules}`];
  // make takes letters without a dash, too.
  const options = program === 'make' ? words.filter((word) => word.startsWith('--') || word.includes('=')) : words;
  if (options.length > 0)
    machine.run({ ...call, assignments: new Map() }, [program, ...options], { wrapper: program, via: 'variable' });
}

/** A shell expands the value and reads the file of that name before anything else. */
function runsAtStart(call: Call, machine: Machine, value: string): void {
  const path = machine.expandText(value, { scope: call.scope, frame: { ...call.frame, via: 'variable' }, io: call.io });
  const text = machine.content(call, path);
  if (text !== undefined)
    machine.script({ ...call, assignments: new Map() }, text, { wrapper: 'bash', via: 'variable', stdin: null });
}
