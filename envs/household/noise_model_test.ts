import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Action, StepResult, Task } from '../env.ts';
import type { Goal } from './goals/goal.ts';
import { householdEnvs } from './household_env.ts';
import type { HouseholdOptionsInput } from './household_options.ts';
import type { HouseholdObservation } from './observation.ts';
import { readHouse } from './scene/read_house.ts';

const file = 'houses/robot_home.json';
const house = readHouse(readFileSync(new URL(file, import.meta.url), 'utf8'), file);
const task: Task<Goal> = {
  name: 'no_task',
  scene: house.name,
  instruction: 'Do anything.',
  stepsMax: 100,
  goal: [{ weight: 1, that: { held: ['magazine1'] } }],
};
const MOVE: Action = { verb: 'move', args: ['magazine1'] };
const PICK_UP: Action = { verb: 'pickup', args: ['magazine1'] };
const TOO_FAR: Action = { verb: 'switchoff', args: ['lightswitch1'] };

type Result = StepResult<HouseholdObservation>;

/** What a walk gives, for a seed. */
function walk(options: HouseholdOptionsInput, actions: readonly Action[]): (seed: number) => Result[] {
  const envs = householdEnvs(house, task, { perception: 'on_entry', ...options });
  return (seed) => {
    const env = envs(seed);
    env.reset();
    return actions.map((action) => env.step(action));
  };
}

/** In how many of 2,000 episodes the last action of a walk is told to be a success, as p says within four deviations. */
function expectSuccesses(options: HouseholdOptionsInput, actions: readonly Action[], p: number): void {
  const results = walk(options, actions);
  const count = Array.from({ length: 2000 }, (_, seed) => results(seed).at(-1)?.ok).filter(Boolean).length;
  expect(Math.abs(count - 2000 * p)).toBeLessThanOrEqual(4 * Math.sqrt(2000 * p * (1 - p)));
}

describe('NoiseModel', () => {
  it('fails moves and manipulations by their names, and changes nothing then', () => {
    expect(walk({ noise: { navigationFailure: 1 } }, [MOVE])(0)).toMatchObject([
      {
        ok: false,
        reason: {
          precondition: 'navigation_failed',
          message: 'Cannot move "magazine1": the robot did not get to "magazine1"',
        },
      },
    ]);
    const [moved, failed] = walk({ retriesMax: 3, noise: { manipulationFailure: 1 } }, [MOVE, PICK_UP])(0);
    expect(failed).toMatchObject({
      ok: false,
      goal: { success: false },
      reason: { precondition: 'controller_failed' },
    });
    expect(failed?.ok === false && failed.reason.message).toContain('failed with "magazine1", at all 4 tries');
    expect(failed?.observation).toBe(moved?.observation);
  });

  it('fails as often as it is told', () => {
    expectSuccesses({ noise: { navigationFailure: 0.2 } }, [MOVE], 0.8);
    expectSuccesses({ noise: { manipulationFailure: 0.6 } }, [MOVE, PICK_UP], 0.4);
    expectSuccesses({ noise: { manipulationFailure: 0.6 }, retriesMax: 3 }, [MOVE, PICK_UP], 1 - 0.6 ** 4);
    expectSuccesses({ noise: { falseSuccess: 0.4 } }, [TOO_FAR], 0.4);
  });

  it('reports a refused action as a success, changes nothing, and tells the trace', () => {
    const results = walk({ noise: { falseSuccess: 1 } }, [TOO_FAR, MOVE, PICK_UP]);
    const [refused, moved, held] = results(0);
    expect(refused).toMatchObject({
      ok: true,
      concealed: { precondition: 'close_to_robot' },
      goal: { success: false },
    });
    expect(moved).not.toHaveProperty('concealed');
    expect(held).toMatchObject({ ok: true, goal: { success: true } });
    expect(held).not.toHaveProperty('concealed');
  });

  it('never reports as a success what the robot did not try', () => {
    const untried: [Action, string][] = [
      [{ verb: 'fly', args: [] }, 'unknown_verb'],
      [{ verb: 'move', args: [] }, 'wrong_arity'],
      [{ verb: 'move', args: ['unicorn1'] }, 'unknown_object'],
      [PICK_UP, 'in_skill_library'],
    ];
    const results = walk(
      { skills: {}, noise: { falseSuccess: 1 } },
      untried.map(([action]) => action),
    );
    expect(results(0)).toMatchObject(untried.map(([, precondition]) => ({ ok: false, reason: { precondition } })));
  });

  it('refuses what is about something that does not exist, by a name of its own', () => {
    const env = householdEnvs(house, task, { noise: { falseDetection: 1 } })(0);
    const { objects, closeTo } = env.reset().observation;
    const name = objects.at(-1)?.name as string;
    expect(house.indexOf.has(name)).toBe(false);
    expect(closeTo).not.toContain(name);
    const message = `Cannot move: there is no "${name}"; the robot saw something that is not there`;
    expect(env.step({ verb: 'move', args: [name] })).toMatchObject({
      ok: false,
      reason: { precondition: 'false_detection', message },
      observation: { objects },
    });
    expect(env.step({ verb: 'pickup', args: [name] })).toMatchObject({ reason: { precondition: 'false_detection' } });
    expect(env.step({ verb: 'move', args: ['unicorn1'] })).toMatchObject({
      reason: { precondition: 'unknown_object' },
    });
  });

  it('is unknown to a model of the world', () => {
    const env = householdEnvs(house, task, {
      noise: { manipulationFailure: 1, navigationFailure: 1, missedDetection: 1 },
    })(0);
    env.reset();
    const model = env.model();
    expect(model.refusal(MOVE)?.precondition).toBe('seen');
    expect(model.step({ verb: 'move', args: ['livingroom1'] })).toBeNull();
    expect(model.step(PICK_UP)).toBeNull();
    expect(model.goal().success).toBe(true);
    expect(env.step({ verb: 'move', args: ['office1'] })).toMatchObject({ ok: false, goal: { success: false } });
  });

  it('perceives once after each action that is carried out, where the robot perceives all the time', () => {
    const options: HouseholdOptionsInput = { perception: 'always', noise: { missedDetection: 0.9 } };
    const wait: Action = { verb: 'wait', args: [] };
    const known = walk(options, Array<Action>(20).fill(wait))(7).map(({ observation }) => observation.objects.length);
    expect(new Set(known).size).toBeGreaterThan(2);
    expect(known).toEqual(known.toSorted((a, b) => a - b));
    const onEntry = walk({ ...options, perception: 'on_entry' }, [wait, wait])(7);
    expect(new Set(onEntry.map(({ observation }) => observation)).size).toBe(1);
  });

  it('leaves the draws of one kind as they are when another is added', () => {
    const moves = ['kitchen1', 'office1', 'kitchen1', 'livingroom1'].map(
      (room): Action => ({ verb: 'move', args: [room] }),
    );
    const alone = walk({ noise: { missedDetection: 0.3, falseDetection: 0.5 } }, moves);
    const others = { falseSuccess: 0.5, manipulationFailure: 0.5 };
    const together = walk({ noise: { missedDetection: 0.3, falseDetection: 0.5, ...others } }, moves);
    const missedOnly = walk({ noise: { missedDetection: 0.3 } }, moves);
    for (let seed = 0; seed < 50; seed++) {
      expect(together(seed)).toEqual(alone(seed));
      const containers = (results: Result[]) => results.map(({ observation }) => observation.containers);
      expect(containers(missedOnly(seed))).toEqual(containers(alone(seed)));
    }
  });
});
