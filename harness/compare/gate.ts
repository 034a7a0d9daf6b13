import { invalid } from '../io/errors/failure.ts';
import { type ComparedMetric, comparableMetric, type Margins, marginOf } from '../tables/paired/compared_metrics.ts';
import {
  changeText,
  differenceText,
  intervalText,
  pEquation,
  titleText,
  valueText,
} from '../tables/paired/difference_text.ts';
import type { Comparison } from './comparison.ts';

export type GateRules = Readonly<Record<'failOnRegression' | 'failOnMissing', boolean>> & {
  readonly failUnder: readonly Floor[];
};

export type Floor = Readonly<{ metric: string; value: number }>;

export type GateReason = Readonly<{
  kind: 'regression' | 'under' | 'missing';
  text: string;
}> &
  Readonly<Record<'suite' | 'planner' | 'baselinePlanner' | 'metric', string | null>>;

export type GateVerdict = Readonly<{ passed: boolean | null; reasons: readonly GateReason[] }>;

export function gate(comparison: Comparison, rules: GateRules): GateVerdict {
  const hasRule = rules.failOnRegression || rules.failOnMissing || rules.failUnder.length > 0;
  const reasons = [
    ...(rules.failOnRegression ? regressions(comparison) : []),
    ...rules.failUnder.flatMap((floor) => under(comparison, floor)),
    ...(rules.failOnMissing ? missing(comparison) : []),
  ];
  return { passed: hasRule ? reasons.length === 0 : null, reasons };
}

export function gateLine({ reasons }: GateVerdict): string {
  const [first, ...others] = reasons;
  if (first === undefined) return 'The gate is passed';
  return `The gate fails: ${first.text}${others.length === 0 ? '' : ` (and ${others.length} more)`}`;
}

function regressions({ rows, margins }: Comparison): GateReason[] {
  const deciding = rows.filter(({ decides }) => decides);
  const holm = deciding.length > 1 ? `, Holm over ${deciding.length}` : '';
  return deciding
    .filter((row) => row.verdict === 'worse' && Math.abs(row.difference ?? 0) > marginOf(margins, row))
    .map((row) => {
      const { suite, planner, baselinePlanner, pHolm } = row;
      const than = planner === baselinePlanner ? '' : ` than that of ${baselinePlanner}`;
      const numbers = `${differenceText(row)}, 95 % ${intervalText(row)}, ${pEquation(pHolm)}${holm}`;
      const text = `${titleText(row)} of ${planner} in ${suite} is worse${than}: ${changeText(row)} (${numbers})`;
      return reason('regression', row, text);
    });
}

function reason(kind: 'regression' | 'under', row: ComparedMetric, text: string): GateReason {
  const { suite, planner, baselinePlanner, metric } = row;
  return { kind, suite, planner, baselinePlanner, metric, text };
}

/** Over pairs only, so missing episodes do not count. */
function under({ rows }: Comparison, { metric, value }: Floor): GateReason[] {
  return rows
    .filter((row) => row.metric === metric && row.candidate !== null && row.candidate < value)
    .map((row) => {
      const floor = row.unit === 'share' ? `${100 * value} %` : String(value);
      const text = `${titleText(row)} of ${row.planner} in ${row.suite} is ${valueText(row, 'candidate')}, under ${floor}`;
      return reason('under', row, text);
    });
}

function missing(comparison: Comparison): GateReason[] {
  const absent = comparison.missing.filter((pair) => pair.in === 'candidate');
  const [first] = absent;
  if (first === undefined) return [];
  const text = `the candidate lacks ${absent.length} of the baseline’s episodes, such as ${first.episode} (${first.why})`;
  return [{ kind: 'missing', suite: null, planner: null, baselinePlanner: null, metric: null, text }];
}

export function readFloor(text: string): Floor {
  const [, metric, number = ''] = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (metric === undefined) {
    throw invalid(`--fail-under must be METRIC=NUMBER, such as success=0.9; found "${text}"`);
  }
  const { compared } = comparableMetric(metric);
  const value = Number(number);
  if (compared.better === 'less') {
    throw invalid(`--fail-under needs a metric of which more is better; of "${metric}", less is`);
  }
  if (compared.unit === 'share' && value > 1) {
    throw invalid(`--fail-under of "${metric}" is a share of at most 1, such as 0.9; found "${text}"`);
  }
  return { metric, value };
}

/** Reads `5pp` (all shares), `success=5pp` or `steps=2`. Throws a CommandFailure. */
export function readMargins(texts: readonly string[]): Margins {
  let share = 0;
  const metrics: Record<string, number> = {};
  for (const text of texts) {
    const [, name, amount = '', points] = /^(?:(\w+)=)?(\d+(?:\.\d+)?)(pp)?$/.exec(text) ?? [];
    const isShare = name === undefined || comparableMetric(name).compared.unit === 'share';
    if (amount === '' || isShare !== (points !== undefined)) {
      throw invalid(
        `--margin must be percentage points for shares, such as 5pp or success=5pp, or METRIC=NUMBER for others, such as steps=2; found "${text}"`,
      );
    }
    const margin = isShare ? Number(amount) / 100 : Number(amount);
    if (name === undefined) share = margin;
    else metrics[name] = margin;
  }
  return { share, metrics };
}
