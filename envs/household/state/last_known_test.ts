import { describe, expect, it } from 'vitest';
import { householdEnvs } from '../household_env.ts';
import type { HouseholdOptionsInput } from '../household_options.ts';
import { houseNamed } from '../testing/small_house.ts';
import { actionsOf, taskOf } from '../testing/walks.ts';

const house = houseNamed('robot_home');
const envs = (options: HouseholdOptionsInput) => householdEnvs(house, taskOf(house, { held: ['mug1'] }), options);

function walked(walk: string, options: HouseholdOptionsInput = {}) {
  const env = envs({ perception: 'on_entry', ...options })();
  env.reset();
  const results = actionsOf(walk).map((action) => env.step(action));
  const last = results.at(-1);
  const { objects, containers, closeTo, holding } = env.observe();
  const known = new Map<string, string>();
  for (const { name, relation, place } of [...objects, ...containers]) known.set(name, `${relation} ${place}`);
  return { known, closeTo, holding, refusal: last?.ok === false ? last.reason.precondition : null };
}

describe('LastKnown', () => {
  const FALLEN = 'move kitchen1, move plate3, pickup cutleryfork1, placeon cutleryfork1 plate3, pickup plate3';

  it.each([
    ['', 'ON plate3'],
    [', move kitchen1', 'ON plate3'],
    [', move office1', 'ON plate3'],
    [', switchon faucet1', 'ON plate3'],
    [', move fridge1', 'ON plate3'],
    [', placeon plate3 kitchentable1', 'ON plate3'],
    [', move fridge1, open fridge1', 'IN kitchen1'],
    [', move office1, move kitchen1', 'IN kitchen1'],
    [', move office1, move sink1', 'IN kitchen1'],
  ])('shows what fell from a thing that the robot took after "%s": %s', (walk, place) => {
    expect(walked(`${FALLEN}${walk}`).known.get('cutleryfork1')).toBe(place);
  });

  it('does not look around after opening what holds nothing', () => {
    const reading = `pickup magazine1, move kitchen1, move plate3, placeon magazine1 kitchentable1, ${FALLEN}, open magazine1`;
    expect(walked(reading).refusal).toBeNull();
    expect(walked(reading).known.get('cutleryfork1')).toBe('ON plate3');
  });

  it('believes what it is told of its own actions, until it sees the thing again', () => {
    const told = (walk: string) => walked(walk, { noise: { falseSuccess: 1 } });
    const taken = 'pickup book1';
    expect(walked(taken)).toMatchObject({ refusal: 'close_to_robot', known: walked('wait').known });
    expect(told(taken).known.has('book1')).toBe(false);
    expect(told(taken).holding).toEqual([]);
    expect(told(`${taken}, placeon book1 sofa1`).known.get('book1')).toBe('ON sofa1');
    expect(told(`${taken}, placein book1 sofa1`).known.get('book1')).toBe('IN sofa1');
    expect(told(`${taken}, move office1, move livingroom1`).known.get('book1')).toBe('IN bookshelf1');
    expect(told('open book1, placeon hamburger1 sofa1').known).toEqual(walked('wait').known);
  });

  it('shows what it holds in no list, whatever it is told', () => {
    const walk = 'move remotecontrol1, pickup remotecontrol1, move office1, placeon remotecontrol1 sofa1';
    const { known, holding, closeTo } = walked(walk, { noise: { falseSuccess: 1 } });
    expect(holding).toEqual(['remotecontrol1']);
    expect(known.has('remotecontrol1')).toBe(false);
    expect(closeTo).not.toContain('remotecontrol1');
  });
});
