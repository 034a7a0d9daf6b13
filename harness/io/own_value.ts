/** Guards against names such as `__proto__`. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

export function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as ReturnType<typeof given<T>>;
}
