import type { Layer, Position } from '../judgement.ts';
import type { ParsedPolicy } from '../language/parse.ts';
import type { PolicyPath } from '../language/problem.ts';

/** Something in a policy that makes the guard milder: permits calls, or weakens what another file says. */
export interface Loosening extends Position {
  kind: 'allow' | 'override' | 'check' | 'on-error' | 'budget' | 'default-pack';
  layer: Layer;
  /** The rule or check it is about. */
  name: string | null;
  /** In a few words: `allows calls`, `turns the rule off`. */
  what: string;
  /** False: it was ignored, because the file is untrusted. */
  inForce: boolean;
}

export type Loosen = (
  parsed: ParsedPolicy,
  path: PolicyPath,
  found: Pick<Loosening, 'kind' | 'name' | 'what'> & { inForce?: boolean },
) => void;

/** Collects them; whether one is in force depends on the file, unless said otherwise. */
export function looseningsInto(list: Loosening[]): Loosen {
  return (parsed, path, { kind, name, what, inForce }) => {
    const { layer, untrusted } = parsed.source;
    list.push({ ...parsed.at(path), kind, layer, name, what, inForce: inForce ?? untrusted === undefined });
  };
}

/** `user policy, /home/a/.config/hookctl/policy.yaml:8: rule "x": turns it off`. */
export function wordLoosening({ file, line, layer, kind, name, what }: Loosening): string {
  const subject = name === null ? '' : `${kind === 'check' ? 'check' : 'rule'} "${name}": `;
  return `${file}:${line} (${layer}): ${subject}${what}`;
}
