import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Action, StepResult, Task } from '../env.ts';
import type { Goal } from './goals/goal.ts';
import { householdEnvs } from './household_env.ts';
import type { HouseholdOptionsInput, NoiseRates } from './household_options.ts';
import { Noise } from './noise.ts';
import { NoisyPerception, withFailures } from './noise_model.ts';
import type { HouseholdObservation } from './observation.ts';
import type { PaperRule } from './rules/preconditions.ts';
import { PAPER_RULES } from './rules/rules.ts';
import { houseTables } from './scene/house_tables.ts';
import { readHouse } from './scene/read_house.ts';
import { HouseholdState, PAPER_OPTIONS } from './state/household_state.ts';

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

const OFF: NoiseRates = {
  missedDetection: 0,
  falseDetection: 0,
  manipulationFailure: 0,
  navigationFailure: 0,
  falseSuccess: 0,
};
const STATE = {} as HouseholdState;

/** In how many of 10,000 episodes the last precondition of a verb holds, at the first step. */
function carriedOut(verb: string, rates: Partial<NoiseRates>, retriesMax: number): number {
  let count = 0;
  for (let seed = 0; seed < 10_000; seed++) {
    const rules = withFailures(PAPER_RULES, new Noise(seed, { ...OFF, ...rates }), retriesMax);
    if ((rules.get(verb) as PaperRule).preconditions.at(-1)?.condition.holds(STATE, 5)) count++;
  }
  return count;
}

/** Four standard deviations of how often something of probability p happens in 10,000 episodes. */
function expectRate(count: number, p: number): void {
  expect(Math.abs(count - 10_000 * p)).toBeLessThanOrEqual(4 * Math.sqrt(10_000 * p * (1 - p)));
}

describe('withFailures()', () => {
  it('adds one precondition, the last, to everything but wait', () => {
    const rules = withFailures(PAPER_RULES, new Noise(0, OFF), 3);
    for (const [verb, { preconditions, ...rest }] of rules) {
      const before = PAPER_RULES.get(verb) as PaperRule;
      const added = preconditions.slice(before.preconditions.length).map(({ condition }) => condition.name);
      expect(preconditions.slice(0, before.preconditions.length)).toEqual(before.preconditions);
      expect(added).toEqual(verb === 'wait' ? [] : [verb === 'move' ? 'navigation_failed' : 'controller_failed']);
      expect(rest).toMatchObject({ verb, arity: before.arity, effect: before.effect });
    }
  });

  it('fails a manipulation when the only try fails, or when all of several do', () => {
    expectRate(carriedOut('pickup', { manipulationFailure: 0.5 }, 0), 0.5);
    expectRate(carriedOut('placein', { manipulationFailure: 0.5 }, 1), 1 - 0.5 ** 2);
    expectRate(carriedOut('open', { manipulationFailure: 0.5 }, 3), 1 - 0.5 ** 4);
    expectRate(carriedOut('switchon', { manipulationFailure: 0.9 }, 3), 1 - 0.9 ** 4);
  });

  it('fails a move without another try', () => {
    expectRate(carriedOut('move', { navigationFailure: 0.3 }, 3), 0.7);
  });

  it('fails always or never, where the probability is 1 or 0', () => {
    expect(carriedOut('pickup', { manipulationFailure: 1 }, 3)).toBe(0);
    expect(carriedOut('move', { navigationFailure: 1 }, 3)).toBe(0);
    expect(carriedOut('pickup', { navigationFailure: 1 }, 0)).toBe(10_000);
    expect(carriedOut('move', { manipulationFailure: 1 }, 0)).toBe(10_000);
  });

  it('makes one and the same try count for the next number of retries too', () => {
    const succeeded = (retriesMax: number, seed: number) => {
      const rules = withFailures(PAPER_RULES, new Noise(seed, { ...OFF, manipulationFailure: 0.7 }), retriesMax);
      return (rules.get('close') as PaperRule).preconditions.at(-1)?.condition.holds(STATE, 5);
    };
    for (let seed = 0; seed < 200; seed++) {
      if (succeeded(1, seed)) expect(succeeded(2, seed)).toBe(true);
    }
  });
});

