import type { Payload } from '../../../protocol/payload/payload.ts';

/** `$ARGUMENTS` becomes the payload, `\\$ARGUMENTS` stays a word; without a placeholder the payload is appended. */
export function fillPrompt(prompt: string, payload: Payload): string {
  const json = JSON.stringify(payload);
  let filled = false;
  const text = prompt.replace(/(\\*)\$(ARGUMENTS|\d)/g, (found: string, slashes: string, name: string) => {
    // An odd number of backslashes escapes the dollar sign.
    if (slashes.length % 2 === 1) return `${slashes.slice(1)}$${name}`;
    if (name !== 'ARGUMENTS') return found;
    filled = true;
    return `${slashes}${json}`;
  });
  return filled ? text : `${text}\n\nARGUMENTS: ${json}`;
}
