import { describe, expect, it } from 'vitest';
import type { Action } from '../envs/env.ts';
import { carryOutPlan, PlanFailure, untilFailure } from './carry_out_plan.ts';
import type { Decision } from './planner.ts';
import { SmallTable } from './testing/small_table.ts';

async function carryOut(...plan: readonly string[]) {
  const table = new SmallTable();
  const actions = plan.map((text): Action => {
    const [verb = '', ...args] = text.split(' ');
    return { verb, args };
  });
  const carrying = carryOutPlan(actions, table.observe());
  let count = 0;
  try {
    let turn = await carrying.next();
    while (turn.done !== true) {
      const ok = turn.value.kind === 'act' && table.step(turn.value.action);
      count++;
      turn = await carrying.next({ ok, observation: table.observe() });
    }
    return { failure: null, observation: turn.value, count, table };
  } catch (error) {
    if (!(error instanceof PlanFailure)) throw error;
    return { failure: error.reason, observation: table.observe(), count, table };
  }
}

describe('carryOutPlan()', () => {
  it('carries out one action after the other, and says what is sensed then', async () => {
    const { failure, observation, count, table } = await carryOut('pick C_block_1 table', 'place C_block_1 B_block_1');
    expect([failure, count]).toEqual([null, 2]);
    expect(observation).toEqual(table.observe());
    expect(table.stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
  });

  it('ends at the first refusal', async () => {
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
});

describe('untilFailure()', () => {
  function decisions(end: () => void): Promise<Decision[]> {
    async function* episode() {
      yield { kind: 'sense' as const };
      end();
    }
    return Array.fromAsync(untilFailure(episode()));
  }
  const failing = (error: Error) => () => {
    throw error;
  };

  it('stops as completed, or with the reason of a failure, and rethrows other errors', async () => {
    expect(await decisions(() => {})).toEqual([{ kind: 'sense' }, { kind: 'stop', reason: 'plan_completed' }]);
    const failed = await decisions(failing(new PlanFailure('unsolvable')));
    expect(failed).toEqual([{ kind: 'sense' }, { kind: 'stop', reason: 'unsolvable' }]);
    await expect(decisions(failing(new RangeError('A defect')))).rejects.toThrow(RangeError);
  });
});
