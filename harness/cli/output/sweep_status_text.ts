import type { Screen } from '../../io/screen.ts';
import { progressText } from '../../run/progress.ts';
import { usdText } from '../../scale/budget.ts';
import { FAILED_SHOWN, type FailedCell, type ModelStatus, type SweepStatus } from '../../scale/sweep_engine.ts';
import { plainTable } from '../../tables/plain_table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { count, NUMBERS } from './missing_answers.ts';

export function statusText(status: SweepStatus, screen?: Screen): string {
  const { name, stopped, models, budget, uncollected, workers, failed } = status;
  const header = ['model', 'done', 'active', 'waiting', 'failed', 'calls', 'tokens', 'cost'];
  const layout = { screen, always: ['model', 'done', 'failed'], next: ['waiting', 'cost'] };
  const totals = totalsOf(status);
  const spent = `${usdText(totals.nanoUsd)} spent${budget === null ? '' : ` of ${budget} USD`}`;
  const failures = totals.failed === 0 ? '' : `, ${totals.failed} failed`;
  const done = `${NUMBERS.format(totals.done)} of ${count(totals.all, 'cell')} done${failures}`;
  const lines = [
    `Sweep "${name}": ${stopped === null ? done : `stopped: ${stopped}`}`,
    '',
    plainTable(header, models.map(modelLine), layout),
    '',
    `${spent}; ${count(workers, 'worker')}; ${count(uncollected, 'answer')} not on a tape yet`,
    ...failed.map(failureLine),
  ];
  if (totals.failed > FAILED_SHOWN) lines.push(`… and ${totals.failed - FAILED_SHOWN} more`);
  return lines.join('\n');
}

function modelLine({ model, cells, calls, promptTokens, completionTokens, nanoUsd }: ModelStatus): string[] {
  const numbers = [cells.done, cells.active, cells.waiting, cells.failed, calls, promptTokens + completionTokens];
  return [model, ...numbers.map((number) => NUMBERS.format(number)), usdText(nanoUsd)];
}

function failureLine({ cell, attempts, failure: { address, episode, cause } }: FailedCell): string {
  const request =
    address === undefined
      ? ''
      : `request ${address.key.slice(0, 12)}, occurrence ${address.occurrence}, of ${episode}: `;
  return `Failed after ${count(attempts, 'attempt')}: ${cell}: ${request}${cause}`;
}

export function sweepProgress({ progress, clock = () => 0 }: Terminal): (status: SweepStatus) => void {
  let first: { readonly ms: number; readonly done: number; readonly calls: number } | null = null;
  return (status) => {
    const now = { ms: clock(), ...totalsOf(status) };
    first ??= now;
    const [elapsedMs, calls, done] = [now.ms - first.ms, now.calls - first.calls, now.done - first.done];
    const text = progressText({ done, total: now.all - first.done, elapsedMs, calls, tokens: now.tokens });
    const perMinute = elapsedMs > 0 && calls > 0 ? `, ${Math.round((60_000 * calls) / elapsedMs)} calls/min` : '';
    const failed = now.failed === 0 ? '' : `, ${now.failed} failed`;
    progress(
      `${text} cells${perMinute}, ${usdText(now.nanoUsd)}${failed}${status.stopped === null ? '' : `; ${status.stopped}`}`,
    );
  };
}

function totalsOf({ models }: SweepStatus) {
  const totals = { all: 0, done: 0, failed: 0, calls: 0, tokens: 0, nanoUsd: 0 };
  for (const { cells, calls, promptTokens, completionTokens, nanoUsd } of models) {
    totals.all += cells.waiting + cells.active + cells.done + cells.failed;
    totals.done += cells.done;
    totals.failed += cells.failed;
    totals.calls += calls;
    totals.tokens += promptTokens + completionTokens;
    totals.nanoUsd += nanoUsd;
  }
  return totals;
}
