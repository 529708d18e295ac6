import { signal } from '@preact/signals';
import { navigate, viewInPath } from './router.ts';

export const isHelpShown = signal(false);

/** What the list on the screen does with `j`, `k` and Enter; the last one that was mounted hears them. */
export interface ListKeys {
  move: (by: number) => void;
  open: () => void;
}
const lists: ListKeys[] = [];

export function useKeysOf(list: ListKeys): () => void {
  lists.push(list);
  return () => void lists.splice(lists.indexOf(list), 1);
}

const GO: Record<string, string> = {
  l: '/live',
  s: '/sessions',
  r: '/rules',
  p: '/try',
  o: '/policy',
  f: '/fleet',
};

export function listenForKeys(): void {
  let goes = 0;
  document.addEventListener('keydown', (event) => {
    const field = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (event.key === 'Escape') return escape(field ? event.target : null);
    if (field || event.metaKey || event.ctrlKey || event.altKey) return;
    const target = GO[event.key];
    if (event.timeStamp - goes < 1_500 && target !== undefined) {
      goes = 0;
      event.preventDefault();
      return navigate(target);
    }
    goes = event.key === 'g' ? event.timeStamp : 0;
    if (event.key === '?') isHelpShown.value = !isHelpShown.value;
    else if (event.key === '/') focusFilter(event);
    else if (event.key === 'j' || event.key === 'k') lists.at(-1)?.move(event.key === 'j' ? 1 : -1);
    else if (event.key === 'Enter' && !isOnControl(event)) lists.at(-1)?.open();
  });
}

function isOnControl(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLElement && event.target.closest('a, button, summary') !== null;
}

function focusFilter(event: KeyboardEvent): void {
  const filter = document.querySelector<HTMLInputElement>('[data-filter]');
  if (filter === null) return;
  event.preventDefault();
  filter.focus();
  filter.select();
}

/** Out of a field first, then out of the help, then out of a detail. */
function escape(field: HTMLElement | null): void {
  if (field !== null) return field.blur();
  if (isHelpShown.value) {
    isHelpShown.value = false;
    return;
  }
  const address = new URL(location.href);
  if (address.searchParams.has('d')) {
    address.searchParams.delete('d');
    return navigate(`${address.pathname}${address.search}`);
  }
  const view = viewInPath();
  if (location.pathname.split('/').length > 2) navigate(view === 'decisions' ? '/live' : `/${view}`);
}
