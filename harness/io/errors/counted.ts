/**
 * Numbers of things, as messages write them.
 *
 * @module
 */

/** `1 episode`, `2 episodes`; a noun of another plural names it. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** `is` of one thing, else `are`. */
export function are(count: number): 'is' | 'are' {
  return count === 1 ? 'is' : 'are';
}
