import { expect, test } from 'vitest';
import { recording } from '../testing/tape_fixture.ts';
import { missingAnswers } from './missing_answers.ts';

const TOKENS = 8; // seven around `toast`, and one for it

test('missingAnswers() counts episodes, calls and tokens of each planner, and what they share once in all', async () => {
  const missing = await missingAnswers([
    unanswered('toast', ['llm_state', 'progprompt']),
    unanswered('toast', ['llm_state'], { task: 'house_2/make_toast' }),
    unanswered('toast', ['llm_state'], { suite: 'ablations' }),
  ]);
  expect(missing).toEqual({
    planners: [
      { planner: 'llm_state', episodes: 3, calls: 2, promptTokens: 2 * TOKENS },
      { planner: 'progprompt', episodes: 1, calls: 1, promptTokens: TOKENS },
    ],
    all: { calls: 2, promptTokens: 2 * TOKENS },
  });
});

test('missingAnswers() counts several calls of one episode, and says nothing of nobody', async () => {
  const calls = [1, 2].map((occurrence) => unanswered('toast', ['llm_state'], { occurrence }));
  expect((await missingAnswers(calls)).planners).toMatchObject([{ episodes: 1, calls: 2 }]);
  expect(await missingAnswers([unanswered('toast', [])])).toEqual({
    planners: [],
    all: { calls: 1, promptTokens: TOKENS },
  });
  expect(await missingAnswers([])).toEqual({ planners: [], all: { calls: 0, promptTokens: 0 } });
});

function unanswered(
  prompt: string,
  planners: readonly string[],
  { suite = 'household', task = 'house_1/make_toast', occurrence = 1 } = {},
) {
  const { entry, request } = recording(prompt, { task, occurrence });
  const { trial, key } = entry;
  return { suite, planners, address: { task, trial, key, occurrence }, request };
}
