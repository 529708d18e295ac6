import type { Payload } from '../../../protocol/payload/payload.ts';
import { readAgain } from '../line-reader.ts';
import type { PastEvent, ResultPlace } from '../../judge/past-event.ts';
import { type Fields, isFields, linesIn } from './line-facts.ts';

/** The payload as the hook got it. What came out of a call is read again in the record if somebody asks for it: few rules do, and it is most of a transcript. */
export function payloadOf({ payload, result }: PastEvent): Payload {
  return result === undefined || payload.hook_event_name !== 'PostToolUse'
    ? payload
    : new PayloadWithResult(payload, result);
}

/** A getter of the class: one of its own would make V8 keep the object as a dictionary. */
class PayloadWithResult implements Payload {
  [field: string]: unknown;
  readonly hook_event_name: string;
  readonly #place: ResultPlace;
  #read: { response: unknown } | null = null;

  constructor(payload: Payload, place: ResultPlace) {
    this.hook_event_name = payload.hook_event_name;
    Object.assign(this, payload);
    this.#place = place;
  }
  get tool_response(): unknown {
    this.#read ??= { response: this.#find() };
    return this.#read.response;
  }
  #find(): unknown {
    const read = () => responseIn(lineAt(this.#place), this['tool_use_id']);
    return this.#place.isPlainRun === true ? new PlainRun(read) : read();
  }
}

/** That it ran to its end is known; what it printed is read if somebody asks. */
class PlainRun {
  readonly interrupted = false;
  readonly #read: () => unknown;
  #whole: Fields | null = null;

  constructor(read: () => unknown) {
    this.#read = read;
  }
  get stdout(): unknown {
    return this.toJSON()['stdout'];
  }
  get stderr(): unknown {
    return this.toJSON()['stderr'];
  }
  toJSON(): Fields {
    if (this.#whole === null) {
      const whole = this.#read();
      this.#whole = isFields(whole) ? whole : {};
    }
    return this.#whole;
  }
}

function responseIn(line: Fields, id: unknown): unknown {
  const { toolUseResult: whole, message } = line;
  if (isFields(whole) || Array.isArray(whole)) return whole;
  const content = isFields(message) ? message['content'] : undefined;
  const block: unknown = Array.isArray(content)
    ? content.find((one) => isFields(one) && one['tool_use_id'] === id)
    : undefined;
  return isFields(block) ? block['content'] : undefined;
}

/** The file that was read, as long as it was then: the result of a Read counts its lines; what stands behind the last newline is one of them. */
export function fileToldBy({ payload, result }: PastEvent): { path: string; newlines: number } | null {
  const input = payload['tool_input'];
  const path = isFields(input) ? input['file_path'] : undefined;
  if (typeof path !== 'string' || result === undefined) return null;
  const lines = result.lines === undefined ? linesIn(lineAt(result)['toolUseResult']) : result.lines;
  return lines !== null && lines > 0 ? { path, newlines: lines - 1 } : null;
}

/** Whoever has taken the file away in between takes the answer with it. */
function lineAt({ file, offset, length }: ResultPlace): Fields {
  try {
    const line: unknown = JSON.parse(readAgain(file, offset, length));
    return isFields(line) ? line : {};
  } catch {
    return {};
  }
}
