import { describe, expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { understood } from '../testing/understood.ts';
import { namesToGround, readGrounding } from './read_grounding.ts';
import { readPlan } from './read_plan.ts';
import { readState } from './state_words.ts';
import { planJson } from './testing/tower_episode.ts';

const KNOWN = { names: ['first block', 'Second Block'], blocks: ['K_block_1', 'M_block_1', 'S_block_1'] };

function grounded(reply: string, log = new ParseLog()): [string, string][] {
  return [...understood(readGrounding(reply, KNOWN, log))];
}

describe('readGrounding()', () => {
  test.each([
    ['as asked', '{"first block": "K_block_1", "Second Block": "M_block_1"}'],
    ['in other spellings', '```\n{"the First block": "k_block_1", "second  block": " M_BLOCK_1 "}\n```'],
    ['with other names', '{"table": "table", "first block": "K_block_1", "second block": "M_block_1", "x": null}'],
  ])('%s', (_, reply) => {
    expect(grounded(reply)).toEqual([
      ['first block', 'K_block_1'],
      ['second block', 'M_block_1'],
    ]);
  });

  test('tells which names nobody asked for', () => {
    const log = new ParseLog();
    grounded('{"hand": "hand", "first block": "K_block_1", "second block": "M_block_1"}', log);
    expect(log.note('grounding', 2)).toMatchObject({ discarded: [{ kind: 'not_asked', text: 'hand' }] });
  });

  test.each([
    ['K_block_1', 'parse', 'expected a JSON object'],
    ['{"first block": ["K_block_1"]}', 'schema', 'the mapping has another form: first block'],
    ['{"first block": "K_block_1"}', 'grounding', '"Second Block" is given no object'],
    ['{"first block": null}', 'grounding', '"first block" is given no object'],
    ['{"first block": "Z_block_1"}', 'grounding', '"first block" is given "Z_block_1", which is not there'],
    ['{"first block": "table"}', 'grounding', '"first block" is given "table", which is not there'],
    [
      '{"first block": "K_block_1", "second block": "k_block_1"}',
      'grounding',
      'Second Block" are both given "K_block_1"',
    ],
  ])('refuses %s', (reply, failure, problem) => {
    const reading = readGrounding(reply, KNOWN, new ParseLog());
    expect(reading).toEqual({ ok: false, failure, problem: expect.stringContaining(problem) });
  });
});

describe('namesToGround()', () => {
  test('are those of all effects, each once, without what is never grounded', () => {
    const plan = planJson({ moved: 'B', onto: 'A' }, { moved: 'C', onto: 'the b' });
    expect(namesToGround(understood(readPlan(plan, new ParseLog())).foon.units)).toEqual(['A', 'B', 'C']);
  });

  test('are also those that only a state speaks of', () => {
    const effects = ['on saucer', 'in robot hand'].map(readState);
    const cup = { label: 'cup', states: effects, inMotion: false, isGoal: false };
    const before = { ...cup, states: [readState('on shelf')] };
    const unit = { inputs: [before], motion: { label: 'pour' }, outputs: [cup] } as const;
    expect(namesToGround([unit])).toEqual(['cup', 'saucer']);
  });
});
