import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../cassettes/testing/tape_fixture.ts';
import { type Defects, defectsOf } from '../../../envs/household/virtualhome/virtualhome_defects.ts';
import { isLong } from '../../testing/run_count.ts';
import { programNames, readProgramOf } from './read_programs.ts';
import { simulateProgram } from './simulate_program.ts';

const ARCHIVE = fileURLToPath(new URL('../../../../shared/eai/eai-data.tar.xz', import.meta.url));
const folder = temporaryFolder(afterAll);
const DATASET = 'eai/src/virtualhome_eval/dataset/programs_processed_precond_nograb_morepreconds';
const EVERY = isLong ? 1 : 5;

describe.skipIf(!existsSync(ARCHIVE))('the released programs (skipped where ../shared/eai is absent)', () => {
  beforeAll(() => void execFileSync('tar', ['-xJf', ARCHIVE, '-C', folder, DATASET]));

  function simulated(defects: Defects) {
    const count = { programs: 0, executable: 0, states: 0, edges: 0 };
    const dataset = join(folder, DATASET);
    for (const [index, name] of programNames(dataset).entries()) {
      if (index % EVERY !== 0) continue;
      const { result } = simulateProgram(readProgramOf(dataset, name), defects);
      count.programs++;
      if (result.executable) count.executable++;
      if (result.statesEqual === true) count.states++;
      if (result.edgesEqual === true) count.edges++;
    }
    return count;
  }

  it('all run and end in the recorded states and edges, in edition released-programs', () => {
    const programs = EVERY === 1 ? 518 : 104;
    const all = { programs, executable: programs, states: programs, edges: programs };
    expect(simulated(defectsOf('released-programs'))).toEqual(all);
  });

  it('do not in the current edition, with FIND, posture and PUTOFF corrected', () => {
    const mended = defectsOf('v2.3', { without: ['find_raises', 'stale_character', 'putoff_raises'] });
    const { programs, executable, states, edges } = simulated(mended);
    if (EVERY === 1) expect([executable, states, edges]).toEqual([516, 518, 315]);
    expect(edges / programs).toBeLessThan(0.75);
  });
});
