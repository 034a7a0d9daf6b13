/**
 * An episode in pictures: the object-level plan and, in a world that can be drawn, the scene at the start and each action.
 *
 * Where things are is not in the trace: the actions are carried out once more in a fresh world with the same seed.
 *
 * @module
 */
import type { World } from '../../../envs/world.ts';
import { readFoon } from '../../../planners/foon/read_foon.ts';
import { WORLDS } from '../../episode/registry/worlds.ts';
import { invalid } from '../../io/errors/failure.ts';
import { episodeSeed } from '../../run/plan/episode_seed.ts';
import { episodeId, type Trace } from '../../trace/trace.ts';
import { foonSvg } from '../foon/foon_svg.ts';
import { replayedCell } from './replayed_cell.ts';

export type Drawing = { readonly name: string; readonly svg: string };

/**
 * File names and pictures, in order; `suite` is a path where the episode's is one of one's own. Throws a CommandFailure where there is nothing to draw and where the world does not do as the
 * trace says, a FoonError for a plan that is none, and a DrawingError for one that is too large.
 */
export async function drawTrace(trace: Trace, suite = trace.header.suite): Promise<Drawing[]> {
  const plans = drawPlans(trace);
  const draw = WORLDS.find(({ name }) => name === trace.header.world)?.draw;
  if (draw !== undefined) return [...plans, ...(await drawActions(trace, draw, suite))];
  if (plans.length > 0) return plans;
  const drawn = WORLDS.filter((world) => world.draw !== undefined)
    .map(({ name }) => `the ${name}`)
    .join(', ');
  throw invalid(`Cannot draw episode "${episodeId(trace.header)}": only ${drawn} and object-level plans can be drawn`);
}

/** Each object-level plan that the planner noted, as `{foon: text}`: `foon.svg`, `foon_2.svg` and so on. */
function drawPlans({ header, events }: Trace): Drawing[] {
  const beliefs = events.flatMap((event) =>
    event.event === 'note' && event.note.kind === 'belief' ? [event.note.belief] : [],
  );
  return beliefs.filter(holdsFoon).map(({ foon }, at) => {
    const name = at === 0 ? 'foon.svg' : `foon_${at + 1}.svg`;
    const { foon: plan } = readFoon(foon, `${episodeId(header)}, ${name}`);
    return { name, svg: foonSvg(plan, { title: header.instruction }) };
  });
}

function holdsFoon(belief: unknown): belief is { readonly foon: string } {
  return typeof belief === 'object' && belief !== null && 'foon' in belief && typeof belief.foon === 'string';
}

/** A picture of the start and one of each action, taken with `draw`. Throws where the world does not do as the trace says. */
export async function drawActions(
  { header, events }: Trace,
  draw: NonNullable<World['draw']>,
  suite = header.suite,
): Promise<Drawing[]> {
  const env = replayedCell(header, suite).newEnv(episodeSeed(header));
  await env.reset();
  const drawings = [{ name: '000_start.svg', svg: draw(env)(header.instruction) }];
  for (const event of events) {
    if (event.event !== 'step') continue;
    const before = draw(env);
    const { verb, args } = event.action;
    const title = `${event.number}. ${verb}(${args.join(', ')})${event.ok ? '' : `: ${event.reason?.message ?? 'refused'}`}`;
    const result = await env.step(event.action);
    if (result.ok !== event.ok) {
      throw invalid(`Step ${event.number} of "${episodeId(header)}" no longer goes as the trace says`);
    }
    const name = `${String(event.number).padStart(3, '0')}_${verb.replaceAll(/\W/g, '_')}.svg`;
    const picture = event.ok && event.motion === undefined ? draw(env) : before;
    drawings.push({ name, svg: picture(title, event.motion) });
  }
  await env.close();
  return drawings;
}
