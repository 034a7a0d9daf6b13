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

export type GateReason = Readonly<{ kind: 'regression' | 'under' | 'missing'; text: string }> &
  Readonly<Record<'suite' | 'planner' | 'baselinePlanner' | 'metric', string | null>>;

export type GateVerdict = Readonly<{ passed: boolean | null; reasons: readonly GateReason[] }>;

export function gate(comparison: Comparison, rules: GateRules): GateVerdict {
  const hasRule = rules.failOnRegression || rules.failOnMissing || rules.failUnder.length > 0;
  const reasons = [
    ...(rules.failOnRegression ? findRegressions(comparison) : []),
    ...rules.failUnder.flatMap((floor) => findBelowFloor(comparison, floor)),
    ...(rules.failOnMissing ? findMissing(comparison) : []),
  ];
  return { passed: hasRule ? reasons.length === 0 : null, reasons };
}

export function gateLine({ reasons }: GateVerdict): string {
  const [first, ...others] = reasons;
  if (first === undefined) return 'The gate passes';
  return `The gate fails: ${first.text}${others.length === 0 ? '' : ` (and ${others.length} more)`}`;
}

function findRegressions({ rows, margins }: Comparison): GateReason[] {
  const deciding = rows.filter(({ decides }) => decides);
  const holm = deciding.length > 1 ? `, Holm over ${deciding.length}` : '';
  return deciding
    .filter((row) => row.verdict === 'worse' && Math.abs(row.difference ?? 0) > marginOf(margins, row))
    .map((row) => {
      const than = row.planner === row.baselinePlanner ? '' : ` than that of ${row.baselinePlanner}`;
      const numbers = `${differenceText(row)}, 95 % ${intervalText(row)}, ${pEquation(row.pHolm)}${holm}`;
      return reasonOf('regression', row, `worse${than}: ${changeText(row)} (${numbers})`);
    });
}

function reasonOf(kind: 'regression' | 'under', row: ComparedMetric, fault: string): GateReason {
  const { suite, planner, baselinePlanner, metric } = row;
  const text = `${titleText(row)} of ${planner} in ${suite} is ${fault}`;
  return { kind, suite, planner, baselinePlanner, metric, text };
}

function findBelowFloor({ rows }: Comparison, { metric, value }: Floor): GateReason[] {
  return rows
    .filter((row) => row.metric === metric && row.candidate !== null && row.candidate < value)
    .map((row) => {
      const floor = row.unit === 'share' ? `${100 * value} %` : value;
      return reasonOf('under', row, `${valueText(row, 'candidate')}, under ${floor}`);
    });
}

function findMissing({ missing }: Comparison): GateReason[] {
  const [first, ...others] = missing.filter((pair) => pair.in === 'candidate');
  if (first === undefined) return [];
  const text = `the candidate lacks ${others.length + 1} of the baseline’s episodes, such as ${first.episode} (${first.why})`;
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
    throw invalid(`--fail-under needs a metric for which more is better; for "${metric}", less is better`);
  }
  if (compared.unit === 'share' && value > 1) {
    throw invalid(`--fail-under for "${metric}" must be a share of at most 1, such as 0.9; found "${text}"`);
  }
  return { metric, value };
}

export function readMargins(texts: readonly string[]): Margins {
  let share = 0;
  const metrics: Record<string, number> = {};
  for (const text of texts) {
    const [, name, amount = '', points] = /^(?:(\w+)=)?(\d+(?:\.\d+)?)(pp)?$/.exec(text) ?? [];
    const isShare = name === undefined || comparableMetric(name).compared.unit === 'share';
    if (amount === '' || isShare !== (points !== undefined)) {
      throw invalid(
        `--margin must be percentage points for shares, such as 5pp or success=5pp, or METRIC=NUMBER for other metrics, such as steps=2; found "${text}"`,
      );
    }
    const margin = isShare ? Number(amount) / 100 : Number(amount);
    if (name === undefined) share = margin;
    else metrics[name] = margin;
  }
  return { share, metrics };
}
