/**
 * An episode in pictures: the object-level plan and, in a world that can be drawn, the scene at the start and each action.
 *
 * Where things are is not in the trace: the actions are carried out once more in a fresh world with the same seed.
 *
 * @module
 */
import { readFoon } from '../../planners/foon/read_foon.ts';
import { WORLDS } from '../episode/worlds.ts';
import { invalid } from '../io/errors/failure.ts';
import { type Drawing, drawActions } from '../run/reading/replayed_cell.ts';
import { episodeId, type Trace } from '../trace/trace.ts';
import { foonSvg } from './foon/foon_svg.ts';

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
