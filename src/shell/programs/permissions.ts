import { placesBehind } from '../files/links.ts';
import { locate } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Definition } from './support/define-program.ts';
import { defineOptions, parseOptions } from './support/options.ts';

/** Programs that change who may do what with a file. */
export const permissions = [
  permission('chmod', 1, 'reference= R,recursive v,verbose c,changes f,silent,quiet'),
  permission('chown', 1, 'reference= from= R,recursive h,no-dereference v,verbose c,changes f,silent,quiet H L P'),
  permission('chgrp', 1, 'reference= R,recursive h,no-dereference v,verbose c,changes f,silent,quiet'),
  permission('chattr', 1, 'R,recursive V f v= p='),
  permission('setcap', 1, 'r q v n='),
  permission('setfacl', 0, 'm,modify= x,remove= M= X= b k R,recursive d n set= restore='),
  permission('xattr', 0, 'd= w= r,recursive c'),
];

function permission(names: string, own: number, text: string): Definition {
  const options = defineOptions(text);
  return defineProgram({
    names,
    options,
    effects: (call, machine) => {
      // Modes such as -x look like options.
      const args = call.args.map((arg, i) => (own === 1 && i === 0 && /^-[rwxst]+$/.test(arg) ? `mode${arg}` : arg));
      const parsed = parseOptions(args, options);
      const change = own === 0 || parsed.has('reference') ? '' : (parsed.operands[0] ?? '').replace(/^mode-/, '-');
      // `chmod -R /` lacks its mode; the path still matters to a reader.
      const isBare = parsed.operands.length === 1 && parsed.operands[0]?.startsWith('/') === true;
      const paths = parsed.has('reference') || isBare ? parsed.operands : parsed.operands.slice(own);
      for (const path of paths.flatMap((one) => [one, ...placesBehind(machine, call, one)]))
        for (const reached of reachedBy(call, machine, path, parsed.has('recursive')))
          if (call.program !== 'chown' || !isOwnHome(reached.path, change))
            machine.emit(call, {
              kind: 'permission',
              raw: machine.render(path),
              change: machine.render(change),
              ...reached,
            });
      return '';
    },
  });
}

/** `chown -R node:node /home/node`: a home belongs to its user. */
function isOwnHome(path: string, owner: string): boolean {
  const [user = ''] = owner.split(/[:.]/);
  return /^[a-z][\w-]*$/.test(user) && (path === `/home/${user}` || path === `/Users/${user}`);
}

type Reached = { path: string; recursive: boolean };

/** What `find` lists below a directory is everything in it: `find / -exec chmod 777 {} +` does what `chmod -R 777 /` does. */
function reachedBy(call: Call, machine: Machine, path: string, recursive: boolean): Reached[] {
  const { path: at, hint } = locate(machine.unknowns, call.scope.cwd, path);
  const list = at === '?' ? (hint ?? '') : at;
  const isList = list.endsWith('/**') && (call.frame.via === 'batch' || at === '?');
  const named = { path: at, recursive };
  return isList ? [named, { path: list.slice(0, -3) || '/', recursive: true }] : [named];
}
