import type { Call, Machine } from '../../../run/machine.ts';

/** Variables whose value is a command that some program will start. */
const COMMANDS = new Set(
  'GIT_SSH_COMMAND GIT_SSH GIT_PAGER PAGER MANPAGER GIT_EDITOR EDITOR VISUAL GIT_SEQUENCE_EDITOR GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND BROWSER RSYNC_RSH LESSOPEN LESSCLOSE PROMPT_COMMAND TAR_OPTIONS FCEDIT CVS_RSH DELTA_PAGER BAT_PAGER SYSTEMD_PAGER AWS_PAGER KUBE_EDITOR MAKEFLAGS'.split(
    ' ',
  ),
);

/** Variables that make a program load code before its own. */
const LOADERS = new Set(
  'LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH BASH_ENV ENV ZDOTDIR PYTHONSTARTUP PYTHONWARNINGS PYTHONHOME PERL5OPT PERL5LIB PERL5DB RUBYOPT RUBYLIB NODE_OPTIONS JAVA_TOOL_OPTIONS _JAVA_OPTIONS GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT HTTP_PROXY HTTPS_PROXY ALL_PROXY npm_config_script_shell'.split(
    ' ',
  ),
);

/** `PAGER=… git log` runs the pager: the command hides in a variable. */
export function runsByVariable(call: Call, machine: Machine): void {
  for (const [name, value] of call.assignments) {
    const isPrompt = /^PS[0124]$/.test(name) && /[$`]/.test(value);
    if (COMMANDS.has(name)) {
      machine.emit(call, { kind: 'environment', name, value: machine.render(value) });
      if (value !== '' && name !== 'TAR_OPTIONS' && name !== 'MAKEFLAGS')
        machine.script({ ...call, assignments: new Map() }, value, {
          wrapper: name,
          via: 'variable',
          stdin: null,
          capture: false,
        });
    } else if (isPrompt) {
      machine.expandText(value, { scope: call.scope, frame: { ...call.frame, via: 'deferred' }, io: call.io });
    } else if (
      LOADERS.has(name) ||
      name.startsWith('GIT_CONFIG_VALUE_') ||
      name.startsWith('GIT_CONFIG_KEY_') ||
      name.startsWith('BASH_FUNC_')
    ) {
      machine.emit(call, { kind: 'environment', name, value: machine.render(value) });
      if (name === 'BASH_ENV' || name === 'ENV') runsAtStart(call, machine, value);
      const body = name.startsWith('BASH_FUNC_') ? /^\(\)\s*(.*)$/s.exec(value)?.[1] : undefined;
      if (body !== undefined)
        machine.script({ ...call, assignments: new Map() }, body, { wrapper: name, via: 'variable', stdin: null });
    }
  }
}

/** A shell expands the value and reads the file of that name before anything else. */
function runsAtStart(call: Call, machine: Machine, value: string): void {
  const path = machine.expandText(value, { scope: call.scope, frame: { ...call.frame, via: 'variable' }, io: call.io });
  const text = machine.content(call, path);
  if (text !== undefined)
    machine.script({ ...call, assignments: new Map() }, text, { wrapper: 'bash', via: 'variable', stdin: null });
}
