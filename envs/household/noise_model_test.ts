import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Action } from '../env.ts';
import { SEED_END } from '../random_numbers.ts';
import { householdEnvs } from './household_env.ts';
import { type HouseholdOptionsInput, householdOptionsSchema, type NoiseRates } from './household_options.ts';
import { isNoisy, Noise, type NoiseKind, NoisyPerception, withFailures } from './noise_model.ts';
import type { PaperRule } from './rules/preconditions.ts';
import { PAPER_RULES } from './rules/rules.ts';
import type { HouseholdState } from './state/household_state.ts';
import { houseNamed, smallHouse } from './testing/small_house.ts';
import { actionsOf, stateOf, taskOf } from './testing/walks.ts';

const house = houseNamed('robot_home');
const node = (name: string) => house.indexOf.get(name) as number;
const task = taskOf(house, { held: ['magazine1'] });
const OFF = householdOptionsSchema.parse({}).noise;
const EPISODES = 2000;

function walk(options: HouseholdOptionsInput, actions: string | readonly Action[]) {
  const envs = householdEnvs(house, task, { perception: 'on_entry', ...options });
  const list = typeof actions === 'string' ? actionsOf(actions) : actions;
  return (seed: number) => {
    const env = envs(seed);
    env.reset();
    return list.map((action) => env.step(action));
  };
}

function expectCount(count: number, p: number): void {
  expect(Math.abs(count - EPISODES * p)).toBeLessThanOrEqual(4 * Math.sqrt(EPISODES * p * (1 - p)));
}

describe('NoiseModel', () => {
  it('fails moves and manipulations by their names, and changes nothing then', () => {
    const message = 'Cannot move "magazine1": the robot did not reach "magazine1"';
    expect(walk({ noise: { navigationFailure: 1 } }, 'move magazine1')(0)).toMatchObject([
      { ok: false, reason: { precondition: 'navigation_failed', message } },
    ]);
    const options = { retriesMax: 3, noise: { manipulationFailure: 1 } };
    const [moved, failed] = walk(options, 'move magazine1, pickup magazine1')(0);
    const problem = expect.stringContaining('failed with "magazine1" in all 4 attempts');
    const reason = { precondition: 'controller_failed', message: problem };
    expect(failed).toMatchObject({ ok: false, goal: { success: false }, reason });
    expect(failed?.observation).toBe(moved?.observation);
  });

  it.each<[HouseholdOptionsInput, string, number]>([
    [{ noise: { navigationFailure: 0.2 }, retriesMax: 3 }, 'move magazine1', 0.8],
    [{ noise: { manipulationFailure: 0.6 } }, 'move magazine1, pickup magazine1', 0.4],
    [{ noise: { manipulationFailure: 0.6 }, retriesMax: 3 }, 'move magazine1, pickup magazine1', 1 - 0.6 ** 4],
    [{ noise: { falseSuccess: 0.4 } }, 'switchoff lightswitch1', 0.4],
  ])('with %j reports the last of "%s" as a success with probability %d', (options, actions, p) => {
    const results = walk(options, actions);
    expectCount(Array.from({ length: EPISODES }, (_, seed) => results(seed).at(-1)?.ok).filter(Boolean).length, p);
  });

  it('reports a refused action as a success, changes nothing, and tells the trace', () => {
    const options = { noise: { falseSuccess: 1 } };
    const [refused, moved, held] = walk(options, 'switchoff lightswitch1, move magazine1, pickup magazine1')(0);
    const concealed = { precondition: 'close_to_robot' };
    expect(refused).toMatchObject({ ok: true, concealed, goal: { success: false } });
    expect(held).toMatchObject({ ok: true, goal: { success: true } });
    for (const result of [moved, held]) expect(result).not.toHaveProperty('concealed');
  });

  it('never reports as a success what the robot did not try', () => {
    const actions = 'fly, move, move unicorn1, pickup magazine1';
    expect(walk({ skills: {}, noise: { falseSuccess: 1 } }, actions)(0)).toMatchObject(
      ['unknown_verb', 'wrong_arity', 'unknown_object', 'in_skill_library'].map((precondition) => ({
        ok: false,
        reason: { precondition },
      })),
    );
  });

  it('refuses an action on a false detection by a name of its own', () => {
    const env = householdEnvs(house, task, { noise: { falseDetection: 1 } })(0);
    const { objects, closeTo } = env.reset().observation;
    const name = objects.at(-1)?.name as string;
    expect(house.indexOf.has(name)).toBe(false);
    expect(closeTo).not.toContain(name);
    const message = `Cannot move: there is no "${name}"; the robot saw something that is not there`;
    const reason = { precondition: 'false_detection', message };
    const step = (thing: string) => env.step({ verb: 'move', args: [thing] });
    expect(step(name)).toMatchObject({ ok: false, reason, observation: { objects } });
    expect(step('unicorn1')).toMatchObject({ reason: { precondition: 'unknown_object' } });
  });

  it('is unknown to a model of the world', () => {
    const noise = { manipulationFailure: 1, navigationFailure: 1, missedDetection: 1 };
    const env = householdEnvs(house, task, { noise })(0);
    env.reset();
    const model = env.model();
    const [seen, move, pickUp, away] = actionsOf('move magazine1, move livingroom1, pickup magazine1, move office1');
    expect(model.refusal(seen!)?.precondition).toBe('seen');
    expect([model.step(move!), model.step(pickUp!)]).toEqual([null, null]);
    expect(model.goal().success).toBe(true);
    expect(env.step(away!)).toMatchObject({ ok: false, goal: { success: false } });
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
    const moves = 'move kitchen1, move office1, move kitchen1, move livingroom1';
    const noise = { missedDetection: 0.3, falseDetection: 0.5 };
    const alone = walk({ noise }, moves);
    const together = walk({ noise: { ...noise, falseSuccess: 0.5, manipulationFailure: 0.5 } }, moves);
    const missedOnly = walk({ noise: { missedDetection: 0.3 } }, moves);
    for (let seed = 0; seed < 50; seed++) {
      const containers = (by: typeof alone) => by(seed).map(({ observation }) => observation.containers);
      expect(together(seed)).toEqual(alone(seed));
      expect(containers(missedOnly)).toEqual(containers(alone));
    }
  });
});

