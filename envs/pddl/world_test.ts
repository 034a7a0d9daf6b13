import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envContract } from '../kit/env_contract.ts';
import { pddl } from './world.ts';

const read = (path: string) => readFileSync(`${import.meta.dirname}/${path}`, 'utf8');
const DOMAINS = ['blocksworld', 'mystery_blocksworld', 'logistics'];
const scenes = DOMAINS.map((name) => pddl.readScene(read(`scenes/${name}.json`), `${name}.json`));
const tasks = pddl.readTasks(read('tasks/planbench.json'), 'planbench.json');
const [blocks] = scenes;

const towers = {
  ...blocks!,
  instances: { two: { objects: ['a', 'b'], facts: ['handempty', 'on a b', 'ontable b', 'clear a'] } },
};
const turn = { name: 'turn', instruction: 'turn', stepsMax: 9 };
const task = { ...turn, scene: 'blocksworld', instance: 'two', goal: ['on b a'] };
const newEnv = () => pddl.bind(towers, task, {}).newEnv(1);

const name = fc.constantFrom('a', 'b', 'c');
envContract({
  describe,
  it,
  title: 'pddl',
  world: pddl,
  make: newEnv,
  walks: fc.array(
    fc.oneof(
      fc.record({ verb: fc.constantFrom('pick-up', 'put-down'), args: fc.tuple(name) }),
      fc.record({ verb: fc.constantFrom('stack', 'unstack'), args: fc.tuple(name, name) }),
    ),
  ),
  accepted: { verb: 'unstack', args: ['a', 'b'] },
});

describe('pddl', () => {
  const does = async (...actions: readonly string[]) => {
    const env = newEnv();
    await env.reset();
    const results = [];
    for (const [verb = '', ...args] of actions.map((action) => action.split(' ')))
      results.push(await env.step({ verb, args }));
    return results;
  };

  it('carries actions out until the goal holds', async () => {
    const last = (await does('unstack a b', 'put-down a', 'pick-up b', 'stack b a')).at(-1);
    expect(last).toMatchObject({ ok: true, goal: { success: true, share: 1 } });
    expect(last?.observation).toMatchObject({ facts: ['clear b', 'handempty', 'on b a', 'ontable a'] });
  });

  it.each([
    ['pick-up b', 'fact_holds', 'needs clear b'],
    ['pick-up c', 'unknown_object', '"c"'],
    ['stack a', 'wrong_arity', 'takes 2'],
    ['fly a', 'unknown_verb', '"fly"'],
    ['constructor a', 'unknown_verb', '"constructor"'],
  ])('refuses %s: %s', async (action, precondition, message) => {
    const [result] = await does(action);
    expect(result).toMatchObject({ ok: false, reason: { precondition, message: expect.stringContaining(message) } });
  });

  it('says what has changed, and what holds, of a model', async () => {
    const env = newEnv();
    await env.reset();
    await env.step({ verb: 'unstack', args: ['a', 'b'] });
    const model = env.model!();
    expect(model.changes()).toEqual([
      { object: 'b', condition: 'clear b' },
      { object: 'a', condition: 'holding a' },
    ]);
    expect(model.holds('holding a')).toBe(true);
    expect(() => model.holds(3)).toThrow('expected a fact');
  });

  it.each([
    [{ instance: 'three' }, 'no instance "three"'],
    [{ goal: ['on c a'] }, 'no object "c"'],
    [{ goal: ['on a b'] }, 'already holds at the start'],
  ])('refuses a task with %j', (given, problem) => {
    expect(() => pddl.bind(towers, { ...task, ...given }, {})).toThrow(problem);
  });

  it('refuses a scene whose action speaks of what it is not given', () => {
    const fly = { parameters: ['?x'], needs: ['clear ?y'], adds: [], deletes: [] };
    const text = JSON.stringify({ ...towers, actions: { fly } });
    expect(() => pddl.readScene(text, 'mine.json')).toThrow('field actions.fly: expected "?y" among its parameters');
  });
});

function drawn(domains: readonly (readonly [domain: string, last: number])[]): string[] {
  const digest = (text: string) => createHash('sha256').update(`planbench ${text}`).digest('hex');
  return domains
    .flatMap(([domain, last]) => Array.from({ length: last - 1 }, (_, at) => `${domain} ${at + 2}`))
    .sort((a, b) => (digest(a) < digest(b) ? -1 : 1));
}

describe('tasks/planbench.json', () => {
  const named = (scene: string) => tasks.filter((each) => each.scene === scene).map((each) => each.name);
  const of = (prefix: string, keys: readonly string[]) => keys.map((key) => prefix + key.replace(' ', '_')).sort();

  it('holds the instances that the rule draws: no problem of Blocksworld and Mystery twice', () => {
    const blocksworld = drawn([
      ['blocksworld', 500],
      ['blocksworld_3', 100],
    ]);
    expect(named('blocksworld').toSorted()).toEqual(of('', blocksworld.slice(0, 50)));
    expect(named('mystery_blocksworld').toSorted()).toEqual(of('mystery_', blocksworld.slice(50, 100)));
    expect(named('logistics').toSorted()).toEqual(of('', drawn([['logistics', 200]]).slice(0, 50)));
  });

  it('fits the scenes', () => {
    for (const scene of scenes) {
      const own = tasks.filter((each) => pddl.isMeantFor?.(each, scene));
      expect(own.map((each) => pddl.bind(scene, each, {}).task.endsBy)).toEqual(Array(50).fill('planner'));
    }
  });
});
