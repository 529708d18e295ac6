/** `11-15 23:50:01` or `2026-11-15 23:50:01`, on the clock of this machine. */
export function localTime(at: number, form: 'short' | 'long'): string {
  const time = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
  const day = localDay(at);
  return `${form === 'short' ? day.slice(5) : day} ${clock}`;
}

export function localDay(at: number): string {
  const time = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
