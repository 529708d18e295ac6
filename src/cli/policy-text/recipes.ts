import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageDirectory } from '../../hook/resident/product.ts';
import { listNames } from '../../system/node/files.ts';

/** A policy with tests that comes with hookctl, for `hookctl new NAME`. The file in `examples/policies` is its only source. */
export interface Recipe {
  name: string;
  /** What it is for, in a sentence or two. */
  about: string;
  /** What it belongs to in a list: files, git, production … */
  topic: string;
  /** What a reader should adapt or know; empty: nothing. */
  notes: string;
  text: string;
}

/** All recipes, sorted by name. */
export function recipes(): Recipe[] {
  return recipeNames().map((name) => readRecipe(name, readFileSync(join(folder(), `${name}.yaml`), 'utf8')));
}

export function recipeNames(): string[] {
  return listNames(folder()).flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -'.yaml'.length)] : []));
}

export function findRecipe(name: string): Recipe | null {
  return recipes().find((recipe) => recipe.name === name) ?? null;
}

/** The comment in front of a recipe: what it is for, its topic, and notes. */
function readRecipe(name: string, text: string): Recipe {
  const comment = /^(?:#.*\n)+/.exec(text)?.[0].replace(/^# ?/gm, '') ?? '';
  const [, about = '', topic = '', notes = ''] = /^([^]*?)^Topic: (\S+)\n([^]*)$/m.exec(comment) ?? [];
  if (about === '') throw new Error(`${name}.yaml: a recipe begins with what it is for and a line "# Topic: …"`);
  return { name, about: oneLine(about), topic, notes: oneLine(notes), text };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function folder(): string {
  return join(packageDirectory(), 'examples', 'policies');
}
