import { useEffect, useRef } from 'preact/hooks';
import { isHelpShown } from '../state/keys.ts';

const KEYS: [string, string][] = [
  ['/', 'filter'],
  ['j k', 'next and previous row'],
  ['Enter', 'open'],
  ['Esc', 'back'],
  ['g l', 'live'],
  ['g s', 'sessions'],
  ['g r', 'rules'],
  ['g p', 'playground'],
  ['g o', 'policy'],
  ['g f', 'fleet'],
  ['?', 'these keys'],
];

export function Help() {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
  }, []);
  return (
    <dialog ref={box} class="help" aria-label="Keys" onClose={() => (isHelpShown.value = false)}>
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([keys, words]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => box.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
