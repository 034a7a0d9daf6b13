import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CommandFailure } from '../../io/errors/failure.ts';
import { tapedeck } from '../../testing/run_tapedeck.ts';
import { readSuite } from '../suites/suite.ts';
import { refuseForeignCode } from './foreign_code.ts';

const outside = mkdtempSync(join(tmpdir(), 'tapedeck-foreign-'));
const below = mkdtempSync(join(process.cwd(), 'node_modules', '.tapedeck-foreign-'));
afterAll(() => {
  for (const folder of [outside, below]) rmSync(folder, { recursive: true });
});

const PLANNER = `
  process.emit('tapedeck-code-ran');
  const options = { parse: () => ({}), safeParse: () => ({ success: true, data: {} }) };
  export const planner = {
    name: 'patient', title: 'Patient', worlds: ['household'], summary: '', options, promptSlots: {}, privileged: () => false,
    async *plan() { while (true) yield { kind: 'act', action: { verb: 'wait', args: [] } }; },
  };`;

/** A suite in a folder, with a planner of its own beside it in `code/`. */
function suiteIn(folder: string, planners: readonly string[]): string {
  mkdirSync(join(folder, 'code'), { recursive: true });
  writeFileSync(join(folder, 'code/patient.ts'), PLANNER);
  const suite = { name: 'brought', title: 'B', world: 'household', scenes: ['house_1'], tasks: 'table_1', model: 'm' };
  const path = join(folder, 'suite.json');
  writeFileSync(path, JSON.stringify({ ...suite, planners }));
  return path;
}

describe('refuseForeignCode()', () => {
  it('names the code that a suite from elsewhere would run', () => {
    const suite = readSuite(suiteIn(outside, ['llm_state', './code/patient.ts+a=1']));
    expect(() => refuseForeignCode(suite)).toThrow(CommandFailure);
    expect(() => refuseForeignCode(suite)).toThrow(`brings along: "${join(outside, 'code/patient.ts')}". Read it`);
  });

  it('lets a suite be that brings none, or lies in the current folder', () => {
    for (const path of [suiteIn(outside, ['llm_state']), suiteIn(below, ['./code/patient.ts']), 'household']) {
      const suite = readSuite(path);
      expect(() => refuseForeignCode(suite)).not.toThrow();
    }
  });

  it('is not misled by a link', () => {
    suiteIn(outside, ['./code/patient.ts']);
    symlinkSync(outside, join(below, 'link'), 'dir');
    expect(() => refuseForeignCode(readSuite(join(below, 'link/suite.json')))).toThrow(CommandFailure);
  });
});

describe('tapedeck run with a suite that brings a planner', () => {
  it('does not load it from outside the current folder, until that is allowed', async () => {
    const path = suiteIn(outside, ['./code/patient.ts']);
    const run = [
      'run',
      path,
      '--task',
      'open_fridge',
      '--tapes',
      join(outside, 'tapes'),
      '--out',
      join(outside, 'run'),
    ];
    let ran = 0;
    const count = () => {
      ran += 1;
    };
    process.on('tapedeck-code-ran' as 'exit', count);
    const refused = await tapedeck(...run);
    expect(refused).toMatchObject({ exitCode: 2, said: expect.stringContaining('if you trust it, add --allow-code') });
    expect(ran).toBe(0);
    const allowed = await tapedeck(...run, '--allow-code', '--json');
    expect(allowed.exitCode).toBe(0);
    expect(JSON.parse(allowed.out).episodes).toMatchObject([{ episode: 'brought/house_1/open_fridge/patient/1' }]);
    process.off('tapedeck-code-ran' as 'exit', count);
  });
});
