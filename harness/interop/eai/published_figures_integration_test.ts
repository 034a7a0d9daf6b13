import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../cassettes/testing/tape_fixture.ts';
import { isLong } from '../../testing/run_count.ts';
import { tapedeck } from '../../testing/run_tapedeck.ts';
import { EaiCheckout } from './checkout/checkout.ts';
import { readTransitionTasks } from './checkout/tasks.ts';

const ARCHIVE = fileURLToPath(new URL('../../../../shared/eai/eai-data.tar.xz', import.meta.url));
const ANSWERS = 'src/VIRTUALHOME/AgentEval-main/virtualhome_eval/llm_response';
const MODELS = [
  ...['claude-3-opus-20240229', 'gpt-3.5-turbo-0125', 'gpt-4o-2024-05-13'],
  ...['llama-3-8b-chat', 'mixtral-8x22b-instruct-v0.1'],
];
/** Percentage points; the published figures are rounded, and one is cut off. */
const NEAR = 0.11;

describe.skipIf(!existsSync(ARCHIVE))('the published figures (skipped where ../shared/eai is absent)', () => {
  const folder = temporaryFolder(afterAll);
  const checkout = join(folder, 'eai');
  beforeAll(() => execFileSync('tar', ['-xJf', ARCHIVE, '-C', folder]), 300_000);

  it.each([
    ['goal_interpretation', 'goal_interpretation', 1],
    ['action_sequencing', 'action_sequencing', 2],
    ['transition_modeling', 'transition_modeling_virtualhome', 2],
  ])(
    'come out: %s',
    async (evaluation, place, count) => {
      const answers = MODELS.map((model) => join(checkout, ANSWERS, place, `${model}_outputs.json`));
      const { exitCode, out } = await tapedeck('eai', evaluation, '--eai', checkout, '--answers', ...answers, '--json');
      expect(exitCode).toBe(0);
      const compared = JSON.parse(out).flatMap(({ figures }: { figures: Figure[] }) =>
        figures.filter(({ published }) => published !== null),
      );
      expect(compared).toHaveLength(MODELS.length * count);
      expect(compared.filter(({ eai, published }: Figure) => Math.abs(eai - published!) > NEAR)).toEqual([]);
    },
    600_000,
  );

  it.runIf(isLong)(
    'are reproduced if answers may name the object "character"',
    async () => {
      const { tasks } = readTransitionTasks(new EaiCheckout(checkout));
      const answers = tasks.map(({ id, gold }) => {
        const actions = [...gold].map(([name, { parameters, precondition, effect }]) => {
          const [before, after] = [precondition, effect].map((body) => body.replaceAll(/\?char\b/g, 'character'));
          return `(:action ${name} :parameters ${parameters} :precondition ${before} :effect ${after})`;
        });
        return { identifier: id, llm_output: JSON.stringify({ output: actions.join('\n') }) };
      });
      const file = join(folder, 'named.json');
      writeFileSync(file, JSON.stringify(answers));
      const { out } = await tapedeck('eai', 'transition_modeling', '--eai', checkout, '--answers', file, '--json');
      const success = expect.objectContaining({ figure: 'planner_success', eai: 100 });
      expect(JSON.parse(out)[0].figures).toContainEqual(success);
    },
    600_000,
  );
});

type Figure = { figure: string; eai: number; published: number | null };
