import { z } from 'zod';
import { readCheckedJson } from '../checked_json.ts';
import { quoted } from '../quoted.ts';
import { nameSchema } from '../task_file.ts';
import { foldCase, NAME_LENGTH_MAX, RESERVED_NAMES } from './table/block_names.ts';
import { GAP_MAX, liesOn } from './table/sensing.ts';
import {
  BLOCK_SIZE,
  isWithinReach,
  overlap,
  type Scene,
  type SceneBlock,
  SPOTS,
  spotsTaken,
  TABLE,
  type Vector,
} from './table/table.ts';

const metres = z.number({ error: 'a finite number of metres' });

export const sceneSchema = z.strictObject({
  name: nameSchema,
  setting: nameSchema.optional().describe('only tasks of this setting are set in it; without one, all'),
  seed: z.int().min(0).optional().describe('of which the scene was made, for those who made it'),
  blocks: z
    .array(
      z.strictObject({
        name: z.string().describe('such as A_block_1; its letter is what stands before the first _'),
        centre: z
          .tuple([metres, metres, metres], { error: 'three finite numbers: x, y and z in metres' })
          .describe('x, y and z in metres'),
      }),
    )
    .min(1)
    .max(1000),
});

export function readScene(text: string, path: string): Scene {
  const file = readCheckedJson(text, sceneSchema, path);
  const found = sceneProblem(file.value.blocks);
  if (found !== null) throw file.problem(found.at, `${found.expected} (${found.problem})`);
  return file.value;
}

export type SceneProblem = Readonly<{
  at: readonly (string | number)[];
  /** Such as `floating`; see README, "Scenes and tasks". */
  problem: string;
  expected: string;
}>;

export class SceneError extends Error {
  override readonly name = 'SceneError';
  readonly scene: string;
  readonly problem: string;

  constructor(scene: Scene, { at, problem, expected }: SceneProblem) {
    const block = typeof at[1] === 'number' ? `block ${at[1] + 1}` : 'its blocks';
    super(`Cannot use scene ${quoted(scene.name)}: ${block} (${problem}): expected ${expected}`);
    this.scene = scene.name;
    this.problem = problem;
  }
}

const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

export function sceneProblem(blocks: readonly SceneBlock[]): SceneProblem | null {
  return nameProblem(blocks) ?? placeProblem(blocks) ?? roomProblem(blocks);
}

function nameProblem(blocks: readonly SceneBlock[]): SceneProblem | null {
  const known = new Map<string, string>();
  for (const [index, { name }] of blocks.entries()) {
    const at = ['blocks', index, 'name'];
    if (!NAME.test(name) || name.length > NAME_LENGTH_MAX) {
      const expected = `a PDDL name such as "K_block_1": a letter, then letters, digits, _ and -, at most ${NAME_LENGTH_MAX}`;
      return { at, problem: 'bad_name', expected };
    }
    const folded = foldCase(name);
    if (RESERVED_NAMES.includes(folded)) {
      const expected = `a name other than ${RESERVED_NAMES.map((name) => quoted(name)).join(', ')}, in any case`;
      return { at, problem: 'reserved_name', expected };
    }
    const before = known.get(folded);
    if (before !== undefined) {
      const expected = `a name that no block before has, and case does not tell apart; ${quoted(before)} does`;
      return { at, problem: 'name_used_twice', expected };
    }
    known.set(folded, name);
  }
  return null;
}

function placeProblem(blocks: readonly SceneBlock[]): SceneProblem | null {
  for (const [index, { centre }] of blocks.entries()) {
    const at = ['blocks', index, 'centre'];
    const problem = poseProblem(centre) ?? neighbourProblem(index, blocks);
    if (problem !== null) return { at, ...problem };
  }
  return null;
}

type PlaceProblem = Omit<SceneProblem, 'at'>;

function poseProblem(centre: Vector): PlaceProblem | null {
  if (centre.length !== 3 || !centre.every(Number.isFinite)) {
    return { problem: 'not_finite', expected: 'three finite numbers: x, y and z in metres' };
  }
  const half = BLOCK_SIZE / 2;
  const [[xMin, yMin], [xMax, yMax]] = [TABLE.min, TABLE.max];
  const [x, y, z] = centre;
  if (x - half < xMin || x + half > xMax || y - half < yMin || y + half > yMax || z - half <= -1e-6) {
    const expected = `a block on the table, which goes from ${xMin} to ${xMax} in x, from ${yMin} to ${yMax} in y, and up to 0 in z`;
    return { problem: 'off_table', expected };
  }
  return isWithinReach(centre)
    ? null
    : { problem: 'out_of_reach', expected: 'a block that the arm can reach from above' };
}

function neighbourProblem(index: number, blocks: readonly SceneBlock[]): PlaceProblem | null {
  const { centre } = blocks[index]!;
  const before = blocks.slice(0, index);
  const same = before.find((other) => overlap(centre, other.centre));
  if (same !== undefined) {
    const isOnSpot = isOnTable(centre) && (spotsTaken(centre) & spotsTaken(same.centre)) !== 0;
    return isOnSpot
      ? { problem: 'occupied_spot', expected: `a free spot; this one is occupied by ${quoted(same.name)}` }
      : { problem: 'overlapping', expected: `a block that overlaps no other; it overlaps ${quoted(same.name)}` };
  }
  if (isOnTable(centre)) return null;
  const support = blocks.find((other) => liesOn(centre, other.centre));
  if (support === undefined) {
    return {
      problem: 'floating',
      expected: `a block that lies on the table or on another, at most ${GAP_MAX} m above`,
    };
  }
  const twin = before.find((other) => liesOn(other.centre, support.centre));
  if (twin === undefined) return null;
  const expected = `a block on which nothing lies below; ${quoted(twin.name)} lies on ${quoted(support.name)}`;
  return { problem: 'occupied_block', expected };
}

function isOnTable(centre: Vector): boolean {
  return centre[2] - BLOCK_SIZE / 2 <= GAP_MAX;
}

/** At worst all blocks stand on the table. */
function roomProblem(blocks: readonly SceneBlock[]): SceneProblem | null {
  const needed = blocks.reduce((sum, { centre }) => sum + Math.max(1, bitCount(spotsTaken(centre))), 0);
  if (needed <= SPOTS.length) return null;
  const expected = `no more blocks than the table has spots, ${SPOTS.length}; these take up ${needed}, all of them put on the table`;
  return { at: ['blocks'], problem: 'too_many_blocks', expected };
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
