/** Towers of seven, with and without the arm by turns, so that a busy machine slows both. */
import type { Action, StepResult } from '../../env.ts';
import { median } from '../../testing/median.ts';
import type { Goal } from '../goals/goal.ts';
import type { TabletopObservation } from '../observation.ts';
import { sense, stacksOf } from '../table/arrangement.ts';
import type { Scene } from '../table/table.ts';
import { tabletopEnvs } from '../tabletop_env.ts';
import { makeScene, SCENES_PER_SETTING, SETTINGS, type Setting } from '../testing/make_scenes.ts';

export type TabletopBench = Readonly<{
  episodesPerSecond: number;
  actionsPerEpisode: number;
  pairMs: number;
  referenceEpisodesPerSecond: number;
}>;

const HEIGHT = 7;
const TASK: { readonly goal: Goal } = { goal: { kind: 'tower', height: HEIGHT } };

type Plan = Readonly<{ scene: Scene; actions: readonly Action[] }>;

export function benchTabletop({ rounds }: { readonly rounds: number } = { rounds: 9 }): TabletopBench {
  const setting = SETTINGS.find(({ name }) => name === `tower_${HEIGHT}`) as Setting;
  const plans = Array.from({ length: SCENES_PER_SETTING }, (_, index) => towerPlan(makeScene(setting, index + 1)));
  const worlds = (motion: 'panda' | 'none') =>
    plans.map(({ scene, actions }) => ({ env: tabletopEnvs(scene, TASK, { motion })(1), actions }));
  const times: { arm: number[]; none: number[] } = { arm: [], none: [] };
  let actions = 0;
  for (let round = 0; round < rounds; round++) {
    // Worlds remember what their arm decided.
    const [withArm, without] = [worlds('panda'), worlds('none')];
    const began = performance.now();
    actions = withArm.reduce((sum, world) => sum + play(world), 0);
    const between = performance.now();
    for (const world of without) play(world);
    times.arm.push(between - began);
    times.none.push(performance.now() - between);
  }
  const armMs = median(times.arm);
  return {
    episodesPerSecond: (1_000 * plans.length) / armMs,
    actionsPerEpisode: actions / plans.length,
    pairMs: (2 * armMs) / actions,
    referenceEpisodesPerSecond: (1_000 * plans.length) / median(times.none),
  };
}

type Walk = Readonly<{ env: ReturnType<ReturnType<typeof tabletopEnvs>>; actions: readonly Action[] }>;

function play({ env, actions }: Walk): number {
  env.reset();
  const refused = actions.findIndex((action) => !(env.step(action) as StepResult<TabletopObservation>).ok);
  return refused === -1 ? actions.length : refused;
}

function towerPlan(scene: Scene): Plan {
  const env = tabletopEnvs(scene, TASK, { motion: 'none' })(1);
  env.reset();
  const actions: Action[] = [];
  for (;;) {
    const stacks = stacksOf(sense(env.state())).map((stack) => stack.map((block) => scene.blocks[block]!.name));
    const [tower = [], other] = stacks.sort((a, b) => b.length - a.length);
    if (tower.length >= HEIGHT || other === undefined) return { scene, actions };
    const pair = [
      { verb: 'pick', args: [other.at(-1)!, other.at(-2) ?? 'table'] },
      { verb: 'place', args: [other.at(-1)!, tower.at(-1)!] },
    ];
    for (const action of pair) env.step(action);
    actions.push(...pair);
  }
}
