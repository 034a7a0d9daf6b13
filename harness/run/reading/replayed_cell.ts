/** Traces have no positions of objects, so a drawing needs a replay. */
import type { Env, GoalStatus } from '../../../envs/env.ts';
import type { World } from '../../../envs/world.ts';
import { invalid } from '../../io/errors/failure.ts';
import { episodeId, type Trace } from '../../trace/trace.ts';
import type { EventOf, TraceHeader } from '../../trace/trace_schema.ts';
import { episodeSeed, type PlannedCell, planCells } from '../plan/episode_list.ts';
import { readSuite } from '../suites/suite.ts';
import { actionText } from './trace_text.ts';

export function replayedCell(header: TraceHeader, suite: string): PlannedCell {
  const { scene, task } = header;
  const envOptions = Object.entries(header.envOptions).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const [cell] = planCells({ suite, scenes: [scene], tasks: [task], envOptions }, readSuite(suite));
  if (cell === undefined) throw invalid(`Suite "${suite}" has no episode "${episodeId(header)}"`);
  return cell;
}

export type TakenAction = EventOf<'prologue'> | EventOf<'step'>;

/** Throws a CommandFailure if the world differs from the trace. */
export async function* replayedActions(
  { header, events }: Trace,
  cell: PlannedCell,
): AsyncGenerator<Readonly<{ env: Env; goal: GoalStatus; taken: TakenAction | null }>> {
  const env = cell.newEnv(episodeSeed(header));
  try {
    yield { env, goal: (await env.reset()).goal, taken: null };
    for (const event of events) {
      if (event.event !== 'step' && event.event !== 'prologue') continue;
      const { ok, goal } = await env.step(event.action);
      if (ok !== event.ok) {
        const action = `${event.event === 'step' ? 'Step' : 'Prologue step'} ${event.number}`;
        throw invalid(`${action} of "${episodeId(header)}" no longer has the traced result`);
      }
      yield { env, goal, taken: event };
    }
  } finally {
    await env.close();
  }
}

export type Drawing = Readonly<{ name: string; svg: string }>;

export async function drawActions(
  trace: Trace,
  draw: NonNullable<World['draw']>,
  suite = trace.header.suite,
): Promise<Drawing[]> {
  const { header } = trace;
  const drawings: Drawing[] = [];
  let before: ReturnType<typeof draw> | null = null;
  for await (const { env, taken } of replayedActions(trace, replayedCell(header, suite))) {
    const after = draw(env);
    if (taken === null) drawings.push({ name: '000_start.svg', svg: after(header.instruction) });
    else if (taken.event === 'step') {
      const { number, action, ok, motion, reason } = taken;
      const title = `${number}. ${actionText(action)}${ok ? '' : `: ${reason?.message ?? 'refused'}`}`;
      const name = `${String(number).padStart(3, '0')}_${action.verb.replaceAll(/\W/g, '_')}.svg`;
      const picture = ok && motion === undefined ? after : (before ?? after);
      drawings.push({ name, svg: picture(title, motion) });
    }
    before = after;
  }
  return drawings;
}
