import { noteForeignCode } from './support/start/foreign-code.ts';
import { tildeExpanded } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, operandAt, type Parsed, parseOptions } from './support/options.ts';
import { runTool } from './support/start/run-tool.ts';
import { runPackageScript, runScriptsOf } from './support/tasks/package-scripts.ts';
import { codeFromStdin, printedBy, runCodeFile, withPrint } from './support/start/script-code.ts';

/** Runtimes of JavaScript that are more than an interpreter. */
export const bun = [
  defineProgram({
    names: 'bun',
    kind: 'interpreter',
    options: '+e,eval= p,print= r,preload= cwd= filter= c,config= env-file= tsconfig-override= watch hot',
    subcommands: { '*': defineOptions('g,global d,dev cwd=') },
    aliases: 'a=add i=install rm=remove',
    loads: { options: '--env-file', otherwise: '.env' },
    launches: {
      behind: ['x', ''],
      except:
        'run test x install i add remove rm update link unlink pm build create init upgrade publish outdated patch info why audit repl exec',
      isTool: true,
    },
    runsScript: 'run',
    runsPackageScripts: true,
    codeOptions: ['eval', 'print'],
    effects: runBun,
  }),
  defineProgram({
    names: 'deno',
    kind: 'interpreter',
    options: '+c,config= import-map= cert= preload= env-file=',
    loads: { options: '--env-file? --env?' },
    runsScript: 'run',
    effects: runDeno,
  }),
  defineProgram({ names: 'osascript', kind: 'interpreter', options: 'e= l= s= i', effects: osascript }),
];

/** Options after the command that take a value; most of the others are attached. */
const DENO = defineOptions(
  '+c,config= import-map= cert= preload= env-file? node-modules-dir? o,output= n,name= f,filter= cwd= ext= location= seed= eval p,print A,allow-all R? W? N? E? r,reload?',
);

function runDeno(call: Call, machine: Machine, { operands: [verb, ...rest] }: Parsed): string | undefined {
  const { has, operands, value } = parseOptions(rest, DENO);
  const [target] = operands;
  if (target === undefined) return undefined;
  if (verb === 'eval') {
    const printing: Call = { ...call, printed: [] };
    machine.code(printing, 'node', has('print') ? withPrint(target) : target);
    return printedBy(printing);
  }
  if (verb === 'task' && has('eval')) machine.script(call, operands.join(' '), { wrapper: 'deno', stdin: null });
  else if (verb === 'task') runTask(call, machine, target, value('cwd'));
  else if (/^(?:run|serve|test|bench)$/.test(verb ?? '')) {
    if (target.startsWith('npm:') || target.startsWith('jsr:'))
      runTool(call, machine, [target.slice(4), ...operands.slice(1)]);
    else runTarget(call, machine, target);
  } else if (verb === 'compile') {
    const output = value('output');
    if (output !== undefined) machine.write(call, output, 'output');
  } else if (verb === 'fmt') for (const file of operands) machine.write(call, file, 'format');
  return undefined;
}

/** deno looks for tasks in its own file first. */
function runTask(call: Call, machine: Machine, name: string, directory: string | undefined): void {
  const cwd = directory === undefined ? call.scope.cwd : machine.locate(call, directory);
  const there: Call = { ...call, scope: { ...call.scope, cwd: cwd === '?' ? null : cwd } };
  const inOwn = ['deno.json', 'deno.jsonc'].some((file) =>
    runScriptsOf(there, machine, { file, list: 'tasks', names: [name] }),
  );
  if (!inOwn) runScriptsOf(there, machine, { file: 'package.json', list: 'scripts', names: [name] });
}

