/** Looks up names that come from outside: every object knows `constructor` and `__proto__`, and they mean nothing here. */

/** What a record itself holds under a name. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
