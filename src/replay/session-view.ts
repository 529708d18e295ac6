import type { OnceEntry, SessionState } from '../engine/state.ts';

/**
 * A session's memory that tells when it is asked. Permissions to do something once do not count: a person gives them beside the record, so in a replay there
 * are none.
 */
export class SessionView implements SessionState {
  state: SessionState | null = null;
  asked = false;
  readonly once = new Map<string, OnceEntry>();

  get edits() {
    return this.#asked().edits;
  }
  get checks() {
    return this.#asked().checks;
  }
  get counts() {
    return this.#asked().counts;
  }
  get prompts() {
    return this.#asked().prompts;
  }
  get stopDenials() {
    return this.#asked().stopDenials;
  }
  get length() {
    return this.#asked().length;
  }

  #asked(): SessionState {
    this.asked = true;
    if (this.state === null) throw new NotHere();
    return this.state;
  }
}

/** Asked for something that only the thread has which reads: it must judge itself. */
export class NotHere extends Error {}
