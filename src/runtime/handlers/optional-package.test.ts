import { expect, it } from 'vitest';
import { loadOptional } from './optional-package.ts';

const handlers = ['prompt', 'agent'];

function missing(name: string): Promise<never> {
  const error = new Error(`Cannot find package '${name}' imported from /x/y.mjs`);
  return Promise.reject(Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' }));
}

it('a package that is not installed is named with what needs it and what to run', async () => {
  expect(await loadOptional({ name: '@a/sdk', handlers, load: () => missing('@a/sdk') })).toEqual({
    problem:
      'handlers of type "prompt" and "agent" need the package @a/sdk, which is not installed; run: npm install @a/sdk (with -g if hookctl is installed globally)',
  });
});

it('a package that is there is loaded', async () => {
  expect(await loadOptional({ name: 'x', handlers, load: async () => 7 })).toEqual({ module: 7 });
});

it.each([
  ['one of its own parts is missing', () => missing('part'), "Cannot find package 'part'"],
  ['it cannot be evaluated', () => Promise.reject(new TypeError("no 'x'")), "no 'x'"],
])('a package that fails because %s says so itself', async (_why, load, message) => {
  await expect(loadOptional({ name: 'x', handlers, load })).rejects.toThrow(message);
});
