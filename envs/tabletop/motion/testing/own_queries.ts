import { randomNumbers, seedOf } from '../../../random_numbers.ts';
import { clearanceOfFrames, type MotionWorld } from '../clearance.ts';
import { CollisionChecker } from '../collision_checker.ts';
import { ORIGIN, TCP_AT } from '../kinematics.ts';
import { lineIsFree } from '../line_is_free.ts';
import { type AnyJson, pathQuery, problemsFile } from './problems_fixture.ts';
import { EMPTY, randomBlocks, randomConfiguration } from './random_world.ts';
import { slowLinkFrames } from './reference_kinematics.ts';

export function ownQueries(count = 12): Readonly<{ problems: AnyJson; samples: AnyJson }> {
  const random = randomNumbers(seedOf(20240229));
  const queries: AnyJson[] = [];
  const samples: AnyJson[] = [];
  for (let id = 1; id <= count; id++) {
    const attached = id % 2 === 0;
    const world: MotionWorld = { ...EMPTY, blocks: randomBlocks(random, 8), carried: attached ? { offsetZ: 0 } : null };
    const [start, goal] = freePair(world, () => randomConfiguration(random).map(asWritten), id % 3 !== 0);
    const kind = attached ? 'carry' : 'reach';
    queries.push(pathQuery({ id, kind, start: [...start], goal: [...goal], attached, blocks: world.blocks }));
    for (const q of [start, goal, randomConfiguration(random).map(asWritten)]) samples.push(sampleOf(id, q, world));
  }
  return { problems: problemsFile({ queries }), samples: { samples } };
}

function asWritten(angle: number): number {
  return Math.trunc(angle * 1e4) / 1e4;
}

function freePair(world: MotionWorld, draw: () => Float64Array, isBlocked: boolean): [Float64Array, Float64Array] {
  const checker = new CollisionChecker(world);
  for (let pair = 0; pair < 1_000; pair++) {
    const [from, to] = [draw(), draw()];
    if (checker.collides(from) || checker.collides(to)) continue;
    if (lineIsFree(checker, { from, to }) !== isBlocked) return [from, to];
  }
  throw new Error('No pair of configurations will do');
}

function sampleOf(query: number, q: Float64Array, world: MotionWorld): AnyJson {
  const frames = slowLinkFrames(q);
  const tcp = frames.slice(TCP_AT + ORIGIN, TCP_AT + ORIGIN + 3);
  const R = [0, 1, 2].flatMap((axis) => [0, 1, 2].map((column) => frames[TCP_AT + 3 * column + axis]));
  return { query, q: [...q], tcp: [...tcp], R, clearance: clearanceOfFrames(world, frames).distance };
}
