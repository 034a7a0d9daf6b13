/**
 * How a message quotes a name from outside: on one line, and cut short.
 *
 * @module
 */

const CHARACTERS_MAX = 80;

export function quoted(name: string): string {
  return JSON.stringify(name.length > CHARACTERS_MAX ? `${name.slice(0, CHARACTERS_MAX)}…` : name);
}
