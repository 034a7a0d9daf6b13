import { describe, expect, it } from 'vitest';
import type { ActionSpace, Observation } from '../../envs/env.ts';
import type { Start } from '../planner.ts';
import { PRIMITIVES } from '../read_calls.ts';
import { playScript } from '../testing/play_script.ts';
import { shippedContract } from '../testing/shipped_prompts.ts';
import { random, seededDraw } from './random.ts';

const observation: Observation = { world: 'anywhere' };

const NAMES = ['bedroom1', 'closet1', 'desk1', 'kitchen1', 'mug1', 'plate1'];
const ACTIONS: ActionSpace = {
  verbs: Object.fromEntries([...PRIMITIVES].map(([verb, parameters]) => [verb, parameters.length])),
  namesIn: (seen) => (seen === observation ? NAMES : []),
};

shippedContract(random, { observation, start: { actions: ACTIONS }, replies: {} });

async function actions(seed: number, count: number): Promise<readonly string[]> {
  const { did } = await playScript(
    [random, {}],
    { script: {}, given: { observation, seed, actions: ACTIONS } },
    (_, number) => (number <= count ? { ok: false, observation } : undefined),
  );
  return did;
}

describe('random', () => {
  it('does the same with the same seed, and else something else', async () => {
    expect(await actions(1, 20)).toEqual(await actions(1, 20));
    expect(await actions(2, 20)).not.toEqual(await actions(1, 20));
  });

  it('gives up where it is not told what may be asked of the world', async () => {
    const episode = random.plan({ observation, seed: 1 } as Start<Observation>, {});
    expect((await episode.next()).value).toEqual({ kind: 'stop', reason: 'no_actions' });
    expect((await episode.next({ ok: false, observation })).done).toBe(true);
  });

  it('knows the primitives, and what it has seen or holds, and uses each about as often', async () => {
    const words = (await actions(3, 9000)).map((text) => text.split(' '));
    const verbs = Map.groupBy(words, ([verb]) => verb);
    expect([...verbs.keys()].sort()).toEqual([...PRIMITIVES.keys()].sort());
    for (const uses of verbs.values()) expect(Math.abs(uses.length - 1000)).toBeLessThan(150);
    const names = Map.groupBy(
      words.flatMap(([, ...args]) => args),
      (name) => name,
    );
    expect([...names.keys()].sort()).toEqual(NAMES);
    const counts = [...names.values()].map(({ length }) => length);
    expect(Math.max(...counts) / Math.min(...counts)).toBeLessThan(1.2);
    for (const [verb = '', ...args] of words) expect(args).toHaveLength(PRIMITIVES.get(verb)?.length ?? -1);
  });
});

describe('seededDraw()', () => {
  it('draws the same numbers from the same seed, on any machine', () => {
    const draw = seededDraw(7);
    expect([10, 10, 10, 100, 1000].map(draw)).toEqual([0, 0, 5, 79, 423]);
  });

  it('draws integers from 0 up to a limit, and others from other seeds', () => {
    const drawn = (seed: number) => {
      const draw = seededDraw(seed);
      return Array.from({ length: 8 }, () => draw(1000));
    };
    const draws = Array.from({ length: 200 }, (_, at) => drawn(at * 21_474_836));
    for (const number of draws.flat()) expect(Number.isInteger(number) && number >= 0 && number < 1000).toBe(true);
    expect(new Set(draws.map(String)).size).toBe(200);
    expect(Array.from({ length: 9 }, () => seededDraw(5)(1))).toEqual(Array(9).fill(0));
  });
});
