/**
 * Looks up names that come from outside: `constructor` and `__proto__` are known to every object, and mean nothing here.
 *
 * @module
 */

/** What a record itself holds under a name. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
