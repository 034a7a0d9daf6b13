/** A place on the table tries up to three free spots, as OLP's release does. */
import type { ArmMotion, Refusal } from '../env.ts';
import { memoize } from '../memoize.ts';
import { quoted } from '../quoted.ts';
import { type RandomNumbers, randomNumbers, seedOf } from '../random_numbers.ts';
import type { Move } from './rules.ts';
import type { Arm, ArmResult, Surroundings } from './table/arm.ts';
import { type BlockNames, NO_BLOCK, ON_TABLE, type TableState } from './table/arrangement.ts';
import { micrometres, onSpot, onTopOf, overlap, SPOTS, spotsTaken, type Vector } from './table/table.ts';

export type Workbench = Readonly<{
  names: BlockNames;
  /** Null: the rules alone decide. */
  arm: Arm | null;
  placementSdM: number;
}>;

export type CarriedOut =
  | Readonly<{ ok: true; state: TableState; motion?: ArmMotion }>
  | Readonly<{ ok: false; reason: Refusal }>;

export type Decide = (state: TableState, move: Move, actionsDone: number) => CarriedOut;

let latest: Readonly<{ bench: Workbench; seed: number; decide: Decide }> | null = null;

export function decisionsAt(bench: Workbench): (seed: number) => Decide {
  return (seed) => {
    if (latest?.bench !== bench || latest.seed !== seed) latest = { bench, seed, decide: newDecide(bench, seed) };
    return latest.decide;
  };
}

function newDecide(bench: Workbench, seed: number): Decide {
  const decide: Decide = (state, move, actionsDone) =>
    carryOut(state, move, { ...bench, randomFor: (draw) => randomNumbers(seedOf(seed, actionsDone, draw)) });
  if (bench.arm === null) return decide;
  const cache = new Map<string, CarriedOut>();
  return (state, move, actionsDone) => {
    const key = JSON.stringify([actionsDone, move.verb, move.block, move.surface, state]);
    return memoize(cache, key, () => decide(state, move, actionsDone));
  };
}

/** Refused actions do not count, so they leave no trace. */
type Bench = Workbench & { randomFor: (draw: number) => RandomNumbers };

const DRAWS = { spots: 0, deviation: 1, motion: 2 };

const SPOT_TRIES_MAX = 3;
const HALVINGS_MAX = 8;

function carryOut(state: TableState, move: Move, bench: Bench): CarriedOut {
  const fallen = [move.block, move.surface].find((block) => state.fallen[block] === true);
  if (fallen !== undefined) {
    const obstacle = bench.names.nameOf(fallen);
    const problem = `${quoted(obstacle)} has fallen`;
    return refusalOf(move, bench, { level: 'grasp', obstacle, isBounded: false, problem });
  }
  return move.verb === 'pick' ? pick(state, move, bench) : place(state, move, bench);
}

function pick(state: TableState, move: Move, bench: Bench): CarriedOut {
  const { names, arm, randomFor } = bench;
  const done = arm?.pick(state.at, names.nameOf(move.block), surroundings(state, names), randomFor(DRAWS.motion));
  if (done?.ok === false) return refusalOf(move, bench, done);
  return successOf({ ...state, held: move.block }, done);
}

function place(state: TableState, move: Move, bench: Bench): CarriedOut {
  const { names, arm, randomFor } = bench;
  const { targets, spotsLeft } =
    move.surface === ON_TABLE
      ? drawFreeSpots(state, randomFor(DRAWS.spots))
      : { targets: [onTopOf(state.centres[move.surface]!)], spotsLeft: 0 };
  const around = surroundings(state, names);
  let failure: Failure = { level: 'path', obstacle: 'table', isBounded: false };
  let isBounded = spotsLeft > 0;
  for (const [attempt, target] of targets.entries()) {
    const neighbour = around.find(({ centre }) => overlap(centre, target));
    if (neighbour !== undefined) {
      failure = { level: 'path', obstacle: neighbour.name, isBounded: false };
      continue;
    }
    const done = arm?.place(state.at, target, around, randomFor(DRAWS.motion + attempt));
    if (done?.ok === false) {
      failure = done;
      isBounded ||= done.isBounded;
      continue;
    }
    const centre = deviate(target, around, { sd: bench.placementSdM, random: randomFor(DRAWS.deviation) });
    return successOf({ ...state, centres: state.centres.with(move.block, centre), held: NO_BLOCK }, done);
  }
  return refusalOf(move, bench, { ...failure, isBounded });
}

function surroundings({ centres, held }: TableState, names: BlockNames): Surroundings {
  return centres.flatMap((centre, block) => (block === held ? [] : [{ name: names.nameOf(block), centre }]));
}

function drawFreeSpots({ centres, held }: TableState, random: RandomNumbers) {
  const taken = centres.reduce((bits, centre, block) => (block === held ? bits : bits | spotsTaken(centre)), 0);
  const free = SPOTS.filter((_, spot) => (taken & (1 << spot)) === 0);
  const targets: Vector[] = [];
  while (targets.length < SPOT_TRIES_MAX && free.length > 0) {
    targets.push(...free.splice(random.below(free.length), 1).map(onSpot));
  }
  return { targets, spotsLeft: free.length };
}

function deviate(target: Vector, around: Surroundings, { sd, random }: { sd: number; random: RandomNumbers }): Vector {
  if (sd === 0) return target;
  const width = sd * Math.sqrt(3); // its standard deviation is width / √3
  let [dx, dy] = [(2 * random.uniform() - 1) * width, (2 * random.uniform() - 1) * width];
  for (let halving = 0; halving < HALVINGS_MAX; halving++) {
    const centre: Vector = [micrometres(target[0] + dx), micrometres(target[1] + dy), target[2]];
    if (!around.some((other) => overlap(centre, other.centre))) return centre;
    [dx, dy] = [dx / 2, dy / 2];
  }
  return target;
}

function successOf(state: TableState, done: Extract<ArmResult, { ok: true }> | undefined): CarriedOut {
  if (done === undefined) return { ok: true, state };
  return { ok: true, state: { ...state, at: done.at }, motion: done.motion };
}

type Failure = Omit<Extract<ArmResult, { ok: false }>, 'ok'> & { problem?: string };

/** The digests of committed traces depend on the texts. */
const LEVELS = {
  grasp: { precondition: 'grasp_free', proven: 'no grasp is free', bounded: 'no free grasp was found' },
  ik: {
    precondition: 'reachable',
    proven: 'no configuration of the arm reaches the pose',
    bounded: 'no configuration of the arm was found that gets there',
  },
  path: { precondition: 'path_free', proven: 'there is no path', bounded: 'no path was found' },
};

function refusalOf({ verb, block, surface }: Move, { names }: Bench, failure: Failure): CarriedOut {
  const { level, obstacle, isBounded } = failure;
  const what = `${quoted(names.nameOf(block))}, ${quoted(surface === ON_TABLE ? 'table' : names.nameOf(surface))}`;
  const message = `Cannot ${verb} ${what}: ${failure.problem ?? problemOf(failure)}`;
  const precondition = isBounded ? 'bounded' : LEVELS[level].precondition;
  return { ok: false, reason: { precondition, message, level, ...(obstacle === null ? {} : { obstacle }) } };
}

function problemOf({ level, obstacle, isBounded }: Failure): string {
  const problem = isBounded ? `${LEVELS[level].bounded} before the search ended at its bound` : LEVELS[level].proven;
  if (obstacle === null) return problem;
  if (obstacle === 'reach') return `${problem}; the arm is too short`;
  return `${problem}; ${quoted(obstacle)} is in the way`;
}
