/**
 * Records a prompt set onto tapes by batch files that a script answers, and makes the tape in `planted/`.
 *
 * Run as a program, it writes that tape anew.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ran, tapedeck } from '../../testing/run_tapedeck.ts';
import { PLANTED_TASKS, scriptedHouse } from './scripted_house.ts';

export const PLANTED = fileURLToPath(new URL('planted', import.meta.url));
export const PLANTED_SETS = ['before', 'regression', 'reworded'];

/** Most rounds of questions and answers; an episode that goes wrong asks six times. */
const ROUNDS_MAX = 10;

/** The words of a run with a prompt set, on tapes in layers. */
export function plantedRun(prompts: string, tapes: readonly string[]): string[] {
  const layers = tapes.flatMap((folder) => ['--tapes', folder]);
  const which = [
    '--planner',
    'llm_state+states=false',
    '--scene',
    'house_1',
    ...PLANTED_TASKS.flatMap((task) => ['--task', task]),
  ];
  return ['run', 'household', ...which, '--model', 'scripted', '--prompts', `llm_state=${prompts}`, ...layers];
}

/** Records all that the set lacks onto the last of the tapes. Resolves to the last run. */
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
      const said = ['--provider', 'nobody', '--channel', channel, '--answered-on', 'unknown'];
      await tapedeck(
        'batch',
        'ingest',
        answers,
        ...layers,
        ...said,
        '--note',
        'A fixture of tests, which plants a regression.',
      );
    }
    throw new Error(`After ${ROUNDS_MAX} rounds something is still missing`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function answered(requests: string, answer: (prompt: string) => string): string {
  return requests
    .trim()
    .split('\n')
    .map((line) => {
      const { custom_id, body } = JSON.parse(line);
      const prompt = body.messages.map(({ content }: { content: string }) => content).join('\n');
      return `${JSON.stringify({ custom_id, content: answer(prompt) })}\n`;
    })
    .join('');
}

if (import.meta.main) {
  const tapes = join(PLANTED, 'tapes');
  rmSync(tapes, { recursive: true, force: true });
  for (const set of PLANTED_SETS) {
    const { exitCode, said } = await recordScripted(join(PLANTED, 'prompts', set), [tapes]);
    console.log(`${set}: exit code ${exitCode}\n${said}`);
  }
}
