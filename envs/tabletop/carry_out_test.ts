import { describe, expect, it } from 'vitest';
import type { Action } from '../env.ts';
import type { Goal } from './goals/goal.ts';
import type { Arm } from './table/arm.ts';
import { type TabletopEnv, tabletopEnvs } from './tabletop_env.ts';
import { sceneOf } from './testing/scene_of.ts';
import { scriptedArm } from './testing/scripted_arm.ts';

const scene = sceneOf({ A_1: [0.4, 0], B_1: [0.5, 0], C_1: [0.6, 0] });
const task = { goal: { kind: 'tower', height: 3 } as Goal };
const PICK: Action = { verb: 'pick', args: ['A_1', 'table'] };
const PLACE: Action = { verb: 'place', args: ['A_1', 'B_1'] };
const UNDONE: Action = { verb: 'place', args: ['A_1', 'table'] };

function table(arm = scriptedArm()) {
  return { arm, worlds: tabletopEnvs(scene, task, { parts: { arm } }) };
}

function played(env: TabletopEnv, actions: readonly Action[]): string {
  env.reset();
  return JSON.stringify([actions.map((action) => env.step(action)), env.state()]);
}

describe('decisionsAt()', () => {
  it('asks the arm once for episodes at one table that do the same, and then for what differs', () => {
    const { arm, worlds } = table();
    const first = played(worlds(7), [PICK, PLACE]);
    expect(arm.calls).toHaveLength(2);
    expect(played(worlds(7), [PICK, PLACE])).toBe(first);
    expect(arm.calls).toHaveLength(2);
    played(worlds(7), [PICK, UNDONE]);
    expect(arm.calls).toHaveLength(3);
    const env = worlds(8);
    env.reset();
    env.rehearsal().after(PICK);
    env.step(PICK);
    expect(arm.calls).toHaveLength(4);
  });

  it('tells seeds, tables and numbers of actions apart', () => {
    const { arm, worlds } = table();
    played(worlds(7), [PICK]);
    played(worlds(8), [PICK]);
    expect(arm.calls).toHaveLength(2);
    played(tabletopEnvs(scene, task, { parts: { arm } })(8), [PICK]);
    expect(arm.calls).toHaveLength(3);
    const still: Arm = { ...arm, place: (at, ...rest) => ({ ...arm.place(at, ...rest), at }) };
    played(tabletopEnvs(scene, task, { parts: { arm: still } })(8), [PICK, PLACE]);
    expect(arm.calls).toHaveLength(5);
  });

  it('gives the same whether other worlds are made between or not', () => {
    const arm = () =>
      scriptedArm(({ drawn }) => (drawn < 0.5 ? { level: 'ik', obstacle: null, isBounded: true } : null));
    const actions = [PICK, PICK, PLACE, UNDONE, PICK];
    for (let seed = 0; seed < 20; seed++) {
      const alone = played(table(arm()).worlds(seed), actions);
      const { worlds } = table(arm());
      const env = worlds(seed);
      const other = worlds(seed + 1);
      expect(played(other, actions)).toBe(played(table(arm()).worlds(seed + 1), actions));
      expect(played(env, actions)).toBe(alone);
      expect(played(worlds(seed), actions)).toBe(alone);
    }
  });
});
