import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isLong } from '../../testing/run_count.ts';
import { FALSE_ALARMS, falseAlarmLine, POWERS, powerLine, type Simulated } from './simulated_gate.ts';

const PAGE = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** By default the small ones; with TAPEDECK_TEST_FACTOR=5, as at night, all. */
const isPlayed = ({ tasks, planners = 1 }: Simulated) => isLong || (tasks <= 15 && planners === 1);

it('gate() gives a false alarm in at most one of twenty comparisons, as the README says', () => {
  const figures = [...PAGE.matchAll(/^\| [^|]+ \| (?:independent|by task) +\| +([\d.]+) % \|/gm)];
  expect(figures.length).toBe(FALSE_ALARMS.length);
  expect(Math.max(...figures.map(([, figure]) => Number(figure)))).toBeLessThanOrEqual(5);
});

it.for(FALSE_ALARMS.filter(isPlayed))('gate() gives as many false alarms as the README says: %o', async (simulated) => {
  expect(PAGE).toContain(`${await falseAlarmLine(simulated)}\n`);
});

it.for(POWERS.filter(([first]) => first !== undefined && isPlayed(first)))(
  'gate() finds losses as often as the README says: %o',
  async (...[all]) => {
    expect(PAGE).toContain(`${await powerLine(all)}\n`);
  },
);
