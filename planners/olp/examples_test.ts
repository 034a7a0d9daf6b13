import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Foon, type FunctionalUnit, type ObjectNode, type ObjectState, unitKey } from '../foon/foon.ts';
import { writeFoon } from '../foon/foon_json.ts';
import { readFoon } from '../foon/read_foon.ts';
import { ParseLog } from '../parse_log.ts';
import { shippedPromptFiles } from '../testing/shipped_prompts.ts';
import { understood } from '../testing/understood.ts';
import { exampleJson, exampleSketch, readExample, readState, stateText } from './examples.ts';
import { olp } from './olp.ts';
import { fixedObject, readPlan } from './read_plan.ts';
import { shippedExamples } from './testing/shipped_examples.ts';

const SHIPPED = shippedPromptFiles(olp).filter(({ prompt }) => prompt.startsWith('foon_'));

const BARE = 'O0\tjug\t1\nS0\tcontains\t{water}\nO1\tglass\t0\nM0\tpour\t<Assumed>\nO1\tglass\t0\nS1\tfull\n//\n';

describe('readExample()', () => {
  test('takes objective and instructions from comments, or else from the units', () => {
    const text = `# Objective: Fill a glass.\n# Step: Pour the water.\n${BARE}${BARE}`;
    const instructions = ['Pour the water.', 'Pour: jug, glass.'];
    expect(readExample(text, 'x.txt')).toMatchObject({ objective: 'Fill a glass.', instructions });
    const plain = { objective: 'Pour: jug, glass.', instructions: ['Pour: jug, glass.'] };
    expect(readExample(BARE, 'x.txt')).toMatchObject(plain);
  });

  test('names the file that is no FOON', () => {
    expect(() => readExample('Pour the water.', 'mine/foon_1.txt')).toThrow('"mine/foon_1.txt", line 1');
  });
});

test('exampleSketch() numbers the instructions', () => {
  const example = { objective: 'Tea.', instructions: ['Pour.', 'Stir.'], foon: { sources: [], units: [] } };
  expect(exampleSketch(example)).toBe('Objective: Tea.\n1. Pour.\n2. Stir.');
});

describe('the shipped examples', () => {
  test.each(SHIPPED)('$prompt: a canonical FOON with a comment for every unit', ({ text, path }) => {
    const { foon, instructions } = readExample(text, path);
    for (const instruction of instructions) expect(instruction).toMatch(/^[A-Z].*\.$/);
    expect(writeFoon(foon)).toBe(text.replaceAll(/^#.*\n/gm, ''));
    expect(foon.units.at(-1)?.outputs.some(({ isGoal }) => isGoal)).toBe(true);
  });

  test.each(SHIPPED)('$prompt: as JSON, says the same', ({ text, path }) => {
    const example = readExample(text, path);
    const value = understood(readPlan(exampleJson(example), new ParseLog()));
    expect(value.instructions).toEqual(example.instructions);
    for (const [index, unit] of value.foon.units.entries()) {
      expect(unitKey(unit, 3), `unit ${index + 1}`).toBe(unitKey(example.foon.units[index]!, 3));
    }
  });
});

const REFERENCES = new URL('../../../shared/foon/', import.meta.url);

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

/** Empty without the folder, since Vitest runs even a skipped body. */
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

const related = (label: string, object: string): ObjectState => ({ kind: 'related', label, object });
const contains = (...ingredients: string[]): ObjectState => ({ kind: 'contents', label: 'contains', ingredients });
const plain = (label: string): ObjectState => ({ kind: 'plain', label });

test.each<[string, ObjectState]>([
  ['on table', related('on', 'table')],
  ['on first block', related('on', 'first block')],
  ['under nothing', related('under', 'nothing')],
  ['in bowl', related('in', 'bowl')],
  ['is on top of the first block.', related('on', 'first block')],
  ['stacked on first block', related('on', 'first block')],
  ['inside the bowl', related('in', 'bowl')],
  ['beneath second block', related('under', 'second block')],
  ['contains water', contains('water')],
  ['contains {water, salt} and ice', contains('water', 'salt', 'ice')],
  ['whole', plain('whole')],
  ['on', plain('on')],
  ['next to first block', plain('next to first block')],
  ['onion', plain('onion')],
  ['ground', plain('ground')],
])('readState() "%s"', (text, state) => expect(readState(text)).toEqual(state));

test('stateText() writes what readState() reads', () => {
  const name = fc.constantFrom('table', 'nothing', 'first block', 'K block', 'theatre');
  const state = fc.oneof(
    fc.record({ kind: fc.constant('related' as const), label: fc.constantFrom('on', 'in', 'under'), object: name }),
    fc.uniqueArray(name, { minLength: 1 }).map((names) => contains(...names)),
    fc.constantFrom('whole', 'mixed', 'sliced', 'chopped', 'ground', 'empty').map(plain),
  );
  fc.assert(fc.property(state, (state) => void expect(readState(stateText(state))).toEqual(state)));
});
