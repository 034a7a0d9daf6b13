/** Draws `scenes/*.json`. Blocks come in random order, each with equal chance to a free spot or onto a clear block. */
import { type RandomNumbers, randomNumbers, seedOf } from '../../random_numbers.ts';
import { compileGoal, judge } from '../goals/compile_goal.ts';
import type { Goal } from '../goals/goal.ts';
import { NO_BLOCK, sense } from '../table/arrangement.ts';
import { isWithinReach, onSpot, onTopOf, type Scene, type SceneBlock, SPOTS, type Vector } from '../table/table.ts';

export type Setting = Readonly<{
  name: string;
  goal: Goal;
  /** By letter. */
  counts: readonly number[];
  series: number;
}>;

const HEIGHTS = [3, 4, 5, 6, 7];
const WORDS = ['FUN', 'PLAN', 'SKILL', 'MOTION', 'DREAMER'];
const PILES = ['222', '322', '332', '333', '433', '443', '444'];

/** In the order of the paper's Figure 7. */
export const SETTINGS: readonly Setting[] = [
  ...HEIGHTS.map((height, index): Setting => {
    const counts = Array<number>(height + 1).fill(1);
    return { name: `tower_${height}`, goal: { kind: 'tower', height }, counts, series: index };
  }),
  ...WORDS.map((word) => spelling(word, { name: 'spelling', distractors: 0 })),
  ...PILES.map((piles, index): Setting => {
    const counts = [...piles].map(Number);
    const series = HEIGHTS.length + WORDS.length + index;
    return { name: `organize_${piles}`, goal: { kind: 'organize' }, counts, series };
  }),
];

export const DISTRACTOR_SETTINGS: readonly Setting[] = WORDS.map((word) =>
  spelling(word, { name: 'distractors', distractors: 1 }),
);

function spelling(word: string, { name, distractors }: { name: string; distractors: number }): Setting {
  return {
    name: `${name}_${word.toLowerCase()}`,
    goal: { kind: 'spelling', word },
    counts: [...lettersOf(word).values(), ...Array<number>(distractors).fill(1)],
    series: HEIGHTS.length + WORDS.indexOf(word),
  };
}

export const SCENES_PER_SETTING = 10;

const SEED = 1;
const SPOTS_REMOVED = 2;
const DRAWS_MAX = 1000;

export function makeScene(setting: Setting, number: number): Scene {
  const name = `${setting.name}_${String(number).padStart(2, '0')}`;
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const seed = seedOf(SEED, setting.series, number, draw);
    const blocks = drawBlocks(setting, randomNumbers(seed));
    if (isUseful(setting, blocks)) return { name, setting: setting.name, seed, blocks };
  }
  throw new Error(`No scene "${name}" in ${DRAWS_MAX} draws`);
}

function isUseful({ goal }: Setting, blocks: readonly SceneBlock[]): boolean {
  const centres = blocks.map(({ centre }) => centre);
  const arrangement = sense({ centres, held: NO_BLOCK, fallen: centres.map(() => false) });
  const names = blocks.map(({ name }) => name);
  return centres.every(isWithinReach) && !judge(compileGoal(goal, names), arrangement).success;
}

function drawBlocks(setting: Setting, random: RandomNumbers): SceneBlock[] {
  const letters = drawLetters(setting, random);
  const names = setting.counts.flatMap((count, kind) =>
    Array.from({ length: count }, (_, index) => `${letters[kind]}_block_${index + 1}`),
  );
  const spots = shuffled(SPOTS, random).slice(SPOTS_REMOVED);
  const places: Vector[] = spots.map(onSpot);
  const blocks = shuffled(names, random).map((name): SceneBlock => {
    const [centre] = places.splice(random.below(places.length), 1) as [Vector];
    places.push(onTopOf(centre));
    return { name, centre };
  });
  return blocks.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function drawLetters({ goal, counts }: Setting, random: RandomNumbers): string[] {
  const given = goal.kind === 'spelling' ? [...lettersOf(goal.word).keys()] : [];
  const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => !given.includes(letter));
  return [...given, ...shuffled(others, random)].slice(0, counts.length);
}

function lettersOf(word: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const letter of word) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

function shuffled<T>(list: readonly T[], random: RandomNumbers): T[] {
  const order = [...list];
  for (let last = order.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

export function sceneText({ name, setting, seed, blocks }: Scene): string {
  const header = Object.entries({ name, setting, seed }).filter(([, value]) => value !== undefined);
  const lines = blocks.map(
    (block) => `    { "name": ${JSON.stringify(block.name)}, "centre": [${block.centre.join(', ')}] }`,
  );
  const fields = header.map(([key, value]) => `  "${key}": ${JSON.stringify(value)},\n`).join('');
  return `{\n${fields}  "blocks": [\n${lines.join(',\n')}\n  ]\n}\n`;
}
