import { expect, it } from 'vitest';
import { cellsOf } from './answer.ts';
import { cellsTable, dialoguesTable, headlineTable, pairsTable, plansTable } from './planbench_tables.ts';
import printed from './published.json' with { type: 'json' };
import { answerOf } from './testing/scored_answer_fixture.ts';

function instances(count: number, change: (instance: number) => Parameters<typeof answerOf>[0]) {
  return Array.from({ length: count }, (_, at) => answerOf({ instance: at + 1, ...change(at + 1) }));
}

it('cellsTable() sets right answers beside published ones, with what is ambiguous and never asked', () => {
  const answers = [
    answerOf({ instance: 1, published: false, cause: 'plan stored empty' }),
    answerOf({ instance: 2, valid: false, ambiguous: true }),
    answerOf({ instance: 3, rule: null, valid: false }),
  ];
  const { rows, shown } = cellsTable(cellsOf(answers));
  expect(rows).toMatchObject([{ answers: 2, right: 1, published: 0, differ: 1, ambiguous: 1, neverAsked: 1 }]);
  expect(shown.lines).toEqual([
    ['**Blocksworld, one-shot**', '', '', '', '', ''],
    ['gpt-9', '1/2 50.0 % (9–91)', '0.0 %', '+50.0', '1', '1'],
  ]);
});

const cell = (count: number) =>
  instances(count, (instance) => ({
    ...{ domain: instance > 100 ? 'blocksworld' : 'blocksworld_3', model: 'gpt-4o_chat' },
    ...{ task: 'task_1_plan_generation_zero_shot', valid: instance <= 300, published: instance <= 213 },
  }));
const rowOf = (count: number) => {
  const { rows } = headlineTable(cell(count));
  return rows.find(({ model, domain }) => model === 'gpt-4o' && domain === 'blocksworld');
};

it('headlineTable() rebuilds a cell of 600 instances, but none that is not whole', () => {
  expect(rowOf(600)).toMatchObject({ printed: 35.5, byFiles: 213, right: 300, percent: 50, rebuilt: 'yes' });
  expect(headlineTable([]).notes[0]).toContain(`published: ${printed.source};`);
  expect(rowOf(599)).toMatchObject({ byFiles: null, right: null, rebuilt: 'not in the committed plans' });
});

it('pairsTable() shows a pair whose order turns, and whose difference is clear only as published', () => {
  const one = instances(100, (instance) => ({ valid: instance <= 52, published: instance <= 20 }));
  const other = instances(100, (instance) => ({ model: 'o9', valid: instance <= 50, published: instance <= 50 }));
  const { rows } = pairsTable(cellsOf([...one, ...other]));
  const counts = { instances: 100, right: 52, otherRight: 50, published: 20, otherPublished: 50 };
  expect(rows).toMatchObject([{ model: 'gpt-9', other: 'o9', ...counts, pHolm: 0.5, change: 'order, not clear' }]);
});

it('pairsTable() leaves out pairs with too few common instances', () => {
  const others = instances(99, () => ({ model: 'o9' }));
  expect(pairsTable(cellsOf([...instances(100, () => ({})), ...others])).rows).toEqual([]);
});

it('plansTable() counts by blocks, by the shortest plan that is known, and by failure', () => {
  const answers = [
    answerOf({ instance: 1, optimalLength: 4, plan: Array(6).fill('noop') }),
    answerOf({ instance: 2, optimalLength: 6, valid: false, failure: { kind: 'goal', missing: [] }, objects: 4 }),
    answerOf({ instance: 2, optimalLength: 9, model: 'o9', plan: Array(6).fill('noop'), objects: 4 }),
  ];
  const [row] = plansTable(cellsOf(answers)).rows;
  expect(row).toMatchObject({ 'Blocks, 3, right': 1, 'Blocks, 4, right': 0, 'Blocks, 4, answers': 1, ratio: 1.5 });
  expect(row).toMatchObject({ 'Length, 4, right': 1, 'Length, 6, answers': 1, 'Length, 8, answers': 0 });
  expect(row).toMatchObject({ 'Fails, goal': 1, 'Fails, name': 0 });
});

it('dialoguesTable() separates first tries from the last ones', () => {
  const answers = [
    answerOf({ instance: 1, round: 0 }),
    answerOf({ instance: 2, round: 0, valid: false }),
    answerOf({ instance: 2, round: 1 }),
  ];
  const { rows, shown } = dialoguesTable(answers);
  expect(rows).toMatchObject([
    { round: 0, asked: 2, right: 1, answers: 2 },
    { round: 1, asked: 1, right: 2, answers: 2 },
  ]);
  expect(shown.lines[1]?.slice(0, 6)).toEqual(['gpt-9', '1/2 50.0 % (9–91)', '2/2 100.0 % (34–100)', '2', '2', '']);
});
