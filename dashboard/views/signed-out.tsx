import { useSignal } from '@preact/signals';
import { Empty } from '../parts/states.tsx';
import { signInByToken } from '../state/sign-in.ts';

export function SignedOut() {
  const token = useSignal('');
  const said = useSignal('');
  const submit = (event: Event) => {
    event.preventDefault();
    signInByToken(token.value).catch(() => (said.value = 'This token is not the one of the server.'));
  };
  return (
    <Empty title="This link is used up">
      <p>
        A link opens the page once, within a minute. <code>hookctl ui</code> in a terminal prints a new one.
      </p>
      <form class="token" onSubmit={submit}>
        <label>
          <span>or the token of the server</span>
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
