import { expect, test } from 'vitest';
import { knownReplies } from './known_replies.ts';
import { playRound } from './play_round.ts';

const known = knownReplies();

test.each([2, 3, 4, 6])('playRound() finds nothing wrong in round %i', async (seed) => {
  let beats = 0;
  const { episodes, replies, ends, problems } = await playRound(seed, await known, () => void beats++);
  expect(problems).toEqual([]);
  expect(episodes).toBeGreaterThan(0);
  expect(ends).toHaveLength(episodes);
  expect(beats).toBeGreaterThanOrEqual(replies + episodes);
});
