import type { Call, Machine } from '../machine.ts';
import { hasUnknown, originOf, sourceOf } from '../unknown.ts';
import { act } from './act.ts';
import type { Evaluator, Value } from './cursor.ts';
import { evaluate } from './evaluate.ts';
import { languageOf } from './languages.ts';
import { tokenise } from './tokens.ts';

const MAX_CODE = 64 * 1024;
const MAX_NESTED = 6;

/** Finds what a one-liner or a script of another language would do to files, processes and the network. */
export function scanCode(machine: Machine, call: Call, program: string, text: string, args: string[]): void {
  const language = languageOf(program);
  const origin = originOf(machine.unknowns, text);
  if (origin !== undefined && (origin !== 'value' || text.trim().length <= 2)) {
    machine.emit(call, {
      kind: 'code',
      source: sourceOf(machine.unknowns, text),
      interpreter: language.name === 'other' ? program : language.name,
    });
    machine.mark('unknown-interpreter-code', machine.render(text).slice(0, 80), call.frame);
  }
  if (call.frame.depth > 30 || text.length > MAX_CODE) {
    machine.mark('unknown-interpreter-code', `${program}: too long or too deep`, call.frame);
    return;
  }
  if (looksLikeShell(text)) {
    machine.script(call, text, { wrapper: program, via: 'interpreter', stdin: null, capture: false });
    return;
  }
  scan(machine, call, program, text, { args, nested: 0 });
}

type Run = { args: string[]; nested: number };

function scan(machine: Machine, call: Call, program: string, text: string, run: Run): void {
  const language = languageOf(program);
  const evaluator: Evaluator = {
    tokens: tokenise(text, language.syntax),
    at: 0,
    depth: 0,
    values: new Map(),
    unknownText: (raw) => machine.unknown(raw),
    joins: language.joins,
    bare: language.joins === '.' || language.name === 'ruby' ? bareNames(language.calls) : new Set(),
    fill: (value, values) => fill(machine, value, values),
    onShell: (command) => {
      machine.script(call, command, { wrapper: program, via: 'interpreter', stdin: null, capture: false });
    },
    onCall: (found) =>
      act(machine, call, { program, language, evaluator, found, args: run.args }, (code) => {
        if (hasUnknown(code)) scanCode(machine, call, program, code, run.args);
        else if (looksLikeShell(code))
          machine.script(call, code, { wrapper: program, via: 'interpreter', stdin: null, capture: false });
        else if (run.nested < MAX_NESTED) scan(machine, call, program, code, { ...run, nested: run.nested + 1 });
      }),
  };
  evaluate(evaluator);
}

/** A shell command where code should be: whatever the interpreter makes of it, the writer meant a command. */
function looksLikeShell(text: string): boolean {
  if (/^\s*(cat|head|tail|less|more)\s+[\w./~-]+\s*$/.test(text)) return true;
  return /^\s*(sudo\s+)?(rm|git|dd|mkfs\S*|chmod|chown|curl|wget|shred)\s+(-{1,2}[a-zA-Z]|\S+\s+-|if=)/.test(text);
}

function bareNames(calls: Record<string, string>): Set<string> {
  return new Set(Object.keys(calls).map((name) => name.slice(name.lastIndexOf('.') + 1)));
}

/** `"$x/y"`, `` `${x}` ``, `"#{x}"`, `f"{x}"`: known values are put in, others become unknown. */
function fill(machine: Machine, text: string, values: Map<string, Value>): string {
  return text.replace(
    /#\{([^}]*)\}|\$\{([^}]*)\}|\{([A-Za-z_]\w*)\}|[$@]([A-Za-z_]\w*)(?:\{(\w+)\})?/g,
    (whole, a?: string, b?: string, c?: string, d?: string, key?: string) => {
      const name = (a ?? b ?? c ?? d ?? '').trim();
      if (d === 'ENV' && key !== undefined) return environment(machine, key) ?? machine.unknown(whole);
      const env = /^process\.env\.(\w+)$|^ENV\[['"](\w+)['"]\]$|^os\.environ\[['"](\w+)['"]\]$/.exec(name);
      if (env !== null) return environment(machine, env[1] ?? env[2] ?? env[3] ?? '') ?? machine.unknown(whole);
      if (/\bhomedir\(\)$|^Path\.home\(\)$/.test(name)) return machine.home ?? machine.unknown(whole);
      const value = values.get(name);
      return value?.kind === 'text' ? value.text : machine.unknown(whole);
    },
  );
}

export function environment(machine: Machine, name: string): string | undefined {
  if (Object.hasOwn(machine.env, name)) return machine.env[name];
  return name === 'HOME' ? (machine.home ?? undefined) : undefined;
}
