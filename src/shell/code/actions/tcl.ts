import { textsOf } from '../evaluate/joins.ts';
import { UNKNOWN } from '../value.ts';
import type { Actions } from './acting-call.ts';
import { moveOrCopy } from './move-or-copy.ts';
import { withTilde } from './tilde.ts';

export const TCL_ACTIONS = {
  // `file delete -force a b`, `file rename a b`, `file copy a b`.
  'tcl-file': ({ machine, call, site }) => {
    const [action = '', ...rest] = site.found.args.flatMap((value) => textsOf(site.evaluator, value));
    const paths = rest.filter((word) => !/^-(force|-)$/.test(word));
    if (action === 'rename' || action === 'copy')
      return moveOrCopy(machine, call, action === 'copy' ? 'copy' : 'move', paths);
    if (action === 'delete')
      for (const path of paths)
        machine.remove(call, withTilde(machine, path), 'interpreter', {
          recursive: rest.includes('-force'),
          force: true,
        });
    return UNKNOWN;
  },
} satisfies Actions;