function runTarget(call: Call, machine: Machine, target: string): void {
  if (/^https?:\/\//.test(target))
    machine.emit(call, {
      kind: 'code',
      source: 'network',
      interpreter: call.program,
    });
  else if (target === '-') codeFromStdin(call, machine, 'node');
  else runCodeFile(call, machine, 'node', { file: target, args: [] });
}

const BUILD = defineOptions(
  'outfile= outdir= target= format= entry-naming= external= e= define= loader= sourcemap? minify compile',
);

function runBun(call: Call, machine: Machine, parsed: Parsed): string | undefined {
  const printing: Call = { ...call, printed: [] };
  for (const text of [...parsed.all('eval'), ...parsed.all('print').map(withPrint)])
    machine.code(printing, 'node', text);
  const [verb = '', ...rest] = parsed.operands;
  runPackageScript(call, machine, parsed);
  if (/^(add|install|i|remove|rm|update|link)$/.test(verb)) {
    machine.emit(call, {
      kind: 'package',
      manager: 'bun',
      operation: /^(remove|rm)$/.test(verb) ? 'remove' : 'install',
      packages: rest.filter((arg) => !arg.startsWith('-')),
    });
  } else if (verb === 'build') {
    const { value } = parseOptions(rest, BUILD);
    const [file, directory] = [value('outfile'), value('outdir')];
    if (file !== undefined) machine.write(call, file, 'output');
    if (directory !== undefined) machine.write(call, `${directory}/**`, 'output');
  } else if (verb === 'x') runPackage(call, machine, rest);
  else if (verb === 'exec') machine.script(call, rest.join(' '), { wrapper: 'bun', stdin: null });
  else if (/\.[cm]?[jt]sx?$/.test(verb)) runTarget(call, machine, verb);
  else if (verb === 'run' && /^-$|^https?:|\.[cm]?[jt]sx?$/.test(rest[0] ?? ''))
    runTarget(call, machine, rest[0] ?? '');
  else if (verb === '' && parsed.operands.length === 0 && !parsed.has('eval')) codeFromStdin(call, machine, 'node');
  return printedBy(printing);
}

function osascript(call: Call, machine: Machine): undefined {
  const parsed = parseOptions(call.args, defineOptions('e= l= s= i'));
  const texts = parsed.has('e') ? parsed.all('e') : [call.io.stdin?.text ?? ''];
  for (const text of texts) {
    noteForeignCode(call, machine, text);
    if (parsed.value('l') === 'JavaScript') machine.code(call, 'node', text);
    else actOfScript(call, machine, text);
    for (const match of text.matchAll(/do (?:shell )?script\s*\(?\s*((?:"(?:[^"\\]|\\.)*"\s*&?\s*)+)/g)) {
      const joined = [...(match[1] ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((part) => part[1] ?? '').join('');
      machine.script(call, joined.replace(/\\(.)/g, '$1'), {
        wrapper: 'osascript',
        via: 'interpreter',
        stdin: null,
      });
    }
  }
  return undefined;
}

/** AppleScript's own commands: the Finder and System Events delete and shut down, `read` shows a file. */
function actOfScript(call: Call, machine: Machine, text: string): void {
  const finder = /\b(?:Finder|System Events)\b/.test(text);
  for (const [, verb, path] of text.matchAll(
    /\b(delete|read)\b[^"\n]*\b(?:POSIX file|POSIX path of|folder|file)\s*\(?\s*"([^"]+)"/g,
  ))
    if (verb === 'read') machine.read(call, path ?? '', 'interpreter');
    else if (finder) machine.remove(call, tildeExpanded(path ?? '', machine.home), 'interpreter', { recursive: true });
  if (finder && /\b(?:shut down|restart|log out)\b/.test(text))
    machine.emit(call, { kind: 'process', operation: 'power', target: 'osascript' });
  if (finder && /\bdelete\b[^"\n]*\b(?:home(?:\s+folder)?|startup disk)\b/.test(text) && machine.home !== null)
    machine.remove(call, machine.home, 'interpreter', { recursive: true });
}

/** Options of bun come before the tool: `bun x --bun tool`. */
function toolOf(words: string[]): string[] {
  return words.slice(operandAt(words, TOOL, 0));
}

const TOOL = defineOptions('p,package= cwd= filter= bun silent');

/** `bun x rimraf dir` behaves like the tool of that name. */
function runPackage(call: Call, machine: Machine, given: string[]): void {
  const words = toolOf(given);
  machine.emit(call, {
    kind: 'package',
    manager: 'bun',
    operation: 'run',
    packages: words.slice(0, 1),
  });
  if (words.length > 0) machine.run(call, words, { wrapper: 'bun' });
}
