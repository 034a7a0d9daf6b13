/**
 * A place on the table tries up to three random free spots, as the paper's release does; the last refusal counts.
 * `bounded`: a search gave up; any other name: the arm provably cannot do it.
 */
import type { ArmMotion, Refusal } from '../env.ts';
import { quoted } from '../quoted.ts';
import { type RandomNumbers, randomNumbers, seedOf } from '../random_numbers.ts';
import type { Move } from './rules.ts';
import type { Arm, ArmResult, Configuration, Surroundings } from './table/arm.ts';
import { NO_BLOCK, ON_TABLE, type TableState } from './table/arrangement.ts';
import type { BlockNames } from './table/block_names.ts';
import { micrometres, onSpot, onTopOf, overlap, SPOTS, spotsTaken, type Vector } from './table/table.ts';

const SPOT_TRIES_MAX = 3;
/** After these halvings of its deviation, a block goes exactly where it should. */
const HALVINGS_MAX = 8;

export type Workbench = {
  readonly names: BlockNames;
  /** Null: every action that the rules allow succeeds. */
  readonly arm: Arm | null;
  readonly placementSdM: number;
};

/** Draws depend on nothing else, so a refused action leaves no trace. */
export type DrawKey = {
  readonly seed: number;
  readonly actionsDone: number;
};

export type CarriedOut =
  | { readonly ok: true; readonly state: TableState; readonly motion?: ArmMotion }
  | { readonly ok: false; readonly reason: Refusal };

const DRAWS = { spots: 0, deviation: 1, motion: 2 };

export function carryOut(state: TableState, move: Move, bench: Workbench & { readonly drawKey: DrawKey }): CarriedOut {
  const lying = [move.block, move.surface].find((block) => state.fallen[block] === true);
  if (lying !== undefined) {
    const obstacle = bench.names.nameOf(lying);
    const problem = `${quoted(obstacle)} has fallen and lies askew`;
    return refused(move, bench, { level: 'grasp', obstacle, isBounded: false, problem });
  }
  return move.verb === 'pick' ? pick(state, move, bench) : place(state, move, bench);
}

type Bench = Workbench & { readonly drawKey: DrawKey };

function pick(state: TableState, move: Move, bench: Bench): CarriedOut {
  const { names, arm } = bench;
  const random = randomFor(bench.drawKey, DRAWS.motion);
  const done = arm?.pick(state.at, names.nameOf(move.block), surroundings(state, names), random);
  if (done?.ok === false) return refused(move, bench, done);
  return succeeded({ ...state, held: move.block }, done);
}

function place(state: TableState, move: Move, bench: Bench): CarriedOut {
  const { names, arm, drawKey } = bench;
  const { targets, untried } =
    move.surface === ON_TABLE
      ? someFreeSpots(state, randomFor(drawKey, DRAWS.spots))
      : { targets: [onTopOf(state.centres[move.surface]!)], untried: 0 };
  const around = surroundings(state, names);
  let failure: Failure = { level: 'path', obstacle: 'table', isBounded: false };
  let isBounded = untried > 0;
  for (const [attempt, target] of targets.entries()) {
    const inTheWay = around.find(({ centre }) => overlap(centre, target));
    if (inTheWay !== undefined) {
      failure = { level: 'path', obstacle: inTheWay.name, isBounded: false };
      continue;
    }
    const done = arm?.place(state.at, target, around, randomFor(drawKey, DRAWS.motion + attempt));
    if (done?.ok === false) {
      failure = done;
      isBounded ||= done.isBounded;
      continue;
    }
    const centre = deviated(target, around, { sd: bench.placementSdM, random: randomFor(drawKey, DRAWS.deviation) });
    return succeeded({ ...state, centres: state.centres.with(move.block, centre), held: NO_BLOCK }, done);
  }
  return refused(move, bench, { ...failure, isBounded });
}

function surroundings({ centres, held }: TableState, names: BlockNames): Surroundings {
  return centres.flatMap((centre, block) => (block === held ? [] : [{ name: names.nameOf(block), centre }]));
}

function someFreeSpots({ centres, held }: TableState, random: RandomNumbers) {
  const taken = centres.reduce((bits, centre, block) => (block === held ? bits : bits | spotsTaken(centre)), 0);
  const free = SPOTS.filter((_, spot) => (taken & (1 << spot)) === 0);
  const chosen: Vector[] = [];
  while (chosen.length < SPOT_TRIES_MAX && free.length > 0) {
    chosen.push(...free.splice(random.below(free.length), 1).map(onSpot));
  }
  return { targets: chosen, untried: free.length };
}

