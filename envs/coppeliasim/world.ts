import { SimulatorError } from '../simulator_error.ts';
import { decisionsAt } from '../tabletop/carry_out.ts';
import { compileGoal } from '../tabletop/goals/compile_goal.ts';
import type { Goal } from '../tabletop/goals/goal.ts';
import { BlockNames } from '../tabletop/table/block_names.ts';
import type { Scene } from '../tabletop/table/table.ts';
import { newArm } from '../tabletop/tabletop_env.ts';
import { tabletopOptionsSchema } from '../tabletop/tabletop_options.ts';
import type { TabletopTask } from '../tabletop/tasks.ts';
import { tabletop } from '../tabletop/world.ts';
import type { LiveWorld } from '../world.ts';
import { LiveTableEnv } from './live_env.ts';
import { coppeliaSimulator, tableOf } from './simulator.ts';

export const coppeliasim: LiveWorld<Scene, TabletopTask> = {
  name: 'coppeliasim',
  of: tabletop.name,
  url: 'tcp://127.0.0.1:23000',
  connect: coppeliaSimulator,
  bind(scene, taskInFile, given) {
    const options = tabletopOptionsSchema.parse(given);
    if (options.motion === 'none') throw new SimulatorError('A simulator moves its arm. Leave option "motion" out');
    if (options.physics !== 'none' || options.placementSdM !== 0) {
      throw new SimulatorError('A simulator has physics of its own. Leave options "physics" and "placementSdM" out');
    }
    const { task } = tabletop.bind(scene, taskInFile, given);
    const names = new BlockNames(scene.blocks.map(({ name }) => name));
    const goal = compileGoal(task.goal as Goal, names.blocks);
    const arm = newArm(options);
    const decisions = decisionsAt({ names, arm, placementSdM: 0 });
    return {
      task,
      newEnv: (seed, simulator) =>
        new LiveTableEnv({ table: tableOf(simulator, scene), names, goal, decide: decisions(seed), home: arm.home }),
    };
  },
};
