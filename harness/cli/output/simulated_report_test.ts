import { describe, expect, it } from 'vitest';
import { simulatedLines } from './simulated_report.ts';

describe('simulatedLines()', () => {
  it.each([
    [null, 'record', []],
    [{ fromTape: 3, asked: 0 }, 'replay', ['The simulator: 3 answers from the tape']],
    [{ fromTape: 1, asked: 2 }, 'record', ['The simulator: 1 answer from the tape, 2 recorded']],
    [{ fromTape: 0, asked: 2 }, 'live', ['The simulator gave 2 answers; none is recorded']],
  ] as const)('says of %j, in mode %s, how many came from where', (simulated, simulatorMode, lines) => {
    expect(simulatedLines({ simulated }, { simulatorMode })).toEqual(lines);
  });

  it('says that no simulator was asked, where it could have been', () => {
    const lines = simulatedLines({ simulated: { fromTape: 3, asked: 0 } }, { simulatorMode: 'record' });
    expect(lines.at(-1)).toContain('--simulator-mode rerecord');
  });
});
