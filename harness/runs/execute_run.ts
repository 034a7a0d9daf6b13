/**
 * Plans a run, carries it out and gathers what came of it, in the order of the plan.
 *
 * @module
 */
import type { TapedSimulator } from '../../cassettes/cassette/taped_simulator.ts';
import { type EpisodeDone, runEpisodes } from '../episode_threads/run_episodes.ts';
import type { RunOutline } from '../episode_threads/thread_messages.ts';
import type { RunRequest } from '../run_plan/run_plan.ts';
import type { RunSettings } from '../run_plan/run_settings.ts';
import type { LiveModel } from '../run_tapes/live_client.ts';
import { tapeDigests } from '../run_tapes/tape_digests.ts';
import { Progress } from '../terminal/progress.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { episodeId } from '../trace/trace.ts';
import { collectRun, type RunResult } from './run_folder.ts';
import type { RunKeeper } from './run_keeper.ts';
import { plannedRun, type RunRecord } from './run_record.ts';

/** `simulated`: how many answers of a simulator came from the tape, and how many it gave; null where no episode was played in one. */
export type PlayedRun = RunResult & { readonly simulated: TapedSimulator['counts'] | null };

/** With a `keeper`, the run is in its folder from the moment when it is planned, and to its end, even where this rejects. */
export async function executeRun(
  request: RunRequest,
  settings: RunSettings,
  options: {
    signal: AbortSignal;
    terminal: Terminal;
    model?: LiveModel;
    keeper?: RunKeeper;
  },
): Promise<PlayedRun> {
  const { keeper } = options;
  const done: EpisodeDone[] = [];
  const kept: { planned?: RunRecord; progress?: Progress } = {};
  let plan: RunOutline;
  try {
    plan = await runEpisodes(request, settings, {
      signal: options.signal,
      ...(options.model === undefined ? {} : { model: options.model }),
      onSaid: (line, header) => options.terminal.say(`${episodeId(header)}: ${line}`),
      onPlan(outline) {
        const planned = plannedRun(request, outline, settings);
        keeper?.begin(collectRun(planned, []));
        kept.planned = planned;
        kept.progress = new Progress(options.terminal, outline.numbers.length);
      },
      onDone(each) {
        done.push(each);
        kept.progress?.done(episodeId(each.trace.header), each.trace);
      },
    });
  } catch (error) {
    if (kept.planned !== undefined) keeper?.fail(collectRun(kept.planned, done));
    throw error;
  }
  const tapes = tapeDigests(plan, settings.tapes);
  const finished = done.length === plan.numbers.length && done.every(({ trace }) => trace.summary.end !== 'aborted');
  const result = collectRun({ ...plannedRun(request, plan, settings), tapes, finished }, done);
  keeper?.end(result);
  return { ...result, simulated: simulatedIn(done) };
}

function simulatedIn(done: readonly EpisodeDone[]): PlayedRun['simulated'] {
  const all = done.flatMap(({ simulated }) => (simulated === undefined ? [] : [simulated]));
  if (all.length === 0) return null;
  return all.reduce((sum, each) => ({ fromTape: sum.fromTape + each.fromTape, asked: sum.asked + each.asked }));
}
