/**
 * An episode in pictures: the object-level plan, and at a table the scene at the start and each action with the way of the arm.
 *
 * Where the blocks are is not in the trace: the actions are carried out once more in a fresh world with the same seed.
 *
 * @module
 */
import { drawPath } from '../envs/tabletop/drawing/draw_path.ts';
import { drawScene } from '../envs/tabletop/drawing/draw_scene.ts';
import { SPOTS } from '../envs/tabletop/table/table.ts';
import type { TabletopEnv } from '../envs/tabletop/tabletop_env.ts';
import { FoonError } from '../planners/foon/foon_error.ts';
import { foonSvg } from '../planners/foon/foon_svg.ts';
import { readFoon } from '../planners/foon/read_foon.ts';
import { CommandFailure } from './failure.ts';
import { episodeSeed, planCells } from './run_plan.ts';
import { readSuite } from './suite.ts';
import { episodeId, type Trace } from './trace/trace.ts';

export type Drawing = { readonly name: string; readonly svg: string };

/**
 * File names and pictures, in order. Throws a CommandFailure where there is nothing to draw, where a plan cannot be drawn, and
 * where the world does not do as the trace says.
 */
export async function drawTrace(trace: Trace): Promise<Drawing[]> {
  const plans = drawPlans(trace);
  if (trace.header.world === 'tabletop') return [...plans, ...(await drawActions(trace))];
  if (plans.length > 0) return plans;
  throw new CommandFailure(
    2,
    `Cannot draw episode "${episodeId(trace.header)}": only the tabletop and object-level plans can be drawn`,
  );
}

/** Each object-level plan that the planner noted, as `{foon: text}`: `foon.svg`, `foon_2.svg` and so on. */
function drawPlans({ header, events }: Trace): Drawing[] {
  const beliefs = events.flatMap((event) =>
    event.event === 'note' && event.note.kind === 'belief' ? [event.note.belief] : [],
  );
  return beliefs.filter(holdsFoon).map(({ foon }, at) => {
    const name = at === 0 ? 'foon.svg' : `foon_${at + 1}.svg`;
    try {
      const { foon: plan } = readFoon(foon, `${episodeId(header)}, ${name}`);
      return { name, svg: foonSvg(plan, { title: header.instruction }) };
    } catch (cause) {
      if (!(cause instanceof FoonError || cause instanceof RangeError)) throw cause;
      throw new CommandFailure(2, cause.message, { cause });
    }
  });
}

function holdsFoon(belief: unknown): belief is { readonly foon: string } {
  return typeof belief === 'object' && belief !== null && 'foon' in belief && typeof belief.foon === 'string';
}

async function drawActions({ header, events }: Trace): Promise<Drawing[]> {
  const { suite, scene, task } = header;
  const envOptions = Object.entries(header.envOptions).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const [cell] = planCells({ suite, scenes: [scene], tasks: [task], envOptions }, readSuite(suite));
  if (cell === undefined) throw new CommandFailure(2, `Suite "${suite}" has no episode "${episodeId(header)}"`);
  const env = cell.newEnv(episodeSeed(header)) as TabletopEnv;
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
