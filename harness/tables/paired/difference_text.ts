import { moneyText } from '../../trace/metrics/prices.ts';
import type { ComparedMetric, Verdict } from './compared_metrics.ts';

type Row = ComparedMetric;

export function titleText({ title, over }: Pick<Row, 'title' | 'over'>): string {
  return over === null ? title : `${title} (${over})`;
}

export function valueText(row: Row, side: 'baseline' | 'candidate'): string {
  const value = row[side];
  if (value === null) return 'n/a';
  if (row.unit === 'money') return moneyText(value);
  if (row.unit === 'number') return value.toFixed(2);
  const percent = `${(100 * value).toFixed(1)} %`;
  return row.test === 'mcnemar' ? `${Math.round(value * row.pairs)}/${row.pairs} ${percent}` : percent;
}

export function changeText(row: Row): string {
  return `${valueText(row, 'baseline')} → ${valueText(row, 'candidate')}`;
}

export function differenceText({ difference, unit }: Pick<Row, 'difference' | 'unit'>): string {
  return difference === null ? 'n/a' : `${signed(difference, unit)}${unit === 'share' ? ' pp' : ''}`;
}

export function intervalText({ interval, unit }: Pick<Row, 'interval' | 'unit'>): string {
  return interval === null ? 'n/a' : `${signed(interval.low, unit)} to ${signed(interval.high, unit)}`;
}

function signed(value: number, unit: Row['unit']): string {
  if (unit === 'money') return signedText(moneyText(value));
  return signedText(unit === 'share' ? (100 * value).toFixed(1) : value.toFixed(2));
}

export function signedText(text: string): string {
  if (Number(text) === 0) return text.replace('-', '');
  return Number(text) > 0 ? `+${text}` : text.replace('-', '−');
}

export function pText(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

export function pEquation(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${pText(p)}`;
}

export const VERDICTS: Readonly<Record<Verdict, string>> = {
  better: 'better',
  worse: 'worse',
  equal: 'the same in every pair',
  within_margin: 'no difference beyond the margin',
  too_few: 'too few pairs to tell',
};

type VerdictRow = Pick<Row, 'verdict' | 'detectable' | 'unit' | 'test'>;

export function detectableText({ verdict, detectable, unit, test }: VerdictRow): string {
  if (verdict === 'better' || verdict === 'worse') return '';
  if (detectable === null) return test === 'mcnemar' ? 'none' : '';
  if (unit === 'money') return moneyText(detectable);
  return unit === 'share' ? `${(100 * detectable).toFixed(1)} pp` : detectable.toFixed(2);
}

export function verdictText(row: VerdictRow): string {
  return `${VERDICTS[row.verdict]}${hiddenText(row)}`;
}

export function hiddenText(row: VerdictRow): string {
  const least = detectableText(row);
  if (least === '') return '';
  return least === 'none' ? '; no difference could show' : `; a difference below ${least} could go unseen`;
}
