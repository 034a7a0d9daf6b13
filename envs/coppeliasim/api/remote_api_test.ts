import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { client, FUNCTION_NAMES } from '../testing/local_client.ts';
import { REFUSED } from './functions/not_simulated.ts';
import { SERVED, WITHOUT_EFFECT } from './session.ts';

const rowsSchema = z.array(
  z.object({
    func: z.string(),
    args: z.array(z.unknown()),
    reply: z.record(z.string(), z.unknown()),
    source: z.string().min(1),
  }),
);
const LIST = readFileSync(join(import.meta.dirname, '../conformance.json'), 'utf8');
const { server: ROWS } = z.object({ server: rowsSchema }).parse(JSON.parse(LIST));

/** Whether a reply has what is expected: numbers to 1e-4, texts by their pattern, objects by the fields that are named. */
function matches(found: unknown, expected: unknown): boolean {
  if (typeof expected === 'number') return typeof found === 'number' && Math.abs(found - expected) < 1e-4;
  if (typeof expected === 'string' && expected.startsWith('*'))
    return typeof found === 'string' && found.includes(expected.slice(1, -1));
  if (Array.isArray(expected) && !(Array.isArray(found) && found.length === expected.length)) return false;
  if (typeof expected === 'object' && expected !== null) {
    const given = found as Record<string, unknown>;
    return Object.entries(expected).every(([key, value]) => matches(given[key], value));
  }
  return found === expected;
}

/** `{get,set}X{,s}` is getX, getXs, setX and setXs. */
function expanded(pattern: string): string[] {
  const [, before = '', choices, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  if (choices === undefined) return [pattern];
  return choices.split(',').flatMap((choice) => expanded(after).map((rest) => before + choice + rest));
}

describe('the remote API', () => {
  it('answers every message of the list of conformance as its source says, one after the other', () => {
    const { ask } = client();
    for (const [at, { func, args, reply }] of ROWS.entries()) {
      const found = ask(func, ...args);
      const isSame = Object.keys(found).join() === Object.keys(reply).join() && matches(found, reply);
      if (!isSame) expect({ at, func, reply: found }).toEqual({ at, func, reply });
    }
  });

  it('has every function in that list', () => {
    expect(FUNCTION_NAMES.length).toBeGreaterThan(80);
    expect(FUNCTION_NAMES.filter((name) => !ROWS.some(({ func }) => func === name))).toEqual([]);
  });

  it('says in the page of every function what becomes of it', () => {
    const page = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+)` \| (.*) \| (served|no effect|refused) \|$/gm)].flatMap(
      ([, module, calls = '', fate]) =>
        [...calls.matchAll(/`([^`]+)`/g)].flatMap(([, call = '']) =>
          expanded(call).map((name) => [fate, module, name]),
        ),
    );
    const known = Object.entries({ served: SERVED, 'no effect': WITHOUT_EFFECT, refused: REFUSED }).flatMap(
      ([fate, modules]) =>
        Object.entries(modules).flatMap(([module, names]) => Object.keys(names).map((name) => [fate, module, name])),
    );
    const sorted = (rows: unknown[][]) => rows.map((row) => row.join(' ')).sort();
    expect(sorted(listed)).toEqual(sorted(known));
  });
});
