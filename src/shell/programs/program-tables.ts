import { archiving } from './effects/archiving.ts';
import { awk } from './effects/awk.ts';
import { building } from './effects/building.ts';
import { copying } from './effects/copying.ts';
import { creating } from './effects/creating.ts';
import { databases } from './effects/databases.ts';
import { disks } from './effects/disks.ts';
import { editing } from './effects/editing.ts';
import { git } from './effects/git.ts';
import { network } from './effects/network.ts';
import { packages } from './effects/packages.ts';
import { printing } from './effects/printing.ts';
import { reading } from './effects/reading.ts';
import { removing } from './effects/removing.ts';
import { find, searching } from './effects/searching.ts';
import { sed } from './effects/sed.ts';
import { systems } from './effects/systems.ts';
import { batches } from './wrappers/batches.ts';
import { builtins } from './wrappers/builtins.ts';
import { consoles } from './wrappers/consoles.ts';
import { containers } from './wrappers/containers.ts';
import { environment } from './wrappers/environment.ts';
import { interpreters } from './wrappers/interpreters.ts';
import { languages } from './wrappers/languages.ts';
import { launchers } from './wrappers/launchers.ts';
import { privilege } from './wrappers/privilege.ts';
import { remote } from './wrappers/remote.ts';
import { shells } from './wrappers/shells.ts';
import { windows } from './wrappers/windows.ts';
import type { Handler } from '../run/machine.ts';

type Table = Readonly<Record<string, Handler>>;

/** Where two know the same program, the later one counts. Read through getters, so that the hook evaluates only the table it needs. */
export const TABLES = {
  get packages(): Table {
    return packages;
  },
  get building(): Table {
    return building;
  },
  get databases(): Table {
    return databases;
  },
  get systems(): Table {
    return systems;
  },
  get reading(): Table {
    return reading;
  },
  get printing(): Table {
    return printing;
  },
  get creating(): Table {
    return creating;
  },
  get copying(): Table {
    return copying;
  },
  get removing(): Table {
    return removing;
  },
  get searching(): Table {
    return searching;
  },
  get archiving(): Table {
    return archiving;
  },
  get network(): Table {
    return network;
  },
  get disks(): Table {
    return disks;
  },
  get editing(): Table {
    return editing;
  },
  get sed(): Table {
    return sed;
  },
  get awk(): Table {
    return awk;
  },
  get git(): Table {
    return git;
  },
  get launchers(): Table {
    return launchers;
  },
  get containers(): Table {
    return containers;
  },
  get remote(): Table {
    return remote;
  },
  get languages(): Table {
    return languages;
  },
  get consoles(): Table {
    return consoles;
  },
  get interpreters(): Table {
    return interpreters;
  },
  get windows(): Table {
    return windows;
  },
  get shells(): Table {
    return shells;
  },
  get batches(): Table {
    return batches;
  },
  get environment(): Table {
    return environment;
  },
  get privilege(): Table {
    return privilege;
  },
  get builtins(): Table {
    return builtins;
  },
  get find(): Table {
    return { find, gfind: find, bfs: find };
  },
};
