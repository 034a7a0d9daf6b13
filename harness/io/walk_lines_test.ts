import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ScriptLineError } from '../../envs/household/virtualhome/scripts/script_line.ts';
import type { SimulatedStep, Simulator } from '../../envs/household/virtualhome/scripts/simulator.ts';
import { readJsonLine, simulateLine } from './walk_lines.ts';

function counting(): Simulator & { resets: number } {
  let count = 0;
  return {
    resets: 0,
    reset() {
      this.resets++;
      count = 0;
    },
    step(line): SimulatedStep {
      if (line === '[BAD]') throw new ScriptLineError(line, 2, 'unknown action "BAD"');
      return { ok: true, message: null, rh: ++count, lh: null, room: 1 };
    },
  };
}

const source = { path: 'walks.jsonl', line: 7 };

describe('simulateLine()', () => {
  it('carries out a walk from the beginning, every time', () => {
    const simulator = counting();
    for (let round = 0; round < 2; round++) {
      const steps = simulateLine('{"walk": 3, "steps": ["[A]", "[B]"]}', simulator, source);
      expect(steps.map(({ rh }) => rh)).toEqual([1, 2]);
    }
    expect(simulateLine('{"steps": []}', simulator, source)).toEqual([]);
    expect(simulator.resets).toBe(3);
  });

  it.each([
    [
      '{"steps": ["[A]", "[BAD]"]}',
      'column 19, field steps[1]: Cannot read script line "[BAD]", column 2: unknown action',
    ],
    ['{"steps": ["[A]", 3]}', 'column 19, field steps[1]: expected a string, found 3'],
    ['{"step": ["[A]"]}', 'column 1, field steps: expected an array, found nothing'],
    ['', 'column 1: expected JSON (value expected), found the end of the text'],
  ])('refuses %s, and says where', (text, message) => {
    expect(() => simulateLine(text, counting(), source)).toThrow(`Cannot read "walks.jsonl", line 7, ${message}`);
  });
});

it('readJsonLine() gives the value, and errors of meaning with the line of the file', () => {
  const { value, problem } = readJsonLine('{"at": [1, 2]}', z.object({ at: z.array(z.number()) }), source);
  expect(value).toEqual({ at: [1, 2] });
  expect(problem(['at', 1], 'an odd number')).toMatchObject({ line: 7, column: 12, field: 'at[1]', found: '2' });
});
