/**
 * Failures by kind: how many each side has, and which episodes turned to or from one.
 *
 * @module
 */
import type { Comparison, FailuresOfKind, Flip } from './comparison.ts';
import { plannersText } from './comparison_tables.ts';
import { type Pair, pairedEpisode } from './pair_episodes.ts';
import type { SideEpisode } from './side.ts';

export function failuresOf(pairs: readonly Pair[]): FailuresOfKind[] {
  const failed = pairs.flatMap((pair) => {
    const { suite, planner, baselinePlanner } = pairedEpisode(pair);
    return (['baseline', 'candidate'] as const).flatMap((side) =>
      pair[side].row['success'] === true
        ? []
        : [{ suite, planner, baselinePlanner, kind: failureKindOf(pair[side]), side }],
    );
  });
  const groups = Map.groupBy(failed, ({ side: _, ...group }) => JSON.stringify(group));
  const counted = [...groups.values()].map((group) => {
    const { side: _, ...name } = group[0]!;
    const baseline = group.filter(({ side }) => side === 'baseline').length;
    return { ...name, baseline, candidate: group.length - baseline };
  });
  return counted.sort((a, b) => b.baseline + b.candidate - a.baseline - a.candidate);
}

/** As the trace tells it, else the end of the episode. */
export function failureKindOf({ row, end }: SideEpisode): string {
  const kind = row['failureKind'];
  return typeof kind === 'string' ? kind : end;
}

/** `Failures of p in household: step limit 0 → 3, goal 1 → 0`, a line for each pair of planners. */
export function failureLines({ failures }: Comparison): string[] {
  const groups = Map.groupBy(failures, (each) => `${plannersText(each)} in ${each.suite}`);
  return [...groups].map(([of, kinds]) => {
    const counts = kinds.map(({ kind, baseline, candidate }) => `${kindText(kind)} ${baseline} → ${candidate}`);
    return `Failures of ${of}: ${counts.join(', ')}`;
  });
}

/** Episodes that turned in the same way. */
export type FlipGroup = { readonly title: string; readonly flips: readonly Flip[] };

/** What was lost first, then the larger groups. */
export function flipGroups({ flips }: Comparison): FlipGroup[] {
  const titleOf = (flip: Flip) =>
    `${flip.turned} ${flip.turned === 'lost' ? 'to' : 'from'} ${kindText(flip.kind)}, ${plannersText(flip)} in ${flip.suite}`;
  const groups = [...Map.groupBy(flips, titleOf)].map(([title, group]) => ({
    title: `${group.length} ${title}`,
    flips: group,
  }));
  const isGained = ({ flips: [first] }: FlipGroup) => Number(first?.turned === 'gained');
  return groups.sort((a, b) => isGained(a) - isGained(b) || b.flips.length - a.flips.length);
}

function kindText(kind: string): string {
  return kind.replaceAll('_', ' ');
}
