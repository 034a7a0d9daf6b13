import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readScene } from '../check_scene.ts';
import { compileGoal, judge } from '../goals/compile_goal.ts';
import { NO_BLOCK } from '../table/arrangement.ts';
import { sense } from '../table/sensing.ts';
import { ALL_SPOTS, letterOf, overlap, SPOTS, spotsTaken } from '../table/table.ts';
import { DISTRACTOR_SETTINGS, makeScene, SCENES_PER_SETTING, SETTINGS, sceneText } from './make_scenes.ts';

const scenes = [...SETTINGS, ...DISTRACTOR_SETTINGS].flatMap((setting) =>
  Array.from({ length: SCENES_PER_SETTING }, (_, index) => ({ setting, scene: makeScene(setting, index + 1) })),
);

describe('makeScene()', () => {
  it('gives the stored scenes, byte for byte', async () => {
    for (const { scene } of scenes) {
      await expect(sceneText(scene)).toMatchFileSnapshot(`../scenes/${scene.name}.json`);
    }
    const stored = readdirSync(new URL('../scenes', import.meta.url));
    expect(stored.sort()).toEqual(scenes.map(({ scene }) => `${scene.name}.json`).sort());
  });

  it('gives what the reader reads', () => {
    for (const { scene } of scenes) expect(readScene(sceneText(scene), scene.name)).toEqual(scene);
  });

  it('gives 170 scenes of 17 settings, and 50 of words with a distractor, no two alike', () => {
    expect(SETTINGS).toHaveLength(17);
    expect(DISTRACTOR_SETTINGS).toHaveLength(5);
    expect(new Set(scenes.map(({ scene }) => JSON.stringify(scene.blocks))).size).toBe(220);
  });

  it.each([
    ['tower_3', 4, '1111'],
    ['tower_7', 8, '11111111'],
    ['spelling_fun', 3, '111'],
    ['spelling_skill', 5, '2111'],
    ['spelling_dreamer', 7, '22111'],
    ['distractors_fun', 4, '1111'],
    ['distractors_skill', 6, '21111'],
    ['distractors_dreamer', 8, '221111'],
    ['organize_222', 6, '222'],
    ['organize_433', 10, '433'],
    ['organize_444', 12, '444'],
  ])('gives %s %i blocks, of each letter as many as it should', (name, count, letters) => {
    for (const { scene } of scenes.filter((each) => each.setting.name === name)) {
      expect(scene.blocks).toHaveLength(count);
      const counts = Map.groupBy(scene.blocks, (block) => letterOf(block.name)).values();
      expect(
        [...counts]
          .map((blocks) => blocks.length)
          .sort((a, b) => b - a)
          .join(''),
      ).toBe(letters);
    }
  });

  it('gives a word its letters and, as a distractor only, one that it has not', () => {
    for (const { setting, scene } of scenes) {
      if (setting.goal.kind !== 'spelling') continue;
      const { word } = setting.goal;
      const letters = scene.blocks.map((block) => letterOf(block.name));
      expect(letters.filter((letter) => word.includes(letter)).sort()).toEqual([...word].sort());
      const distractors = DISTRACTOR_SETTINGS.includes(setting) ? 1 : 0;
      expect(letters.filter((letter) => !word.includes(letter))).toHaveLength(distractors);
    }
  });

  it('leaves the goal to be reached, two spots or more free, and no two blocks in one place', () => {
    for (const { setting, scene } of scenes) {
      const centres = scene.blocks.map(({ centre }) => centre);
      const arrangement = sense({ centres, held: NO_BLOCK, fallen: [] });
      const goal = compileGoal(
        setting.goal,
        scene.blocks.map(({ name }) => name),
      );
      expect(judge(goal, arrangement).success).toBe(false);
      const taken = centres.reduce((bits, centre) => bits | spotsTaken(centre), 0);
      expect(SPOTS.filter((_, spot) => ((ALL_SPOTS & ~taken) >> spot) & 1).length).toBeGreaterThanOrEqual(2);
      for (const [index, a] of centres.entries()) {
        expect(centres.slice(0, index).some((b) => overlap(a, b))).toBe(false);
      }
    }
  });

  it('puts blocks on blocks and on the table, both more than a little', () => {
    const onTable = scenes.flatMap(({ scene }) => scene.blocks).filter(({ centre }) => centre[2] < 0.03).length;
    const all = scenes.flatMap(({ scene }) => scene.blocks).length;
    expect(onTable / all).toBeGreaterThan(0.5);
    expect(onTable / all).toBeLessThan(0.9);
  });
});
