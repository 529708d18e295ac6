import { expect, it } from 'vitest';
import { createCodeAccess } from './access.ts';

const NOBODY = { cookie: null, bearer: null };

it('a code opens the page once, within a minute', async () => {
  const access = createCodeAccess({ token: null, mayMark: true });
  const [late, used] = [access.newCode(0), access.newCode(0)];
  const cookie = await access.signIn({ code: used }, 59_999);
  expect(await access.visitor({ ...NOBODY, cookie })).toEqual({ mayMark: true, team: '', by: '' });
  await access.signOut(cookie ?? '');
  expect(await access.visitor({ ...NOBODY, cookie })).toBeNull();
  expect([await access.signIn({ code: used }, 59_999), await access.signIn({ code: late }, 60_000)]).toEqual([
    null,
    null,
  ]);
  // A late try uses the code up as well.
  expect(await access.signIn({ code: late }, 0)).toBeNull();
  expect(await access.visitor({ ...NOBODY, cookie: `${cookie}x` })).toBeNull();
});

it('a token opens it at any time, where there is one', async () => {
  const access = createCodeAccess({ token: 'secret', mayMark: false });
  expect(await access.visitor({ ...NOBODY, bearer: 'secret' })).toEqual({ mayMark: false, team: '', by: '' });
  expect(await access.visitor({ ...NOBODY, bearer: 'secre' })).toBeNull();
  expect([await access.signIn({ token: 'other' }, 0), typeof (await access.signIn({ token: 'secret' }, 0))]).toEqual([
    null,
    'string',
  ]);
  const without = createCodeAccess({ token: null, mayMark: true });
  expect([await without.signIn({ token: '' }, 0), await without.visitor({ ...NOBODY, bearer: '' })]).toEqual([
    null,
    null,
  ]);
});
