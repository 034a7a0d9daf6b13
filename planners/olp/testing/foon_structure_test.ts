import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Foon, FunctionalUnit, ObjectNode, ObjectState } from '../../foon/foon.ts';
import { readFoon } from '../../foon/read_foon.ts';
import { fixedObject } from '../object_names.ts';
import { shippedExamples } from './shipped_examples.ts';

const REFERENCES = new URL('../../../../shared/foon/', import.meta.url);

/** A unit without its words: objects as numbers in order of appearance, with their states. */
function unitStructure({ inputs, outputs }: FunctionalUnit): string {
  const numbers = new Map<string, number>();
  const numberOf = (name: string): string => {
    const fixed = fixedObject(name);
    if (fixed !== undefined) return fixed;
    if (!numbers.has(name)) numbers.set(name, numbers.size);
    return `#${numbers.get(name)}`;
  };
  const state = (each: ObjectState): string => {
    if (each.kind === 'related') return `${each.label} ${numberOf(each.object)}`;
    return each.kind === 'contents' ? `${each.label} ${each.ingredients.length}` : 'state';
  };
  const side = (nodes: readonly ObjectNode[]) =>
    nodes.map(({ label, states }) => `${numberOf(label)}: ${states.map(state).join(', ')}`);
  return [...side(inputs), '->', ...side(outputs)].join('\n');
}

/** None without the folder; Vitest runs even a skipped body. */
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

    test('of which there are ten', () => expect(published).toHaveLength(10));

    test.each(shippedExamples())('"$objective" has no unit with the structure of one of theirs', ({ foon }) => {
      const theirs = new Map(
        published.flatMap(({ file, foon }) => foon.units.map((unit) => [unitStructure(unit), file])),
      );
      for (const unit of foon.units) expect(theirs.get(unitStructure(unit))).toBeUndefined();
    });
  },
);