/** The deviation is uniform, and smaller where the block would overlap another. */
function deviated(target: Vector, around: Surroundings, { sd, random }: { sd: number; random: RandomNumbers }): Vector {
  if (sd === 0) return target;
  const widest = sd * Math.sqrt(3); // a uniform number in [−w, w] has the standard deviation w / √3
  let [dx, dy] = [(2 * random.uniform() - 1) * widest, (2 * random.uniform() - 1) * widest];
  for (let halving = 0; halving < HALVINGS_MAX; halving++) {
    const centre: Vector = [micrometres(target[0] + dx), micrometres(target[1] + dy), target[2]];
    if (!around.some((other) => overlap(centre, other.centre))) return centre;
    [dx, dy] = [dx / 2, dy / 2];
  }
  return target;
}

function randomFor({ seed, actionsDone }: DrawKey, draw: number): RandomNumbers {
  return randomNumbers(seedOf(seed, actionsDone, draw));
}

function succeeded(state: TableState, done: Extract<ArmResult, { ok: true }> | undefined): CarriedOut {
  if (done === undefined) return { ok: true, state };
  return { ok: true, state: { ...state, at: done.at as Configuration }, motion: done.motion };
}

type Failure = Omit<Extract<ArmResult, { ok: false }>, 'ok'> & { readonly problem?: string };

type Level = Failure['level'];

const PRECONDITIONS: Readonly<Record<Level, string>> = { grasp: 'grasp_free', ik: 'reachable', path: 'path_free' };
const PROBLEMS: Readonly<Record<Level, string>> = {
  grasp: 'no grasp is free',
  ik: 'no configuration of the arm gets there',
  path: 'there is no path',
};
const GIVEN_UP: Readonly<Record<Level, string>> = {
  grasp: 'no free grasp was found',
  ik: 'no configuration of the arm was found that gets there',
  path: 'no path was found',
};

function refused({ verb, block, surface }: Move, { names }: Bench, failure: Failure): CarriedOut {
  const { level, obstacle, isBounded } = failure;
  const what = `${quoted(names.nameOf(block))}, ${quoted(surface === ON_TABLE ? 'table' : names.nameOf(surface))}`;
  const message = `Cannot ${verb} ${what}: ${failure.problem ?? problemOf(failure)}`;
  const precondition = isBounded ? 'bounded' : PRECONDITIONS[level];
  return { ok: false, reason: { precondition, message, level, ...(obstacle === null ? {} : { obstacle }) } };
}

function problemOf({ level, obstacle, isBounded }: Failure): string {
  const problem = isBounded ? `${GIVEN_UP[level]} before the search ended at its bound` : PROBLEMS[level];
  if (obstacle === null) return problem;
  if (obstacle === 'reach') return `${problem}; too far for the arm`;
  return `${problem}; ${quoted(obstacle)} is in the way`;
}

/** Outcomes depend only on table, state, action, seed and number of actions done, so sharing shows in no result. */
export type Decide = (state: TableState, move: Move, actionsDone: number) => CarriedOut;

type Decisions = (seed: number) => Decide;

type Decided = { readonly of: Decisions; readonly seed: number; readonly decide: Decide };

/** Only the latest, so that finished episodes hold no more memory than one of them. */
let latest: Decided | null = null;

export function decisionsAt(bench: Workbench): Decisions {
  const decisions: Decisions = (seed) => {
    if (latest?.of !== decisions || latest.seed !== seed)
      latest = { of: decisions, seed, decide: decideOnce(bench, seed) };
    return latest.decide;
  };
  return decisions;
}

function decideOnce(bench: Workbench, seed: number): Decide {
  const outcome = (state: TableState, move: Move, actionsDone: number) =>
    carryOut(state, move, { ...bench, drawKey: { seed, actionsDone } });
  // Without an arm, deciding is faster than a lookup.
  if (bench.arm === null) return outcome;
  const decided = new Map<string, CarriedOut>();
  return (state, move, actionsDone) => {
    const key = JSON.stringify([actionsDone, move.verb, move.block, move.surface, state]);
    const result = decided.get(key) ?? outcome(state, move, actionsDone);
    decided.set(key, result);
    return result;
  };
}
