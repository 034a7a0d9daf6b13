/** The planner in Python keeps the contract, and plays from the shipped tape as the built-in LLM-Planner does. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { plannerContract } from '../../../../planners/kit/planner_contract.ts';
import { setCappedTimeout } from '../../../../planners/pddl/plan/bounded_process.ts';
import { SmallTable } from '../../../../planners/testing/small_table.ts';
import { programPlanner, readProgramCommand } from '../../../episode/any_language/program_planner.ts';
import { ProgramProcess } from '../../../episode/any_language/program_process.ts';
import { PLACES } from '../../../io/places.ts';
import { tapedeck } from '../../../testing/run_tapedeck.ts';
import { storedTrace } from '../../../testing/stored_traces.ts';

const PYTHON = spawnSync('python3', ['--version']).status === 0;
const COMMAND = 'cmd:python3 harness/package/examples/python/llm_planner.py';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-python-'));
afterAll(() => rmSync(folder, { recursive: true }));

function events(run: string, planner: string, scene: string): string {
  const task = scene.slice(0, -'_01'.length);
  const text = storedTrace(run, `tabletop/${scene}/${task}/${planner}/1`);
  return text.slice(text.indexOf('\n'));
}

describe.skipIf(!PYTHON)('llm_planner.py (skipped where there is no python3)', () => {
  it('plays episodes from the shipped tape byte for byte as the built-in planner', async () => {
    // Solved; stopped where an action is refused; and the longest.
    const scenes = ['tower_3_01', 'spelling_skill_01', 'organize_444_01'];
    const planners = { built: 'llm_planner', own: COMMAND };
    for (const [name, planner] of Object.entries(planners)) {
      const words = ['run', 'tabletop', '--shipped', '--planner', planner, '--out', join(folder, name)];
      const { exitCode, said } = await tapedeck(...words, ...scenes.flatMap((scene) => ['--scene', scene]));
      expect(exitCode, said).toBe(0);
    }
    for (const scene of scenes)
      expect(events(join(folder, 'own'), COMMAND, scene)).toBe(events(join(folder, 'built'), planners.built, scene));
  });

  // Without site packages, each of a hundred starts takes two thirds of the time.
  const { command } = readProgramCommand(COMMAND.replace('python3', 'python3 -I -S'), PLACES.root);
  const talk = () =>
    new ProgramProcess(command, {
      limits: { startS: 60, decisionS: 60 },
      clock: () => performance.now(),
      startTimer: setCappedTimeout,
      onStderr() {},
    });
  plannerContract(programPlanner(COMMAND, {}, talk), {
    describe,
    it,
    observation: new SmallTable().observe(),
    replies: { plan: ['1. pick(C_block_1, table)\n2. place(C_block_1, B_block_1)'] },
    hugeReplies: { plan: [`1. pick(C_block_1, table)\n${'x\n'.repeat(100_000)}`] },
  });
});
