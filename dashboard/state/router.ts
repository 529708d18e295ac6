import { computed, signal } from '@preact/signals';

/** The address holds all state of the page, so that a reload and a link show the same. */
const address = signal(read());

const path = computed(() => address.value.path);
export const parameters = computed(() => new URLSearchParams(address.value.query));

function read(): { path: string; query: string } {
  return { path: location.pathname === '/' ? '/live' : location.pathname, query: location.search };
}

export function listenForNavigation(): void {
  window.addEventListener('popstate', () => (address.value = read()));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target !== '') return;
    event.preventDefault();
    navigate(link.getAttribute('href') ?? '/');
  });
}

export function navigate(to: string, how: 'push' | 'replace' = 'push'): void {
  if (to === `${location.pathname}${location.search}`) return;
  if (how === 'push') history.pushState(null, '', to);
  else history.replaceState(null, '', to);
  address.value = read();
}

/** The present address with other parameters; an empty value takes one away. */
export function withParameters(changes: Record<string, string>, at = path.value): string {
  const next = new URLSearchParams(parameters.value);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  const query = next.toString();
  return query === '' ? at : `${at}?${query}`;
}

export function setParameters(changes: Record<string, string>): void {
  navigate(withParameters(changes), 'replace');
}

/** `/sessions/ID` → `ID`. */
export function idInPath(): string | null {
  const [, , id] = path.value.split('/');
  return id === undefined || id === '' ? null : decodeURIComponent(id);
}

export function viewInPath(): string {
  return path.value.split('/')[1] ?? 'live';
}
