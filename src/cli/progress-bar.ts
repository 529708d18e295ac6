/** A bar on a terminal; nothing anywhere else. */
export interface ProgressBar {
  show: (done: number, about: string) => void;
  clear: () => void;
}

const WIDTH = 24;
const EVERY_MS = 100;

/** Bytes of a known whole, with speed and time left. */
export function byteProgress(total: number, stream: NodeJS.WriteStream): ProgressBar {
  if (!stream.isTTY || total === 0) return { show: () => undefined, clear: () => undefined };
  const started = performance.now();
  let last = 0;
  return {
    show: (done, about) => {
      const now = performance.now();
      if (now - last < EVERY_MS) return;
      last = now;
      stream.write(`\r\u001b[K${progressLine(done, total, (now - started) / 1000)}  ${about}`);
    },
    clear: () => void stream.write('\r\u001b[K'),
  };
}

function progressLine(done: number, total: number, seconds: number): string {
  const share = Math.min(1, done / total);
  const filled = Math.round(share * WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
  const speed = seconds > 0 ? done / seconds : 0;
  const left = speed > 0 ? Math.ceil(Math.max(0, total - done) / speed) : null;
  const eta = left === null ? '' : `, ${left >= 60 ? `${Math.floor(left / 60)} min ` : ''}${left % 60} s left`;
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${megabytes(done)} of ${megabytes(total)} MB, ${megabytes(speed)} MB/s${eta}`;
}

function megabytes(bytes: number): string {
  const amount = bytes / 1e6;
  return amount < 10 ? amount.toFixed(1) : String(Math.round(amount));
}
