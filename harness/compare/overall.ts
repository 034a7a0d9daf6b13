/**
 * The verdict on a whole comparison, in one line.
 *
 * @module
 */
import { counted } from '../io/errors/counted.ts';
import type { ComparedMetric, Overall } from './comparison.ts';
import { differenceText, hiddenText, pEquation, titleText, valueText } from './comparison_numbers.ts';

/** Of the metrics that decide. */
export function overallOf(rows: readonly ComparedMetric[], alpha: number): Overall {
  const deciding = rows.filter(({ decides }) => decides).toSorted((a, b) => a.pHolm - b.pHolm);
  const [worse, better, margin] = (['worse', 'better', 'within_margin'] as const).map((verdict) =>
    deciding.filter((row) => row.verdict === verdict),
  ) as [ComparedMetric[], ComparedMetric[], ComparedMetric[]];
  if (worse.length > 0) {
    const also = better.length === 0 ? '' : `; better: ${changeText(better)}`;
    return { verdict: 'worse', text: `Worse: ${changeText(worse)}${also}` };
  }
  if (better.length > 0) return { verdict: 'better', text: `Better: ${changeText(better)}` };
  const tasksLeast = leastTasks(alpha / Math.max(1, deciding.length));
  const telling = deciding.filter((row) => row.tasks >= tasksLeast || margin.includes(row));
  const [first] = telling;
  if (first === undefined) return { verdict: 'too_few', text: tooFewText(deciding, tasksLeast) };
  const beyond = margin.length === telling.length ? ' beyond the margin' : '';
  const left = deciding.length - telling.length;
  const silent = left === 0 ? '' : `; too few pairs to say of ${left} more`;
  return { verdict: 'no_difference', text: `No difference shown${beyond}: ${changeText(telling)}${silent}` };
}

/** So many tasks that all turn one way bring an exact test below a level: of n coins all fall alike with probability 2^(1−n). */
function leastTasks(level: number): number {
  return Math.floor(1 - Math.log2(level)) + 1;
}

function tooFewText([first, ...others]: readonly ComparedMetric[], tasksLeast: number): string {
  if (first === undefined) return 'Too few to say: no pair has a metric that decides';
  const { pairs, tasks } = first;
  const size = `${counted(pairs, 'pair')} of ${counted(tasks, 'task')}`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `Too few to say: ${titleText(first)} of ${subject(first)} has ${size}${more}; no test tells anything of fewer than ${tasksLeast} tasks`;
}

/** The most telling row, and how many more there are. */
function changeText([first, ...others]: readonly ComparedMetric[]): string {
  if (first === undefined) return '';
  const { pHolm, verdict } = first;
  const values = `${valueText(first, 'baseline')} → ${valueText(first, 'candidate')}`;
  const told = verdict === 'equal' ? 'the same in every pair' : `${differenceText(first)}, ${pEquation(pHolm)}`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${titleText(first)} of ${subject(first)}, ${values} (${told}${hiddenText(first)})${more}`;
}

function subject({ planner, baselinePlanner, suite }: ComparedMetric): string {
  return `${planner}${planner === baselinePlanner ? '' : ` against ${baselinePlanner}`} in ${suite}`;
}
