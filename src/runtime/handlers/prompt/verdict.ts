/** What a model may answer. */
export interface ModelVerdict {
  ok: boolean;
  reason?: string;
  impossible?: boolean;
}

export type CheckedVerdict = { ok: true; verdict: ModelVerdict } | { ok: false; problem: string };

/** Only `{ok, reason?, impossible?}` counts; a hook answer with a permission decision is not a verdict. */
export function checkVerdict(value: unknown): CheckedVerdict {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('not a JSON object');
  const { ok, reason, impossible } = value as Record<string, unknown>;
  if (typeof ok !== 'boolean') return wrong('"ok" is not true or false');
  if (reason !== undefined && typeof reason !== 'string') return wrong('"reason" is not a string');
  if (impossible !== undefined && typeof impossible !== 'boolean') return wrong('"impossible" is not true or false');
  const verdict: ModelVerdict = { ok };
  if (reason !== undefined) verdict.reason = reason;
  if (impossible !== undefined) verdict.impossible = impossible;
  return { ok: true, verdict };
}

function wrong(what: string): CheckedVerdict {
  return { ok: false, problem: `the model's answer is not a verdict: ${what}` };
}
