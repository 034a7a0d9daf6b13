import { describe, expect, it, test } from 'vitest';
import { changed, RIGHT_DOMAIN, RIGHT_PROBLEM, RIGHT_SUBGOALS } from '../testing/pddl_corpus.ts';
import { shippedPrompts } from '../testing/shipped_prompts.ts';
import { playAtTable } from '../testing/small_table.ts';
import { delta } from './delta.ts';

const FILLS_UP = '(when (not (= ?surface table)) (not (on ?surface air)))';
const TO_PICK = '(and (in hand air)';

/** Flag that the system prompt promises → changes of the domain that use it. */
const PROMISED: Readonly<Record<string, readonly (readonly (readonly [right: string, other: string])[])[]>> = {
  ':strips': [[[FILLS_UP, '(not (on ?surface air))']]],
  ':typing': [
    [
      ['(:constants air hand table)', '(:types block - object)\n  (:constants air hand table - object)'],
      ['(?obj ?surface)', '(?obj - block ?surface - object)'],
    ],
  ],
  ':equality': [[[TO_PICK, '(and (not (= ?obj ?surface)) (in hand air)']]],
  ':negative-preconditions': [[[TO_PICK, '(and (not (in hand ?obj)) (in hand air)']]],
  ':disjunctive-preconditions': [
    [['?obj air) (on ?surface air))', '?obj air) (or (= ?surface table) (on ?surface air)))']],
    [[TO_PICK, '(and (imply (on ?surface ?obj) (under ?obj ?surface)) (in hand air)']],
  ],
  ':existential-preconditions': [
    [['(and (in hand ?obj) (on', '(and (in hand ?obj) (exists (?held) (and (in hand ?held) (not (= ?held air)))) (on']],
  ],
  ':universal-preconditions': [
    [['(on ?obj air) (on ?surface ?obj)', '(forall (?b) (or (= ?b air) (not (on ?obj ?b)))) (on ?surface ?obj)']],
  ],
  ':conditional-effects': [
    [],
    [
      [
        '(not (on ?surface ?obj)) (not (under ?obj ?surface))',
        '(forall (?b) (when (under ?obj ?b) (and (not (on ?b ?obj)) (not (under ?obj ?b)))))',
      ],
    ],
  ],
};

describe('the PDDL that the system prompt promises', () => {
  const prompt = shippedPrompts(delta).render('system', {});

  test('has an example of each flag here', () => {
    expect(prompt.match(/:[a-z-]+[a-z]/g)).toEqual(Object.keys(PROMISED));
  });

  it.each(Object.entries(PROMISED))('is planned with, by A* and LM-cut: %s', async (flag, all) => {
    const ofBlock = flag === ':typing' ? ' - block' : '';
    const problem = RIGHT_PROBLEM.replace('C_block_1)', `C_block_1${ofBlock})`);
    for (const changes of all) {
      const flags = [':strips :equality :negative-preconditions :conditional-effects', `:strips ${flag}`] as const;
      const domain = changed(RIGHT_DOMAIN, [flags, ...changes]);
      const { did, stacks } = await playAtTable(delta, { domain, problem, subgoals: RIGHT_SUBGOALS });
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
