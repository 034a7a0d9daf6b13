/**
 * The episodes of a table in pictures: the scene at the start, and each action with the way of the arm.
 *
 * Where the blocks are is not in the trace: the actions are carried out once more in a fresh world with the same seed.
 *
 * @module
 */
import { drawPath } from '../envs/tabletop/drawing/draw_path.ts';
import { drawScene } from '../envs/tabletop/drawing/draw_scene.ts';
import { SPOTS } from '../envs/tabletop/table.ts';
import type { TabletopEnv } from '../envs/tabletop/tabletop_env.ts';
import { CommandFailure } from './failure.ts';
import { planRun } from './run_plan.ts';
import { episodeId, type Trace } from './trace.ts';

export type Drawing = { readonly name: string; readonly svg: string };

/** File names and pictures, in order. Throws a CommandFailure for other worlds, and where the world does not do as the trace says. */
export async function drawTrace({ header, events }: Trace): Promise<Drawing[]> {
  if (header.world !== 'tabletop') {
    throw new CommandFailure(2, `Cannot draw episode "${episodeId(header)}": only the tabletop can be drawn`);
  }
  const { suite, scene, task, planner, trial } = header;
  const { episodes } = await planRun({
    suite,
    scenes: [scene],
    tasks: [task],
    planners: [planner],
    trials: trial,
    envOptions: Object.entries(header.envOptions).map(([key, value]) => `${key}=${JSON.stringify(value)}`),
  });
  const episode = episodes.find((each) => each.header.trial === trial);
  if (episode === undefined) throw new CommandFailure(2, `Suite "${suite}" has no episode "${episodeId(header)}"`);
  const env = episode.newEnv(episode.seed) as TabletopEnv;
  env.reset();
  const drawings = [{ name: '000_start.svg', svg: drawScene({ ...sceneOf(env), title: header.instruction }) }];
  for (const event of events) {
    if (event.event !== 'step') continue;
    const before = sceneOf(env);
    const { verb, args } = event.action;
    const title = `${event.number}. ${verb}(${args.join(', ')})${event.ok ? '' : `: ${event.reason?.message ?? 'refused'}`}`;
    const result = await env.step(event.action);
    if (result.ok !== event.ok) {
      throw new CommandFailure(2, `Step ${event.number} of "${episodeId(header)}" no longer goes as the trace says`);
    }
    const name = `${String(event.number).padStart(3, '0')}_${verb.replaceAll(/\W/g, '_')}.svg`;
    const svg =
      event.motion === undefined
        ? drawScene({ ...(event.ok ? sceneOf(env) : before), title })
        : drawPath({ ...withoutHeld(before), path: event.motion.path, title });
    drawings.push({ name, svg });
  }
  env.close();
  return drawings;
}

function sceneOf(env: TabletopEnv) {
  const { blocks } = env.observe();
  const { centres, held } = env.state();
  return {
    blocks: blocks.map((name, index) => {
      const centre = centres[index] as (typeof centres)[number];
      return index === held ? { name, centre, held: true } : { name, centre };
    }),
    spots: SPOTS,
  };
}

/** As `drawPath` has it: the block that is carried all the way by name, the others by place. */
function withoutHeld({ blocks, spots }: ReturnType<typeof sceneOf>) {
  const held = blocks.find((block) => block.held === true);
  const others = blocks.filter((block) => block !== held);
  return held === undefined ? { blocks: others, spots } : { blocks: others, spots, held: held.name };
}
