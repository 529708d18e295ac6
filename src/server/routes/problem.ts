import type { ApiError } from '../api.ts';

/** Why a request has no answer, in the words that the caller reads. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string;

  constructor(status: number, code: string, message: string, hint = '') {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }

  get body(): ApiError {
    return { error: { code: this.code, message: this.message, hint: this.hint } };
  }
}

export function badRequest(message: string, hint = ''): ApiProblem {
  return new ApiProblem(400, 'bad-request', message, hint);
}

export function notFound(message: string, hint = ''): ApiProblem {
  return new ApiProblem(404, 'not-found', message, hint);
}

export function notHere(what: string): ApiProblem {
  return new ApiProblem(404, 'not-here', `${what} is not available on this server`, 'A team server has it: docs/ui.md');
}
