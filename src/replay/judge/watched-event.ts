import type { AgentEvent, FileAction, ToolOutput } from '../../protocol/agent-event.ts';

/** Which parts of a call were looked at that are no part of its key: what else the tool was given, what it writes, what came out. */
export interface Watch {
  /** From now on, of this event. */
  put: (event: AgentEvent) => void;
  wasAsked: () => boolean;
}

export function createWatch(): Watch {
  let asked = false;
  const mark = () => {
    asked = true;
  };
  const marked: ProxyHandler<Record<string, unknown>> = {
    get: (input, name) => {
      mark();
      return Reflect.get(input, name);
    },
    has: (input, name) => {
      mark();
      return Reflect.has(input, name);
    },
    ownKeys: (input) => {
      mark();
      return Reflect.ownKeys(input);
    },
  };
  return {
    put: (event) => {
      asked = false;
      if (event.input !== null) event.input = new Proxy(event.input, marked);
      if (event.output !== null) event.output = new WatchedOutput(event.output, mark);
      event.actions = event.actions.map((action) =>
        action.kind === 'file' && action.newText !== undefined ? new WatchedFile(action, mark) : action,
      );
    },
    wasAsked: () => asked,
  };
}

/** Getters of a class and not of each object, which V8 would keep as a dictionary. */
class WatchedOutput implements ToolOutput {
  readonly result: ToolOutput['result'];
  readonly #output: ToolOutput;
  readonly #mark: () => void;

  constructor(output: ToolOutput, mark: () => void) {
    this.result = output.result;
    this.#output = output;
    this.#mark = mark;
  }
  get exit() {
    this.#mark();
    return this.#output.exit;
  }
  get text() {
    this.#mark();
    return this.#output.text;
  }
  get interrupted() {
    this.#mark();
    return this.#output.interrupted;
  }
}

class WatchedFile implements FileAction {
  readonly kind = 'file';
  readonly op: FileAction['op'];
  readonly path: string;
  readonly from?: string;
  readonly wide?: boolean;
  readonly #text: string | undefined;
  readonly #mark: () => void;

  constructor({ op, path, from, newText, wide }: FileAction, mark: () => void) {
    this.op = op;
    this.path = path;
    if (from !== undefined) this.from = from;
    if (wide !== undefined) this.wide = wide;
    this.#text = newText;
    this.#mark = mark;
  }
  get newText(): string {
    this.#mark();
    return this.#text ?? '';
  }
}
