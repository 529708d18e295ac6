import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useKeysOf } from '../state/keys.ts';

export interface VirtualListProps<T> {
  items: readonly T[];
  label: string;
  /** Pixels of one row, the same for all. */
  rowHeight: number;
  keyOf: (item: T) => string;
  row: (item: T, isAtCursor: boolean) => ComponentChildren;
  onOpen: (item: T) => void;
  /** The end is near. */
  onEnd?: () => void;
  /** Is the first row in sight? */
  onTop?: (isAtTop: boolean) => void;
}

const MORE_ROWS = 8;
const NEAR_END = 30;

/** A long list of equal rows: only those in sight are in the document. `j` and `k` move, Enter opens. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, label, rowHeight, keyOf, row } = props;
  const box = useRef<HTMLDivElement>(null);
  const place = useSignal({ top: 0, height: 800 });
  const cursor = useSignal<string | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => (place.value = { top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const indexOfCursor = () => latest.current.items.findIndex((item) => latest.current.keyOf(item) === cursor.value);
    return useKeysOf({
      move: (by) => {
        const all = latest.current.items;
        const index = Math.min(all.length - 1, Math.max(0, indexOfCursor() + by));
        const item = all[index];
        if (item === undefined) return;
        cursor.value = latest.current.keyOf(item);
        reveal(box.current, index * rowHeight, rowHeight);
      },
      open: () => {
        const item = latest.current.items[indexOfCursor()];
        if (item !== undefined) latest.current.onOpen(item);
      },
    });
  }, [rowHeight]);

  const first = Math.max(0, Math.floor(place.value.top / rowHeight) - MORE_ROWS);
  const last = Math.min(items.length, Math.ceil((place.value.top + place.value.height) / rowHeight) + MORE_ROWS);

  useEffect(() => {
    if (last > items.length - NEAR_END) latest.current.onEnd?.();
  }, [last, items.length]);

  const onScroll = () => {
    const element = box.current;
    if (element === null) return;
    place.value = { top: element.scrollTop, height: element.clientHeight };
    props.onTop?.(element.scrollTop < rowHeight);
  };

  return (
    <div class="list" ref={box} onScroll={onScroll} tabIndex={0} role="list" aria-label={label}>
      <div class="list-space" role="presentation" style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, last).map((item, offset) => (
          <div
            key={keyOf(item)}
            class="list-row"
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={first + offset + 1}
            style={{ transform: `translateY(${(first + offset) * rowHeight}px)`, height: `${rowHeight}px` }}
          >
            {row(item, keyOf(item) === cursor.value)}
          </div>
        ))}
      </div>
    </div>
  );
}

function reveal(element: HTMLElement | null, top: number, height: number): void {
  if (element === null) return;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + height > element.scrollTop + element.clientHeight)
    element.scrollTop = top + height - element.clientHeight;
}
