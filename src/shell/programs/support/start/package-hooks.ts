import type { Call, Machine } from '../../../run/machine.ts';

/** Settings of apt that hold a command: `DPkg::Pre-Invoke`, `APT::Update::Post-Invoke-Success`, `DPkg::Pre-Install-Pkgs`. */
const APT_HOOK =
  /^[\w:-]*(?:Invoke(?:-Success)?|Pre-Install-Pkgs|ProxyAutoDetect|Proxy-Auto-Detect)(?:::[^=]*)?=(.*)$/is;

/** Commands that an option makes a system's package manager run: apt's hooks, rpm's macros and pipe. */
export function runHooks(call: Call, machine: Machine): void {
  for (const text of call.program === 'rpm' ? rpmTexts(call.args) : aptTexts(call.args))
    machine.script(call, text, { wrapper: call.program, via: 'option', stdin: null, capture: false });
}

function aptTexts(args: readonly string[]): string[] {
  return args.flatMap((arg, i) => {
    const setting = /^(?:-o|--option)$/.test(args[i - 1] ?? '') ? arg : /^(?:-o|--option=)(.+)$/s.exec(arg)?.[1];
    const text = setting === undefined ? undefined : APT_HOOK.exec(setting)?.[1];
    return text === undefined ? [] : [text.replace(/^\{\s*"?|"?;?\s*\}$/g, '')];
  });
}

/** `%(text)` in a macro runs the text. */
function rpmTexts(args: readonly string[]): string[] {
  return args.flatMap((arg, i) => {
    const before = args[i - 1] ?? '';
    if (before === '--pipe') return [arg];
    const macro = /^(?:-E|--eval|-D|--define)$/.test(before) ? arg : /^--(?:eval|define)=(.+)$/s.exec(arg)?.[1];
    return [...(macro ?? '').matchAll(/%\((.*)\)/gs)].map(([, text = '']) => text);
  });
}
