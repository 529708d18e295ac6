import { useSignal } from '@preact/signals';
import { Empty } from '../parts/states.tsx';
import { Failure } from '../state/api.ts';
import { signInByToken } from '../state/sign-in.ts';

/** `why` is what the server said: it wants a new link, or a token. */
export function SignedOut({ why }: { why: Failure }) {
  const isTeam = why.code === 'token-needed';
  const token = useSignal('');
  const said = useSignal('');
  const submit = (event: Event) => {
    event.preventDefault();
    said.value = '';
    signInByToken(token.value).catch((error: unknown) => {
      const isOffline = error instanceof Failure && error.code === 'offline';
      said.value = isOffline
        ? 'The server does not answer.'
        : isTeam
          ? 'This token is wrong, has expired, was revoked, or does not have the scope read.'
          : 'This token is not the one of the server.';
    });
  };
  return (
    <Empty title={isTeam ? 'Sign in' : 'This link is used up'}>
      {isTeam ? (
        <p>
          A token with the scope <code>read</code> opens this page for twelve hours. The person who runs the server
          makes one: <code>hookctl token make --scopes read</code>
        </p>
      ) : (
        <p>
          A link opens the page once, within a minute. <code>hookctl ui</code> in a terminal prints a new one.
        </p>
      )}
      <form class="token" onSubmit={submit}>
        <label>
          <span>{isTeam ? 'Token' : 'or the token of the server'}</span>
          <input
            type="password"
            autocomplete="off"
            value={token.value}
            onInput={(event) => (token.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={token.value === ''}>
          Open
        </button>
      </form>
      <p role="status">{said.value}</p>
    </Empty>
  );
}
