/**
 * What a planner believed in the episodes that are recorded of it, held against the world.
 *
 * @module
 */
import type { BrokenInvariant, Tracking } from '../../../../envs/world.ts';
import { decisionText } from '../../../../planners/kit/play.ts';
import { commandText } from '../../../io/command_text.ts';
import { episodeId, type Trace } from '../../../trace/trace.ts';
import { beliefText } from '../belief_text.ts';
import { type BrokenBelief, brokenBeliefs } from '../broken_beliefs.ts';
import { trackingReport } from '../tracking_report.ts';
import type { CheckOrder, CheckOutcome, JudgedBeliefs } from './check_messages.ts';
import type { LoadedPlanner } from './load_planner.ts';
import { recordedEpisodes } from './recorded_episodes.ts';

/** So much is told of what led to a broken invariant. */
const LINES_MAX = 12;

export async function checkRecordedBeliefs(
  under: LoadedPlanner,
  order: CheckOrder,
  onLine: (line: string | null) => void,
): Promise<CheckOutcome> {
  const all: Tracking[] = [];
  const broken: Record<string, { beliefs: number; episodes: number }> = {};
  let first: { readonly trace: Trace; readonly broken: BrokenBelief } | null = null;
  let [played, episodes] = [0, 0];
  for await (const { trace, miss } of recordedEpisodes(under, order, onLine)) {
    if (miss === null) played += 1;
    const judged = trace.events.filter((each) => each.event === 'tracking');
    if (judged.length === 0) continue;
    episodes += 1;
    all.push(...judged);
    const found = brokenBeliefs(trace).find(isWrong);
    if (found !== undefined) first ??= { trace, broken: found };
    const names = judged.flatMap((belief) => [
      ...new Set((belief.broken ?? []).filter(isWrong).map(({ invariant }) => invariant)),
    ]);
    for (const [invariant, each] of Map.groupBy(names, (name) => name)) {
      const before = broken[invariant] ?? { beliefs: 0, episodes: 0 };
      broken[invariant] = { beliefs: before.beliefs + each.length, episodes: before.episodes + 1 };
    }
  }
  const { steps, ...shares } = trackingReport(all);
  const beliefs: JudgedBeliefs = { source: 'recorded episodes', episodes, beliefs: steps, ...shares, broken };
  if (episodes === 0) return { status: 'skipped', beliefs, reason: noneJudged(played) };
  if (first === null) return { status: 'passed', beliefs };
  return { status: 'failed', beliefs, ...told(first.trace, first.broken) };
}

/** To drop what was believed is no mistake of a planner that keeps what matters to it. */
function isWrong({ invariant }: BrokenInvariant): boolean {
  return invariant !== 'kept_until_evidence';
}

function noneJudged(played: number): string {
  if (played === 0) return 'none: nothing recorded; `tapedeck run --mode record` records';
  return `none: in ${played} recorded episodes, it notes no belief that can be judged`;
}

function told({ header, events }: Trace, { invariant, text, step }: BrokenBelief) {
  const at = events.findIndex(
    (each) =>
      each.event === 'tracking' && (each.broken ?? []).some((one) => one.invariant === invariant && one.text === text),
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
    reason: `In ${episodeId(header)}, step ${step}, its belief breaks "${invariant}": ${text}`,
    trace: [...(lines.length > LINES_MAX ? ['…'] : []), ...lines.slice(-LINES_MAX)],
    again: `${commandText(words)} && ${commandText(['trace', episodeId(header)])}`,
  };
}
