import { expect, it, test } from 'vitest';
import { changed, RIGHT_DOMAIN, RIGHT_PROBLEM, RIGHT_SUBGOALS } from '../testing/pddl_corpus.ts';
import { shippedPrompts } from '../testing/shipped_prompts.ts';
import { playAtTable } from '../testing/small_table.ts';
import { delta } from './delta.ts';

const FLAGS =
  shippedPrompts(delta)
    .render('system', {})
    .match(/:[a-z-]+[a-z]/g) ?? [];

test('the system prompt of delta promises eight requirements', () => expect(FLAGS).toHaveLength(8));

it.each(FLAGS)('delta.plan() plans with the promised requirement %s', async (flag) => {
  const domain = changed(RIGHT_DOMAIN, [[':strips :equality', `:strips ${flag} :equality`]]);
  const { stacks } = await playAtTable(delta, { domain, problem: RIGHT_PROBLEM, subgoals: RIGHT_SUBGOALS });
  expect(stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
});

it.each([
  '(or (on C_block_1 B_block_1) (on B_block_1 C_block_1))',
  '(not (on table C_block_1))',
  '(exists (?above) (and (on B_block_1 ?above) (not (= ?above air))))',
  '(forall (?below) (not (and (under C_block_1 ?below) (= ?below table))))',
])('delta.plan() reaches a subgoal with %s', async (fact) => {
  const subgoals = `1. C off the table\n1.1 ${fact}\n1.2 (in hand air)\n1.3 (on B_block_1 C_block_1)`;
  const { stacks } = await playAtTable(delta, { domain: RIGHT_DOMAIN, problem: RIGHT_PROBLEM, subgoals });
  expect(stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
});