describe('noisy perception', () => {
  const file = 'houses/robot_home.json';
  const house = readHouse(readFileSync(new URL(file, import.meta.url), 'utf8'), file);
  const empty = readHouse(
    '{"house": "empty", "robot": "kitchen1", "rooms": [{"is": "kitchen1", "anchor": [0, 0]}], "things": []}',
    'empty.json',
  );
  const node = (name: string) => house.indexOf.get(name) as number;
  const initial = new HouseholdState(houseTables(house, 'no_task'), { ...PAPER_OPTIONS, perception: 'on_entry' });
  const seenAtStart = house.nodes.flatMap((_, thing) =>
    house.nodes[thing]?.place && initial.isSeen(thing) ? [thing] : [],
  );

  const EPISODES = 2000;

  function start(seed: number, rates: Partial<NoiseRates>, state: HouseholdState = initial.clone()) {
    const off = {
      missedDetection: 0,
      falseDetection: 0,
      manipulationFailure: 0,
      navigationFailure: 0,
      falseSuccess: 0,
    };
    const noise = new Noise(seed, { ...off, ...rates });
    const perception = new NoisyPerception(noise, state.tables);
    state.perceiveWith(perception);
    return { state, noise, perception };
  }

  /** Four standard deviations of a binomial count. */
  function expectCount(count: number, n: number, p: number): void {
    expect(Math.abs(count - n * p)).toBeLessThanOrEqual(4 * Math.sqrt(n * p * (1 - p)));
  }

  describe('NoisyPerception', () => {
    it('misses things that are in view, each by itself, as often as it is told', () => {
      expect(seenAtStart.length).toBeGreaterThan(10);
      const missed = seenAtStart.map(() => 0);
      for (let seed = 0; seed < EPISODES; seed++) {
        const { state } = start(seed, { missedDetection: 0.3 });
        for (const [index, thing] of seenAtStart.entries())
          missed[index] = missed[index]! + (state.isSeen(thing) ? 0 : 1);
      }
      for (const count of missed) expectCount(count, EPISODES, 0.3);
    });

    it('leaves a thing that it misses where it was known to be', () => {
      const { state } = start(1, { missedDetection: 1 });
      expect(seenAtStart.some((thing) => state.isSeen(thing))).toBe(false);
      const thing = node('remotecontrol1');
      state.pickUp(thing);
      state.place(thing, 'ON', node('sofa1'));
      state.believe(thing, { relation: 'ON', at: node('coffeetable1') });
      state.look();
      expect(state.lastKnown?.parentOf(thing)).toBe(node('coffeetable1'));
      const sharp = state.clone();
      sharp.look();
      expect(sharp.lastKnown?.parentOf(thing)).toBe(node('sofa1'));
    });

    it('shows something that does not exist, as often as it is told, on a surface of the room', () => {
      let count = 0;
      const places = new Set<string>();
      const names = new Set<string>();
      for (let seed = 0; seed < EPISODES; seed++) {
        const { perception } = start(seed, { falseDetection: 0.25 });
        count += perception.falseDetections.length;
        for (const { name, relation, place } of perception.falseDetections) {
          expect(house.indexOf.has(name), name).toBe(false);
          expect(name).toMatch(/^[a-z]+[1-9]\d*$/);
          expect(relation).toBe('ON');
          names.add(name);
          places.add(place);
        }
      }
      expectCount(count, EPISODES, 0.25);
      expect(names.size).toBeGreaterThan(10);
      expect([...names]).toContain('hamburger2');
      expect([...places].toSorted()).toEqual(['bookshelf1', 'coffeetable1', 'sofa1', 'tvstand1']);
    });

    it('believes it until the room is perceived again, and gives the next one another name', () => {
      const { state, noise, perception } = start(3, { falseDetection: 1 });
      const first = perception.falseDetections;
      expect(first.length).toBe(1);
      noise.step = 1;
      state.moveTo(node('office1'));
      expect(perception.falseDetections.length).toBe(2);
      expect(perception.falseDetections.slice(0, 1)).toEqual(first);
      expect(new Set(perception.falseDetections.map(({ name }) => name)).size).toBe(2);
      noise.step = 2;
      state.moveTo(node('livingroom1'));
      expect(perception.falseDetections.length).toBe(2);
      expect(perception.falseDetections).not.toContain(first[0]);
    });

    it('gives each false detection a name of its own, and never lays one on what is held or hidden', () => {
      let shared = 0;
      for (let seed = 0; seed < EPISODES; seed++) {
        const { state, noise, perception } = start(seed, { falseDetection: 1 });
        noise.step = 1;
        state.moveTo(node('kitchen1'));
        state.pickUp(node('plate3'));
        noise.step = 2;
        state.look();
        const [first, second] = perception.falseDetections;
        expect(first?.name).not.toBe(second?.name);
        if (first?.name.replace(/\d+$/, '') === second?.name.replace(/\d+$/, '')) shared++;
        expect([
          'kitchencounter1',
          'kitchentable1',
          'kitchencabinet1',
          'kitchencabinet2',
          'chair1',
          'chair2',
          'cuttingboard1',
        ]).toContain(second?.place);
      }
      expect(shared).toBeGreaterThan(10);
    });

    it('sees the same, however often it looks in one step', () => {
      const { state, perception } = start(5, { falseDetection: 1, missedDetection: 0.5 });
      const before = { found: perception.falseDetections, digest: state.digest() };
      state.look();
      expect({ found: perception.falseDetections, digest: state.digest() }).toEqual(before);
    });

    it('errs no longer in a copy of the state, and goes on to err in the state itself', () => {
      const { state, perception } = start(1, { missedDetection: 1, falseDetection: 1 });
      const found = perception.falseDetections;
      const copy = state.clone();
      copy.look();
      state.look();
      expect(seenAtStart.every((thing) => copy.isSeen(thing))).toBe(true);
      expect(seenAtStart.some((thing) => state.isSeen(thing))).toBe(false);
      expect(perception.falseDetections).toEqual(found);
    });

    it('shows something in the room, in a house without surfaces and things', () => {
      const state = new HouseholdState(houseTables(empty, ''), { ...PAPER_OPTIONS, perception: 'on_entry' });
      const { perception } = start(0, { falseDetection: 1 }, state);
      expect(perception.falseDetections).toEqual([
        { name: expect.stringMatching(/^[a-z]+1$/), relation: 'IN', place: 'kitchen1' },
      ]);
    });
  });
});
