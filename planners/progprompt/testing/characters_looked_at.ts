/**
 * Test support: how many characters of a text are looked at one by one, which tells linear work from quadratic without a clock.
 */

/** Counts calls of `charAt` while `read` runs. */
export function charactersLookedAt(read: () => void): number {
  const { charAt } = String.prototype;
  let count = 0;
  const counting = function (this: string, at: number): string {
    count++;
    return charAt.call(this, at);
  };
  Object.defineProperty(String.prototype, 'charAt', { value: counting, configurable: true, writable: true });
  try {
    read();
  } finally {
    Object.defineProperty(String.prototype, 'charAt', { value: charAt, configurable: true, writable: true });
  }
  return count;
}
