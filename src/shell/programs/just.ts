import type { Call, Machine } from '../run/machine.ts';
import { runInScript, type ScriptFile, scriptOnDisk } from '../run/script-files.ts';
import { defineProgram } from './support/define-program.ts';

export const just = defineProgram({
  names: 'just',
  role: 'interpreter',
  options:
    '+f,justfile= d,working-directory= shell= shell-arg= chooser= color= dotenv-path= dotenv-filename= timestamp-format= tempdir= usage= show= s= c,command n,dry-run l,list q,quiet u,unstable v,verbose e,edit choose evaluate fmt init summary',
  effects: (call, machine, { all, has, operands, value }) => {
    const file = value('justfile');
    if (file !== undefined) machine.read(call, file, 'script');
    if (has('fmt')) machine.write(call, file ?? 'justfile', 'format');
    if (has('dry-run') || has('list')) return undefined;
    const shell = value('shell');
    if (shell !== undefined)
      machine.run(call, [shell, ...all('shell-arg')], { wrapper: 'just', via: 'option', stdin: null });
    if (!has('command')) runRecipes(call, machine, { file, directory: value('working-directory'), names: operands });
    if (!has('command') || operands.length === 0) return undefined;
    return machine.run(call, operands, { wrapper: 'just' });
  },
});

/** Where just looks when no file is named. */
const USUAL = ['justfile', 'Justfile', '.justfile'];

type Asked = { file: string | undefined; directory: string | undefined; names: readonly string[] };

/** The recipes of those names, or the first one, and of what they need. Their words in `{{…}}` are not known. */
function runRecipes(call: Call, machine: Machine, { file, directory, names }: Asked): void {
  const files = file === undefined ? USUAL : [file];
  const script = files.map((name) => justfileAt(call, machine, name)).find((found) => found !== undefined);
  if (script === undefined) return;
  // Recipes run in the directory of their file.
  const cwd = directory === undefined ? script.file.replace(/\/[^/]*$/, '') || '/' : machine.locate(call, directory);
  const there: Call = { ...call, scope: { ...call.scope, cwd: cwd === '?' ? null : cwd } };
  const recipes = recipesIn(script.text);
  const [first] = recipes.keys();
  const wanted = new Set(names.some((name) => recipes.has(name)) ? names : first === undefined ? [] : [first]);
  for (const name of wanted) {
    const recipe = recipes.get(name);
    for (const need of recipe?.needs ?? []) wanted.add(need);
    for (const { text, line } of recipe?.lines ?? []) {
      const command = text.replace(/^[@-]+/, '').replaceAll(/\{\{.*?\}\}/g, () => machine.unknown('{{…}}'));
      const run = (): void => {
        machine.script(there, command, { wrapper: 'just', via: 'script', stdin: null, capture: false });
      };
      if (script.isWritten) run();
      else runInScript(machine, { file: script.file, text: command, line }, run);
    }
  }
}

/** The text that this command wrote there, otherwise what is on disk. */
function justfileAt(call: Call, machine: Machine, name: string): (ScriptFile & { isWritten: boolean }) | undefined {
  const text = machine.content(call, name);
  if (text !== undefined) return { file: machine.locate(call, name), text, line: 1, isWritten: true };
  const onDisk = scriptOnDisk(machine, call, name);
  return onDisk === undefined ? undefined : { ...onDisk, isWritten: false };
}

type Recipe = { needs: string[]; lines: { text: string; line: number }[] };

function recipesIn(text: string): Map<string, Recipe> {
  const recipes = new Map<string, Recipe>();
  let current: Recipe | undefined;
  for (const [i, line] of text.split('\n').entries()) {
    const head = /^@?([A-Za-z_][\w-]*)[^:=]*:(?!=)(.*)$/.exec(line);
    if (head !== null) {
      current = { needs: head[2]?.match(/[A-Za-z_][\w-]*/g) ?? [], lines: [] };
      recipes.set(head[1] ?? '', current);
    } else if (/^[ \t]+\S/.test(line)) current?.lines.push({ text: line.trim(), line: i + 1 });
    else if (line.trim() !== '' && !line.startsWith('#')) current = undefined;
  }
  return recipes;
}
