import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { nodeSystem } from '../../system/node/system.ts';
import { gitRoot } from '../../system/files/git-root.ts';

/** Where `hookctl schema --write` puts the schema of a project that has no hookctl among its dependencies. */
const OWN_SCHEMA = 'policy.schema.json';

const IN_PACKAGE = join('node_modules', 'hookctl', 'schemas', 'policy.schema.json');

/**
 * The text of a policy file with a first line that tells editors where its schema is: in the project's node_modules, or beside the policy. A path that
 * is only right on this machine, or no longer, would show an error in every editor, so then the line says how to get a schema.
 */
export function withSchemaLine(text: string, path: string): string {
  const place = schemaFor(resolve(path));
  const line =
    place === null
      ? `# For completion in editors, run in this directory: hookctl schema --write ${OWN_SCHEMA}`
      : `# yaml-language-server: $schema=${place}`;
  return `${line}\n${text}`;
}

/** Relative to the policy file, as editors read it; null: the project has no schema. */
function schemaFor(path: string): string | null {
  const folder = dirname(path);
  if (existsSync(join(folder, OWN_SCHEMA))) return `./${OWN_SCHEMA}`;
  const owner = projectsAround(folder).find(
    (directory) => existsSync(join(directory, IN_PACKAGE)) || dependsOnHookctl(directory),
  );
  return owner === undefined ? null : relative(folder, join(owner, IN_PACKAGE)).split(sep).join('/');
}

/** From the policy up to the root of its repository: a workspace may have one node_modules for all its packages. */
function projectsAround(folder: string): string[] {
  const root = gitRoot(nodeSystem, folder) ?? dirname(folder);
  const directories = [folder];
  for (let directory = folder; directory !== root && dirname(directory) !== directory;)
    directories.push((directory = dirname(directory)));
  return directories;
}

/** Named in package.json, though perhaps not installed yet. */
function dependsOnHookctl(directory: string): boolean {
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
      dependencies?: object;
      devDependencies?: object;
    };
    return Object.hasOwn({ ...dependencies, ...devDependencies }, 'hookctl');
  } catch {
    return false;
  }
}
