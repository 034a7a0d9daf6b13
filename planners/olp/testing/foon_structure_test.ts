import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Foon } from '../../foon/foon.ts';
import { readFoon } from '../../foon/read_foon.ts';
import { plot, unitStructure } from './foon_structure.ts';
import { shippedExamples } from './shipped_examples.ts';

const REFERENCES = new URL('../../../../shared/foon/', import.meta.url);

/** None where the folder is absent: also the body of what is skipped is carried out. */
function references(): { file: string; foon: Foon }[] {
  if (!existsSync(REFERENCES)) return [];
  return readdirSync(REFERENCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\/.+\.txt$/.test(file))
    .map((file) => ({ file, foon: readFoon(readFileSync(new URL(file, REFERENCES), 'utf8'), file).foon }));
}

describe.skipIf(!existsSync(REFERENCES))(
  'the examples beside published FOONs (skipped where ../shared/foon is absent)',
  () => {
    const published = references();

    test('of which there are ten', () => {
      expect(published).toHaveLength(10);
    });

    test.each(shippedExamples())('"$objective" has no unit with the structure of one of theirs', ({ foon }) => {
      const theirs = new Map(
        published.flatMap(({ file, foon }) => foon.units.map((unit) => [unitStructure(unit), file])),
      );
      for (const unit of foon.units) expect(theirs.get(unitStructure(unit))).toBeUndefined();
    });

    test.each(shippedExamples())('"$objective" as a whole has the plot of none of them', ({ foon }) => {
      const same = published.filter((other) => plot(other.foon) === plot(foon));
      expect(same.map(({ file }) => file)).toEqual([]);
    });
  },
);

test('no two examples have one plot', () => {
  expect(new Set(shippedExamples().map(({ foon }) => plot(foon))).size).toBe(6);
});
