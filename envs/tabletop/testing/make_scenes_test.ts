import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readScene } from '../check_scene.ts';
import { compileGoal, judge } from '../goals/compile_goal.ts';
import { NO_BLOCK, sense } from '../table/arrangement.ts';
import { SPOTS, spotsTaken } from '../table/table.ts';
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
    expect([SETTINGS.length, DISTRACTOR_SETTINGS.length]).toEqual([17, 5]);
    expect(new Set(scenes.map(({ scene }) => JSON.stringify(scene.blocks))).size).toBe(220);
  });

  it('gives what the reader reads, with the goal to be reached and two spots or more free', () => {
    for (const { setting, scene } of scenes) {
      expect(readScene(sceneText(scene), scene.name)).toEqual(scene);
      const centres = scene.blocks.map(({ centre }) => centre);
      const names = scene.blocks.map(({ name }) => name);
      const arrangement = sense({ centres, held: NO_BLOCK, fallen: [] });
      expect(judge(compileGoal(setting.goal, names), arrangement).success).toBe(false);
      const taken = centres.reduce((bits, centre) => bits | spotsTaken(centre), 0);
      expect(SPOTS.filter((_, spot) => !((taken >> spot) & 1)).length).toBeGreaterThanOrEqual(2);
    }
  });
});