describe('withFailures()', () => {
  it('adds one precondition, the last, to everything but wait', () => {
    for (const [verb, { preconditions, ...rest }] of withFailures(PAPER_RULES, new Noise(0, OFF), 3)) {
      const before = PAPER_RULES.get(verb) as PaperRule;
      const added = preconditions.slice(before.preconditions.length).map(({ condition }) => condition.name);
      expect(preconditions.slice(0, before.preconditions.length)).toEqual(before.preconditions);
      expect(added).toEqual(verb === 'wait' ? [] : [verb === 'move' ? 'navigation_failed' : 'controller_failed']);
      expect(rest).toMatchObject({ verb, arity: before.arity, effect: before.effect });
    }
  });

  it('makes one and the same try count for the next number of retries too', () => {
    const succeeded = (retriesMax: number, seed: number) => {
      const rules = withFailures(PAPER_RULES, new Noise(seed, { ...OFF, manipulationFailure: 0.7 }), retriesMax);
      const { condition } = rules.get('close')!.preconditions.at(-1)!;
      return condition.holds({} as HouseholdState, 5);
    };
    for (let seed = 0; seed < 200; seed++) if (succeeded(1, seed)) expect(succeeded(2, seed)).toBe(true);
  });
});

describe('NoisyPerception', () => {
  const initial = stateOf(house, { perception: 'on_entry' });
  const seenAtStart = [...house.names.keys()].filter((thing) => house.nodes[thing]?.place && initial.isSeen(thing));

  function start(seed: number, rates: Partial<NoiseRates>, state: HouseholdState = initial.clone()) {
    const noise = new Noise(seed, { ...OFF, ...rates });
    const perception = new NoisyPerception(noise, state.tables);
    state.perceiveWith(perception);
    return { state, noise, perception };
  }

  it('misses things that are in view, each by itself, as often as it is told', () => {
    expect(seenAtStart.length).toBeGreaterThan(10);
    const states = Array.from({ length: EPISODES }, (_, seed) => start(seed, { missedDetection: 0.3 }).state);
    for (const thing of seenAtStart) expectCount(states.filter((state) => !state.isSeen(thing)).length, 0.3);
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
    const rates = { falseDetection: 0.25 };
    const found = Array.from({ length: EPISODES }, (_, seed) => start(seed, rates).perception.falseDetections).flat();
    for (const { name, relation } of found) {
      expect(house.indexOf.has(name), name).toBe(false);
      expect(name).toMatch(/^[a-z]+[1-9]\d*$/);
      expect(relation).toBe('ON');
    }
    expectCount(found.length, 0.25);
    const names = new Set(found.map(({ name }) => name));
    expect(names.size).toBeGreaterThan(10);
    expect(names).toContain('hamburger2');
    const places = new Set(found.map(({ place }) => place));
    expect(places).toEqual(new Set(['bookshelf1', 'coffeetable1', 'sofa1', 'tvstand1']));
  });

  it('believes it until the room is perceived again', () => {
    const { state, noise, perception } = start(3, { falseDetection: 1 });
    const first = perception.falseDetections;
    expect(first.length).toBe(1);
    noise.step = 1;
    state.moveTo(node('office1'));
    expect(perception.falseDetections).toEqual([...first, expect.anything()]);
    noise.step = 2;
    state.moveTo(node('livingroom1'));
    expect(perception.falseDetections.length).toBe(2);
    expect(perception.falseDetections).not.toContain(first[0]);
  });

  it('gives each false detection a name of its own, and never lays one on what is held or hidden', () => {
    const inView = 'kitchencounter1 kitchentable1 kitchencabinet1 kitchencabinet2 chair1 chair2 cuttingboard1';
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
      expect(inView).toContain(second?.place);
    }
    expect(shared).toBeGreaterThan(10);
  });

  it.each([0.5, 1])('sees the same, however often it looks in one step, but errs no longer in a copy', (rate) => {
    const { state, perception } = start(5, { falseDetection: 1, missedDetection: rate });
    const before = { found: perception.falseDetections, digest: state.digest() };
    const copy = state.clone();
    copy.look();
    state.look();
    expect(seenAtStart.every((thing) => copy.isSeen(thing))).toBe(true);
    expect({ found: perception.falseDetections, digest: state.digest() }).toEqual(before);
  });

  it('shows something in the room, in a house without surfaces and things', () => {
    const state = stateOf(smallHouse({ things: [] }), { perception: 'on_entry' });
    expect(start(0, { falseDetection: 1 }, state).perception.falseDetections).toEqual([
      { name: expect.stringMatching(/^[a-z]+1$/), relation: 'IN', place: 'kitchen1' },
    ]);
  });
});

