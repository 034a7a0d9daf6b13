/**
 * LLM-State's printed figures: that the data is consistent.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import { publishedLlmState } from './published.ts';

describe('publishedLlmState()', () => {
  const { methods, table_1: tableOne, table_2: tableTwo } = publishedLlmState();

  it('holds 8 simple and 7 hard tasks with a value for each method', () => {
    expect(tableOne.rows.filter((row) => row.level === 'simple')).toHaveLength(8);
    expect(tableOne.rows.filter((row) => row.level === 'hard')).toHaveLength(7);
    for (const row of tableOne.rows) {
      expect(row.successes).toHaveLength(methods.length);
      expect(row.averageSteps).toHaveLength(methods.length);
    }
  });

  it('has average steps that are whole sums over five runs, and the cap where every run failed', () => {
    for (const row of tableOne.rows) {
      row.averageSteps.forEach((steps, method) => {
        expect(Math.abs(steps * 5 - Math.round(steps * 5))).toBeLessThan(1e-9);
        if (row.successes[method] === 0) expect(steps).toBe(row.cap);
        else expect(steps).toBeLessThan(row.cap);
      });
    }
  });

  it('gives the mean average steps that follow from the rows', () => {
    const means = (level: string) =>
      methods.map((_, method) => {
        const rows = tableOne.rows.filter((row) => row.level === level);
        return rows.reduce((sum, row) => sum + (row.averageSteps[method] ?? 0), 0) / rows.length;
      });
    expect(means('simple').map((mean) => mean.toFixed(2))).toEqual(['15.35', '12.13', '10.88', '10.48']);
    expect(means('hard').map((mean) => mean.toFixed(2))).toEqual(['91.43', '91.43', '88.94', '63.83']);
  });

  it('prints the same means for the methods that both tables show', () => {
    for (const mean of tableOne.means) {
      const second = tableTwo.means.find(({ level }) => level === mean.level);
      for (const method of ['without_states', 'llm_state']) {
        expect(Number(second?.successPercent[tableTwo.methods.indexOf(method)])).toBe(
          Number(mean.successPercent[methods.indexOf(method)]),
        );
      }
    }
  });
});
