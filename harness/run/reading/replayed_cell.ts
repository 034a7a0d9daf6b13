/**
 * The task of an episode in its scene, to carry out its actions once more: where things are is not in a trace.
 *
 * @module
 */
import type { World } from '../../../envs/world.ts';
import { invalid } from '../../io/errors/failure.ts';
import { episodeId, type Trace } from '../../trace/trace.ts';
import type { TraceHeader } from '../../trace/trace_schema.ts';
import { episodeSeed } from '../plan/episode_list.ts';
import { type PlannedCell, planCells } from '../plan/plan_cells.ts';
import { readSuite } from '../suites/suite.ts';

/** `suite` is a name or the path of a file. Throws a CommandFailure where the suite has no such episode any more. */
export function replayedCell(header: TraceHeader, suite: string): PlannedCell {
  const { scene, task } = header;
  const envOptions = Object.entries(header.envOptions).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const [cell] = planCells({ suite, scenes: [scene], tasks: [task], envOptions }, readSuite(suite));
  if (cell === undefined) throw invalid(`Suite "${suite}" has no episode "${episodeId(header)}"`);
  return cell;
}

export type Drawing = { readonly name: string; readonly svg: string };

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
