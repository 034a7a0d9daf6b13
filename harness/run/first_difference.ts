import { ownValue } from '../io/own_value.ts';

type Difference = Readonly<{ path: string; left: unknown; right: unknown }>;

export function firstDifference(left: unknown, right: unknown, path = ''): Difference | null {
  if (!isComposite(left) || !isComposite(right) || Array.isArray(left) !== Array.isArray(right)) {
    return left === right ? null : { path, left, right };
  }
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const inner = pathTo(path, key, Array.isArray(left));
    const difference = firstDifference(ownValue(left, key), ownValue(right, key), inner);
    if (difference !== null) return difference;
  }
  return null;
}

function isComposite(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function pathTo(path: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${key}]`;
  if (!/^\w+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
