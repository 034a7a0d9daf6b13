import { describe, expect, it, test } from 'vitest';
import { changed, RIGHT_DOMAIN, RIGHT_PROBLEM, RIGHT_SUBGOALS } from '../testing/pddl_corpus.ts';
import { shippedPrompts } from '../testing/shipped_prompts.ts';
import { playAtTable } from '../testing/small_table.ts';
import { delta } from './delta.ts';

type Replies = { readonly domain: string; readonly problem?: string };

function withFlag(flag: string, ...changes: readonly (readonly [right: string, other: string])[]): string {
  return changed(RIGHT_DOMAIN, [
    [':strips :equality :negative-preconditions :conditional-effects', `:strips ${flag}`],
    ...changes,
  ]);
}

const NOTHING_ON_IT = '(on ?obj air) (on ?surface ?obj)';
const FILLS_UP = '(when (not (= ?surface table)) (not (on ?surface air)))';

/** What the system prompt promises → a domain that lives by it. */
const PROMISED: Readonly<Record<string, readonly Replies[]>> = {
  ':strips': [{ domain: withFlag('', [FILLS_UP, '(not (on ?surface air))']) }],
  ':typing': [
    {
      domain: withFlag(
        ':typing',
        ['(:constants air hand table)', '(:types block - object)\n  (:constants air hand table - object)'],
        ['(?obj ?surface)', '(?obj - block ?surface - object)'],
      ),
      problem: RIGHT_PROBLEM.replace('C_block_1)', 'C_block_1 - block)'),
    },
  ],
  ':equality': [
    { domain: withFlag(':equality', ['(and (in hand air)', '(and (not (= ?obj ?surface)) (in hand air)']) },
  ],
  ':negative-preconditions': [
    { domain: withFlag(':negative-preconditions', ['(and (in hand air)', '(and (not (in hand ?obj)) (in hand air)']) },
  ],
  ':disjunctive-preconditions': [
    {
      domain: withFlag(':disjunctive-preconditions', [
        '(under ?obj air) (on ?surface air))',
        '(under ?obj air) (or (= ?surface table) (on ?surface air)))',
      ]),
    },
    {
      domain: withFlag(':disjunctive-preconditions', [
        '(and (in hand air)',
        '(and (imply (on ?surface ?obj) (under ?obj ?surface)) (in hand air)',
      ]),
    },
  ],
  ':existential-preconditions': [
    {
      domain: withFlag(':existential-preconditions', [
        '(and (in hand ?obj) (on',
        '(and (in hand ?obj) (exists (?held) (and (in hand ?held) (not (= ?held air)))) (on',
      ]),
    },
  ],
  ':universal-preconditions': [
    {
      domain: withFlag(':universal-preconditions', [
        NOTHING_ON_IT,
        '(forall (?above) (or (= ?above air) (not (on ?obj ?above)))) (on ?surface ?obj)',
      ]),
    },
  ],
  ':conditional-effects': [
    { domain: withFlag(':conditional-effects') },
    {
      domain: withFlag(':conditional-effects', [
        '(not (on ?surface ?obj)) (not (under ?obj ?surface))',
        '(forall (?below) (when (under ?obj ?below) (and (not (on ?below ?obj)) (not (under ?obj ?below)))))',
      ]),
    },
  ],
};

describe('the PDDL that the system prompt promises', () => {
  const prompt = shippedPrompts(delta).render('system', {});

  test('has an example of each flag here', () => {
    expect(prompt.match(/:[a-z-]+[a-z]/g)).toEqual(Object.keys(PROMISED));
  });

  it.each(Object.entries(PROMISED))('is planned with, by A* and LM-cut: %s', async (_, all) => {
    for (const replies of all) {
      const right = { problem: RIGHT_PROBLEM, subgoals: RIGHT_SUBGOALS };
      const { did, stacks } = await playAtTable(delta, { ...right, ...replies });
      expect(did.at(-1)).toBe('stop: plan_completed');
      expect(stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
    }
  });

  it.each([
    ['a disjunction', '(or (on C_block_1 B_block_1) (on B_block_1 C_block_1))'],
    ['a negation', '(not (on table C_block_1))'],
    ['a quantifier', '(exists (?above) (and (on B_block_1 ?above) (not (= ?above air))))'],
    ['a quantifier over all', '(forall (?below) (not (and (under C_block_1 ?below) (= ?below table))))'],
  ])('may stand in subgoals: %s', async (_, fact) => {
    const subgoals = `1. C off the table\n1.1 ${fact}\n1.2 (in hand air)\n1.3 (on B_block_1 C_block_1)`;
    const { did, stacks } = await playAtTable(delta, { domain: RIGHT_DOMAIN, problem: RIGHT_PROBLEM, subgoals });
    expect(did.at(-1)).toBe('stop: plan_completed');
    expect(stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
  });
});
