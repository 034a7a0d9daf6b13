import { describe, expect, it } from 'vitest';
import type { Action } from '../envs/env.ts';
import { carryOutPlan } from './carry_out_plan.ts';
import { SmallTable } from './testing/small_table.ts';

async function carryOut(...plan: readonly string[]) {
  const table = new SmallTable();
  const actions = plan.map((text): Action => {
    const [verb = '', ...args] = text.split(' ');
    return { verb, args };
  });
  const carrying = carryOutPlan(actions, table.observe());
  let count = 0;
  let turn = await carrying.next();
  while (turn.done !== true) {
    const ok = turn.value.kind === 'act' && table.step(turn.value.action);
    count++;
    turn = await carrying.next({ ok, observation: table.observe() });
  }
  return { ...turn.value, count, table };
}

describe('carryOutPlan()', () => {
  it('carries out one action after the other, and says what is sensed then', async () => {
    const { failure, observation, count, table } = await carryOut('pick C_block_1 table', 'place C_block_1 B_block_1');
    expect([failure, count]).toEqual([null, 2]);
    expect(observation).toEqual(table.observe());
    expect(table.stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
  });

  it('ends at the first that is refused', async () => {
    const { failure, count, observation } = await carryOut('pick C_block_1 table', 'pick B_block_1 A_block_1', 'wait');
    expect([failure, count]).toEqual(['action_failed', 2]);
    expect(observation.facts).toContainEqual(['in', 'hand', 'C_block_1']);
  });

  it.each([
    ['pick D_block_1 table', 'grounding'],
    ['place C_block_1 __proto__', 'grounding'],
    ['pick c_block_1 TABLE', 'action_failed'],
    ['pick table table', 'action_failed'],
  ])('tells whether "%s" names what is not there: %s', async (action, expected) => {
    expect((await carryOut(action)).failure).toBe(expected);
  });

  it('does nothing for an empty plan', async () => {
    const { failure, count, observation } = await carryOut();
    expect([failure, count]).toEqual([null, 0]);
    expect(observation).toEqual(new SmallTable().observe());
  });
});
