import { emptySession, type OnceEntry, type SessionState } from '../../session/state.ts';

/**
 * A session's memory that tells when it is asked. Permissions to do something once do not count: a person gives them beside the record, so in a replay there
 * are none.
 */
export class SessionView implements SessionState {
  state: SessionState = emptySession();
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
    return this.state;
  }
}
