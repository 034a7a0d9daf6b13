import { openCassette } from '../../../../cassettes/cassette/cassette.ts';
import type { Llm } from '../../../../cassettes/llm.ts';
import { knownLayeredTapes } from '../../../../cassettes/reading/known_tapes.ts';
import type { BrokenInvariant, Tracking } from '../../../../envs/world.ts';
import { decisionText } from '../../../../planners/kit/play.ts';
import { commandText } from '../../../io/errors/counted.ts';
import { type PlannedEpisode, plannedEpisodes, planRun } from '../../../run/plan/run_plan.ts';
import { EMBEDDING_MODEL } from '../../../run/plan/run_request.ts';
import { inCassette } from '../../../run/tapes/tape_layers.ts';
import { type PlayedEpisode, playEpisode } from '../../../run/threads/play_episode.ts';
import { episodeId, type Trace } from '../../../trace/trace.ts';
import { beliefText } from '../case_text.ts';
import { type BrokenBelief, brokenBeliefs, trackingReport } from '../check_tracker.ts';
import type { LoadedPlanner } from './load_planner.ts';
import type { CheckOrder, CheckOutcome, JudgedBeliefs } from './planner_report.ts';

const LINES_MAX = 12;

export async function checkRecordedBeliefs(
  subject: LoadedPlanner,
  order: CheckOrder,
  onLine: (line: string | null) => void,
): Promise<CheckOutcome> {
  const trackings: Tracking[] = [];
  const broken: Record<string, { beliefs: number; episodes: number }> = {};
  let first: Readonly<{ trace: Trace; broken: BrokenBelief }> | null = null;
  let [played, episodes] = [0, 0];
  for await (const { trace, miss } of recordedEpisodes(subject, order, onLine)) {
    if (miss === null) played += 1;
    const judged = trace.events.filter((each) => each.event === 'tracking');
    if (judged.length === 0) continue;
    episodes += 1;
    trackings.push(...judged);
    const found = brokenBeliefs(trace).find(isWrong);
    if (found !== undefined) first ??= { trace, broken: found };
    const names = judged.flatMap((belief) => {
      return [...new Set((belief.broken ?? []).filter(isWrong).map(({ invariant }) => invariant))];
    });
    for (const [invariant, { length }] of Map.groupBy(names, (name) => name)) {
      const before = broken[invariant] ?? { beliefs: 0, episodes: 0 };
      broken[invariant] = { beliefs: before.beliefs + length, episodes: before.episodes + 1 };
    }
  }
  const { steps, ...shares } = trackingReport(trackings);
  const beliefs: JudgedBeliefs = { source: 'recorded episodes', episodes, beliefs: steps, ...shares, broken };
  if (episodes === 0) return { status: 'skipped', beliefs, reason: reasonToSkip(played) };
  if (first === null) return { status: 'passed', beliefs };
  return { status: 'failed', beliefs, ...failureOf(first.trace, first.broken) };
}

/** A planner may drop a belief that it does not need. */
function isWrong({ invariant }: BrokenInvariant): boolean {
  return invariant !== 'kept_until_evidence';
}

function reasonToSkip(played: number): string {
  if (played === 0) return 'nothing is recorded; record with `tapedeck run --mode record`';
  return `no belief in a known form in ${played} recorded episodes`;
}

function failureOf({ header, events }: Trace, { invariant, text, step }: BrokenBelief) {
  const at = events.findIndex(
    (each) =>
      each.event === 'tracking' && each.broken?.some((found) => found.invariant === invariant && found.text === text),
  );
  const lines = events.slice(0, at).flatMap((each): string[] => {
    if (each.event === 'step') {
      const outcome = each.ok ? '' : `: refused, ${each.reason?.precondition}`;
      return [`${each.number}. ${decisionText({ kind: 'act', action: each.action })}${outcome}`];
    }
    return each.event === 'note' && each.note.kind === 'belief' ? [`   believes  ${beliefText(each.note.belief)}`] : [];
  });
  const { suite, scene, task, planner, trial } = header;
  const words = ['run', suite, '--scene', scene, '--task', task, '--planner', planner];
  if (trial > 1) words.push('--trials', String(trial));
  return {
    reason: `In ${episodeId(header)}, step ${step}, the planner’s belief breaks "${invariant}": ${text}`,
    trace: [...(lines.length > LINES_MAX ? ['…'] : []), ...lines.slice(-LINES_MAX)],
    again: `${commandText(words)} && ${commandText(['trace', episodeId(header)])}`,
  };
}

export type RecordedEpisode = PlayedEpisode &
  Readonly<{ planned: PlannedEpisode; replies: Readonly<Record<string, readonly string[]>> }>;

/** An episode ends at an answer that the tape lacks. */
export async function* recordedEpisodes(
  subject: LoadedPlanner,
  { planner: spec, tapes, runs }: CheckOrder,
  onLine: (line: string | null) => void,
): AsyncGenerator<RecordedEpisode> {
  let played = 0;
  const layers = inCassette(tapes);
  for (const { suite, model } of knownLayeredTapes(layers).filter((tape) => subject.suites.includes(tape.suite))) {
    const cassette = await openCassette({ ...layers, suite, model, mode: 'replay', embeddingModel: EMBEDDING_MODEL });
    try {
      const recordedTasks = new Set(cassette.digest().tasks.map(({ task }) => task));
      for (const planned of plannedEpisodes(await planRun({ suite, model, planners: [spec] }))) {
        const { scene, task, trial, planner } = planned.header;
        if (!recordedTasks.has(`${scene}/${task}`)) continue;
        if (played === runs) return;
        played += 1;
        onLine(null);
        onLine(`plays ${episodeId(planned.header)}`);
        const replies: Record<string, string[]> = {};
        const result = await playEpisode(planned, {
          program: subject.program,
          llm: (onCall) => withReplies(cassette.episode({ task: `${scene}/${task}`, trial, planner, onCall }), replies),
        });
        yield { ...result, planned, replies };
      }
    } finally {
      await cassette.finish();
    }
  }
}

function withReplies(llm: Llm, replies: Record<string, string[]>): Llm {
  return {
    ...llm,
    async chat(messages, options) {
      const reply = await llm.chat(messages, options);
      replies[options.purpose] = [...(replies[options.purpose] ?? []), reply.text];
      return reply;
    },
  };
}
