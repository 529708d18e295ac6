import type { Payload } from '../../../protocol/payload.ts';

/** `$ARGUMENTS` becomes the payload, `\$` a plain dollar sign; without a placeholder the payload is appended. */
export function fillPrompt(prompt: string, payload: Payload): string {
  const json = JSON.stringify(payload);
  let filled = false;
  const text = prompt.replace(/\\\$|\$ARGUMENTS/g, (found) => {
    if (found === '\\$') return '$';
    filled = true;
    return json;
  });
  return filled ? text : `${text}\n\nARGUMENTS: ${json}`;
}
