import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { NoiseRates } from './household_options.ts';
import { Noise } from './noise.ts';
import { NoisyPerception } from './noisy_perception.ts';
import { houseTables } from './scene/house_tables.ts';
import { readHouse } from './scene/read_house.ts';
import { HouseholdState, PAPER_OPTIONS } from './state/household_state.ts';

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
  const off = { missedDetection: 0, falseDetection: 0, manipulationFailure: 0, navigationFailure: 0, falseSuccess: 0 };
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
