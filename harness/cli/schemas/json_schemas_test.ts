import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WORLDS } from '../../episode/worlds.ts';
import { namesIn, PLACES } from '../../io/places.ts';
import { FILE_SCHEMAS, jsonSchema } from './json_schemas.ts';

/** Of changed files; with TAPEDECK_TEST_FACTOR=5, as at night, more. */
const EXAMPLES = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5 ? 300 : 100;

const ajv = new Ajv({ strict: true, strictTuples: false, allErrors: true });
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
const filesIn = (folder: string) => namesIn(folder, '.json').map((name) => `${folder}/${name}.json`);

const SHIPPED: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ['suite', filesIn(PLACES.suites)],
  ['sweep', filesIn(`${PLACES.examples}/sweep`)],
  ...WORLDS.flatMap(({ name, scenesFolder, tasksFolder }) => [
    [`${name}_scene`, filesIn(scenesFolder)],
    [`${name}_tasks`, filesIn(tasksFolder)],
  ]),
]);

describe.each(FILE_SCHEMAS)('jsonSchema() of $name', (file) => {
  const isValid = ajv.compile(jsonSchema(file));
  const shipped = (SHIPPED[file.name] ?? []).map((path) => [path.slice(PLACES.root.length), read(path)] as const);

  it('equals the file in the folder of schemas', async () => {
    const text = `${JSON.stringify(jsonSchema(file), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`${PLACES.schemas}/${file.name}.json`);
  });

  it('accepts all shipped files', () => {
    expect(shipped.length).toBeGreaterThan(0);
    const refused = shipped.filter(([, document]) => !isValid(document)).map(([path]) => path);
    expect(refused).toEqual([]);
  });

  it('accepts `$schema`, but no other new key', () => {
    const [, document] = shipped[0] ?? [];
    expect(isValid({ $schema: 'elsewhere.json', ...document })).toBe(true);
    expect(isValid({ $schema: 1, ...document })).toBe(false);
    expect(isValid({ ...document, colour: 'red' })).toBe(false);
  });

  it('accepts every changed file that the reader accepts, and refuses most that it refuses', () => {
    let [refused, formOnly] = [0, 0];
    fc.assert(
      fc.property(changed(shipped.map(([, document]) => document)), (document) => {
        const [isRead, isFormed] = [file.schema.safeParse(document).success, isValid(document)];
        if (isRead) expect(isFormed, JSON.stringify(ajv.errorsText(isValid.errors))).toBe(true);
        else refused += 1;
        if (!isRead && isFormed) formOnly += 1;
      }),
      { seed: 17, numRuns: 2 * EXAMPLES },
    );
    expect(refused).toBeGreaterThan(EXAMPLES / 3);
    expect(formOnly / refused).toBeLessThan(0.1);
  });
});

function changed(documents: readonly Record<string, unknown>[]): fc.Arbitrary<unknown> {
  const value = fc.oneof(
    fc.constantFrom<unknown>(null, 0, -1, 1.5, 1e9, '', 'a', 'Toaster 1', '?x', true, [], {}, ['a'], [1, 2, 3]),
    fc.jsonValue({ maxDepth: 2 }),
  );
  return fc
    .record({ document: fc.constantFrom(...documents), at: fc.nat(), isRemoved: fc.boolean(), value })
    .map(({ document, at, isRemoved, value }) => {
      const copy = structuredClone(document);
      const places = placesIn(copy);
      const [holder, key] = places[at % places.length]!;
      if (!isRemoved) holder[key] = value;
      else if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      return copy;
    });
}

type Holder = Record<string | number, unknown>;

/** At most some hundreds, since most of a house is things of one form. */
function placesIn(document: unknown): (readonly [holder: Holder, key: string | number])[] {
  if (typeof document !== 'object' || document === null) return [];
  const keys = Array.isArray(document) ? [...document.keys()].slice(0, 12) : Object.keys(document);
  const holder = document as Holder;
  return keys.flatMap((key) => [[holder, key] as const, ...placesIn(holder[key])]);
}
