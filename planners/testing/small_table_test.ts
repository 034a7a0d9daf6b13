import { expect, it } from 'vitest';
import { planTask } from '../plan_task.ts';
import { domainName, planActions, tabletopProblem } from '../tabletop_problem.ts';
import { SMALL_TABLE_SKILLS, SmallTable } from './small_table.ts';

it('SmallTable does what the domain says, and observes it as the domain does', async () => {
  const table = new SmallTable();
  const goal = [
    ['on', 'C_block_1', 'A_block_1'],
    ['on', 'A_block_1', 'B_block_1'],
  ] as const;
  const problem = tabletopProblem(domainName(SMALL_TABLE_SKILLS) ?? '', table.observe(), goal);
  const task = { purpose: 'goal', domain: SMALL_TABLE_SKILLS, problem };
  const { plan } = await planTask({ note() {} }, task, { solver: 'embedded', expansionsMax: 1000 });
  expect(plan).toHaveLength(6);
  for (const action of planActions(plan ?? [], table.observe().blocks)) expect(table.step(action)).toBe(true);
  expect(table.stacks).toEqual(['C_block_1 A_block_1 B_block_1']);
  for (const fact of goal) expect(table.observe().facts).toContainEqual(fact);
});
