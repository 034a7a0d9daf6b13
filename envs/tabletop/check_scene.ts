import { z } from 'zod';
import { readCheckedJson } from '../checked_json.ts';
import { quoted } from '../quoted.ts';
import { nameSchema } from '../task_file.ts';
import { foldCase, GAP_MAX, liesOn, NAME_LENGTH_MAX, RESERVED_NAMES } from './table/arrangement.ts';
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
const THREE_NUMBERS = 'three finite numbers: x, y and z in metres';

export const sceneSchema = z.strictObject({
  name: nameSchema,
  setting: nameSchema.optional().describe('restricts the scene to tasks of this setting'),
  seed: z.int().min(0).optional().describe('the seed of a generated scene'),
  blocks: z
    .array(
      z.strictObject({
        name: z.string().describe('such as A_block_1; the letter is the part before the first _'),
        centre: z.tuple([metres, metres, metres], { error: THREE_NUMBERS }).describe('x, y and z in metres'),
      }),
    )
    .min(1)
    .max(1000),
});

export function readScene(text: string, path: string): Scene {
  const file = readCheckedJson(text, sceneSchema, path);
  const fault = sceneProblem(file.value.blocks);
  if (fault !== null) throw file.problem(fault.at, `${fault.expected} (${fault.problem})`);
  return file.value;
}

export type SceneProblem = Readonly<{ at: readonly (string | number)[]; problem: string; expected: string }>;

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
  const names = new Map<string, string>();
  for (const [index, { name }] of blocks.entries()) {
    const at = ['blocks', index, 'name'];
    if (!NAME.test(name) || name.length > NAME_LENGTH_MAX) {
      const expected = `a PDDL name such as "K_block_1": a letter, then letters, digits, _ and -, at most ${NAME_LENGTH_MAX} characters`;
      return { at, problem: 'bad_name', expected };
    }
    const folded = foldCase(name);
    if (RESERVED_NAMES.includes(folded)) {
      const expected = `a name other than ${RESERVED_NAMES.map((name) => quoted(name)).join(', ')}, ignoring case`;
      return { at, problem: 'reserved_name', expected };
    }
    const first = names.get(folded);
    if (first !== undefined) {
      return { at, problem: 'name_used_twice', expected: `a unique name, ignoring case; ${quoted(first)} precedes it` };
    }
    names.set(folded, name);
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
    return { problem: 'not_finite', expected: THREE_NUMBERS };
  }
  const half = BLOCK_SIZE / 2;
  const [[xMin, yMin], [xMax, yMax]] = [TABLE.min, TABLE.max];
  const [x, y, z] = centre;
  if (x - half < xMin || x + half > xMax || y - half < yMin || y + half > yMax || z - half <= -1e-6) {
    const expected = `a block on the table: x from ${xMin} to ${xMax}, y from ${yMin} to ${yMax}, z above 0`;
    return { problem: 'off_table', expected };
  }
  if (isWithinReach(centre)) return null;
  return { problem: 'out_of_reach', expected: 'a block that the arm can reach from above' };
}

function neighbourProblem(index: number, blocks: readonly SceneBlock[]): PlaceProblem | null {
  const { centre } = blocks[index]!;
  const earlier = blocks.slice(0, index);
  const other = earlier.find((block) => overlap(centre, block.centre));
  if (other !== undefined) {
    const isOnSpot = isOnTable(centre) && (spotsTaken(centre) & spotsTaken(other.centre)) !== 0;
    return isOnSpot
      ? { problem: 'occupied_spot', expected: `a free spot; this one is occupied by ${quoted(other.name)}` }
      : { problem: 'overlapping', expected: `a block that overlaps no other; this one overlaps ${quoted(other.name)}` };
  }
  if (isOnTable(centre)) return null;
  const support = blocks.find((other) => liesOn(centre, other.centre));
  if (support === undefined) {
    return { problem: 'floating', expected: `a block at most ${GAP_MAX} m above the table or another block` };
  }
  const twin = earlier.find((block) => liesOn(block.centre, support.centre));
  if (twin === undefined) return null;
  const expected = `a free block below; ${quoted(twin.name)} already lies on ${quoted(support.name)}`;
  return { problem: 'occupied_block', expected };
}

function isOnTable(centre: Vector): boolean {
  return centre[2] - BLOCK_SIZE / 2 <= GAP_MAX;
}

/** In the worst case, all blocks stand on the table. */
function roomProblem(blocks: readonly SceneBlock[]): SceneProblem | null {
  const spotCount = ({ centre }: SceneBlock) => spotsTaken(centre).toString(2).replaceAll('0', '').length;
  const needed = blocks.reduce((sum, block) => sum + Math.max(1, spotCount(block)), 0);
  if (needed <= SPOTS.length) return null;
  const expected = `blocks that fit on the table's ${SPOTS.length} spots; they need ${needed}`;
  return { at: ['blocks'], problem: 'too_many_blocks', expected };
}
