import { expect, it } from 'vitest';
import { createCodeAccess } from './access.ts';

const NOBODY = { cookie: null, bearer: null };

it('a code opens the page once, within a minute', () => {
  const access = createCodeAccess({ token: null, mayMark: true });
  const [late, used] = [access.newCode(0), access.newCode(0)];
  const cookie = access.signIn({ code: used }, 59_999);
  expect(access.visitor({ ...NOBODY, cookie })).toEqual({ mayMark: true });
  expect([access.signIn({ code: used }, 59_999), access.signIn({ code: late }, 60_000)]).toEqual([null, null]);
  // A late try uses the code up as well.
  expect(access.signIn({ code: late }, 0)).toBeNull();
  expect(access.visitor({ ...NOBODY, cookie: `${cookie}x` })).toBeNull();
});

it('a token opens it at any time, where there is one', () => {
  const access = createCodeAccess({ token: 'secret', mayMark: false });
  expect(access.visitor({ ...NOBODY, bearer: 'secret' })).toEqual({ mayMark: false });
  expect(access.visitor({ ...NOBODY, bearer: 'secre' })).toBeNull();
  expect([access.signIn({ token: 'other' }, 0), typeof access.signIn({ token: 'secret' }, 0)]).toEqual([
    null,
    'string',
  ]);
  const without = createCodeAccess({ token: null, mayMark: true });
  expect([without.signIn({ token: '' }, 0), without.visitor({ ...NOBODY, bearer: '' })]).toEqual([null, null]);
});