const KINDS = Object.keys(OFF) as NoiseKind[];

function numbers(of: 'seed' | 'step' | 'thing' | 'nth'): number[] {
  return Array.from({ length: 100 }, (_, i) => {
    const noise = new Noise(of === 'seed' ? i : 7, OFF);
    noise.step = of === 'step' ? i : 3;
    return noise.uniform('missedDetection', { thing: of === 'thing' ? i : 5, nth: of === 'nth' ? i : 0 });
  });
}

describe('Noise', () => {
  it('draws the same numbers for ever', () => {
    const noise = new Noise(2311, OFF);
    noise.step = 4;
    expect(KINDS.map((kind) => noise.uniform(kind, { thing: 17 }))).toMatchInlineSnapshot(`
      [
        0.12244292322304962,
        0.5598285293322749,
        0.09227838256836707,
        0.6691500910346846,
        0.6567540216492487,
      ]
    `);
  });

  it.each(['seed', 'step', 'thing', 'nth'] as const)('draws numbers all over [0, 1), apart by %s', (of) => {
    const drawn = numbers(of);
    expect(new Set(drawn).size).toBe(100);
    for (const tenth of Array.from({ length: 10 }, (_, i) => i / 10)) {
      const count = drawn.filter((number) => number >= tenth && number < tenth + 0.1).length;
      expect(count > 1 && count < 24).toBe(true);
    }
  });

  it('draws nothing for what cannot or must happen', () => {
    const noise = new Noise(1, { ...OFF, falseSuccess: 1 });
    const uniform = vi.spyOn(noise, 'uniform');
    expect(KINDS.map((kind) => noise.happens(kind, { thing: 0 }))).toEqual([false, false, false, false, true]);
    expect(uniform).not.toHaveBeenCalled();
  });

  it('depends on seed, step, kind, thing and number only: not on what was drawn before, nor on the rates of other kinds', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: SEED_END - 1 }),
        fc.nat(100),
        fc.integer({ min: -1, max: 1000 }),
        (seed, step, thing) => {
          const [busy, quiet] = [new Noise(seed, { ...OFF, falseDetection: 0.5 }), new Noise(seed, OFF)];
          for (let i = 0; i <= step; i++) {
            busy.step = i;
            for (const kind of KINDS) busy.uniform(kind, { thing: thing + 1, nth: i });
          }
          quiet.step = step;
          for (const kind of KINDS) {
            const number = quiet.uniform(kind, { thing });
            expect(number).toBeGreaterThanOrEqual(0);
            expect(number).toBeLessThan(1);
            expect(busy.uniform(kind, { thing })).toBe(number);
          }
        },
      ),
    );
  });
});

it('isNoisy() is whether anything can go wrong', () => {
  expect(isNoisy(OFF)).toBe(false);
  for (const kind of KINDS) expect(isNoisy({ ...OFF, [kind]: 1e-9 })).toBe(true);
});
