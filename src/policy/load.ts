import { type Artefact, type CompiledRule, FORMAT } from './artefact.ts';

/** The policy as the hook uses it: rules are parsed when they are first looked at, so that ten thousand cost no more than ten. */
export interface LoadedPolicy {
  head: Omit<Artefact, 'rules'>;
  size: number;
  rule: (index: number) => CompiledRule;
}

export type Loaded = { ok: true; policy: LoadedPolicy } | { ok: false; problem: string };

/** One line of head with the offsets of the rules, then one line per rule. */
export function serialise(artefact: Artefact): string {
  const { rules, ...head } = artefact;
  const offsets: number[] = [];
  let body = '';
  for (const rule of rules) {
    offsets.push(body.length);
    body += `${JSON.stringify(rule)}\n`;
  }
  return `${JSON.stringify({ ...head, offsets })}\n${body}`;
}

export function loadPolicy(text: string): Loaded {
  const end = text.indexOf('\n');
  if (end < 0) return { ok: false, problem: 'the compiled policy is empty or cut off' };
  try {
    const head = JSON.parse(text.slice(0, end)) as Omit<Artefact, 'rules'> & { offsets: number[] };
    if (head.format !== FORMAT)
      return { ok: false, problem: `the compiled policy has format ${String(head.format)}, expected ${FORMAT}` };
    // A write that was cut off must not lose rules silently.
    if (head.offsets.length > 0 && !text.endsWith('\n'))
      return { ok: false, problem: 'the compiled policy is cut off' };
    const body = end + 1;
    const parsed = new Map<number, CompiledRule>();
    const rule = (index: number): CompiledRule => {
      const known = parsed.get(index);
      if (known !== undefined) return known;
      const start = body + (head.offsets[index] as number);
      const made = JSON.parse(text.slice(start, text.indexOf('\n', start))) as CompiledRule;
      parsed.set(index, made);
      return made;
    };
    return { ok: true, policy: { head, size: head.offsets.length, rule } };
  } catch (error) {
    return { ok: false, problem: `the compiled policy cannot be read: ${(error as Error).message}` };
  }
}

/** Without the detour over text, for tests and the command line. */
export function fromArtefact(artefact: Artefact): LoadedPolicy {
  return { head: artefact, size: artefact.rules.length, rule: (index) => artefact.rules[index] as CompiledRule };
}
