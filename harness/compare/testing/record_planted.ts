/** Run as a program, it writes the tape in `planted/` anew. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ran, tapedeck } from '../../testing/run_tapedeck.ts';
import { PLANTED_TASKS, scriptedHouse } from './scripted_house.ts';

export const PLANTED = fileURLToPath(new URL('planted', import.meta.url));
export const PLANTED_SETS = ['before', 'regression', 'reworded'];

/** An episode that goes wrong asks six times. */
const ROUNDS_MAX = 10;

export function plantedRun(prompts: string, tapes: readonly string[]): string[] {
  const layers = tapes.flatMap((folder) => ['--tapes', folder]);
  const which = '--planner llm_state+states=false --scene house_1 --model scripted'.split(' ');
  const tasks = PLANTED_TASKS.flatMap((task) => ['--task', task]);
  return ['run', 'household', ...which, ...tasks, '--prompts', `llm_state=${prompts}`, ...layers];
}

/** Records what the set lacks onto the last tape, with answers of the script. Resolves to the last run. */
export async function recordScripted(prompts: string, tapes: readonly string[]): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-scripted-'));
  const layers = tapes.flatMap((each) => ['--tapes', each]);
  const answer = scriptedHouse();
  try {
    for (let round = 1; round <= ROUNDS_MAX; round += 1) {
      const run = join(folder, `run_${round}`);
      const ran = await tapedeck(...plantedRun(prompts, tapes), '--mode', 'batch', '--out', run);
      if (ran.exitCode !== 3) return ran;
      const [requests, answers] = [join(folder, `requests_${round}.jsonl`), join(folder, `answers_${round}.jsonl`)];
      await tapedeck('batch', 'export', run, '-o', requests, ...layers);
      writeFileSync(answers, answered(readFileSync(requests, 'utf8'), answer));
      const channel = 'a script, harness/compare/testing/scripted_house.ts; no language model answered';
      const note = 'A fixture of tests, which plants a regression.';
      const source = ['--provider', 'nobody', '--channel', channel, '--answered-on', 'unknown', '--note', note];
      await tapedeck('batch', 'ingest', answers, ...layers, ...source);
    }
    throw new Error(`After ${ROUNDS_MAX} rounds something is still missing`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function answered(requests: string, answer: (prompt: string) => string): string {
  const lines = requests
    .trim()
    .split('\n')
    .map((line) => {
      const { custom_id, body } = JSON.parse(line);
      const prompt = body.messages.map(({ content }: { content: string }) => content).join('\n');
      return `${JSON.stringify({ custom_id, content: answer(prompt) })}\n`;
    });
  return lines.join('');
}

if (import.meta.main) {
  const tapes = join(PLANTED, 'tapes');
  rmSync(tapes, { recursive: true, force: true });
  for (const set of PLANTED_SETS) {
    const { exitCode, said } = await recordScripted(join(PLANTED, 'prompts', set), [tapes]);
    console.log(`${set}: exit code ${exitCode}\n${said}`);
  }
}
