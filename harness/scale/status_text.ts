/**
 * How far a sweep has come, in words.
 *
 * @module
 */
import type { Screen } from '../io/screen.ts';
import { plainTable } from '../tables/plain_table.ts';
import { usdText } from './engine/budget.ts';
import { FAILED_SHOWN, type FailedCell, type ModelStatus, type SweepStatus } from './engine/sweep_engine.ts';

const NUMBERS = new Intl.NumberFormat('en-US');

/** A line a model, and what keeps the sweep from going on. */
export function statusText(status: SweepStatus, screen?: Screen): string {
  const { name, stopped, models, budget, uncollected, workers, failed } = status;
  const header = ['model', 'done', 'active', 'waiting', 'failed', 'calls', 'tokens', 'cost'];
  const table = plainTable(header, models.map(modelLine), {
    screen,
    always: ['model', 'done', 'failed'],
    next: ['waiting', 'cost'],
  });
  const spent = models.reduce((sum, { nanoUsd }) => sum + nanoUsd, 0);
  const lines = [
    `Sweep "${name}": ${stopped === null ? progressOf(models) : `stopped: ${stopped}`}`,
    '',
    table,
    '',
    `${usdText(spent)} spent${budget === null ? '' : ` of ${budget} USD`}; ${count(workers, 'worker')}; ${count(uncollected, 'answer')} not on a tape yet`,
    ...failed.map(failureLine),
  ];
  const failures = models.reduce((sum, { cells }) => sum + cells.failed, 0);
  if (failures > FAILED_SHOWN) lines.push(`… and ${failures - FAILED_SHOWN} more`);
  return lines.join('\n');
}

/** `12 of 75 cells, 2 failed`. */
export function progressOf(models: readonly ModelStatus[]): string {
  const sum = (of: (cells: ModelStatus['cells']) => number) =>
    models.reduce((total, { cells }) => total + of(cells), 0);
  const [done, failed] = [sum((cells) => cells.done), sum((cells) => cells.failed)];
  const all = sum((cells) => cells.done + cells.failed + cells.active + cells.waiting);
  return `${NUMBERS.format(done)} of ${count(all, 'cell')} done${failed === 0 ? '' : `, ${failed} failed`}`;
}

function modelLine({ model, cells, calls, promptTokens, completionTokens, nanoUsd }: ModelStatus): string[] {
  const numbers = [cells.done, cells.active, cells.waiting, cells.failed, calls, promptTokens + completionTokens];
  return [model, ...numbers.map((number) => NUMBERS.format(number)), usdText(nanoUsd)];
}

function failureLine({ cell, attempts, failure }: FailedCell): string {
  const { address, episode, cause } = failure;
  const request =
    address === undefined
      ? ''
      : `request ${address.key.slice(0, 12)}, occurrence ${address.occurrence}, of ${episode}: `;
  return `Failed after ${count(attempts, 'attempt')}: ${cell}: ${request}${cause}`;
}

function count(number: number, what: string): string {
  return `${NUMBERS.format(number)} ${what}${number === 1 ? '' : 's'}`;
}
