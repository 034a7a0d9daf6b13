import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../ask_until_read.ts';
import { ParseLog } from '../parse_log.ts';
import { arbitraryText, repeated } from '../testing/arbitrary_text.ts';
import { readSteps } from './read_steps.ts';

const BLOCKS = ['K_block_1', 'L_block_1'];

function read(text: string) {
  const log = new ParseLog();
  const reading: Reading<readonly { verb: string; args: readonly string[] }[]> = readSteps(text, BLOCKS, log);
  const steps = reading.ok ? reading.value.map(({ verb, args }) => `${verb} ${args.join(' ')}`) : null;
  return { reading, steps, note: log.note('plan', 0) };
}

const PICK = 'pick K_block_1 table';
const PLACE = 'place K_block_1 L_block_1';

describe('readSteps()', () => {
  it.each([
    'pick(K_block_1, table)\nplace(K_block_1, L_block_1)',
    '1) pick(K_block_1,table)\n2) place(K_block_1,L_block_1)',
    '1: pick(K_block_1, table)\n2: place(K_block_1, L_block_1)',
    '**1.** `pick(K_block_1, table)`\n**2.** `place(K_block_1, L_block_1)`',
    '- 1. pick (K_block_1, table)\n- 2. place (K_block_1, L_block_1)',
    'Step 1: PICK(k_block_1, Table)\nStep 2: Place(K_BLOCK_1, l_block_1)',
    'Plan:\n```\n1. pick(K_block_1, table)\n2. place(K_block_1, L_block_1)\n```\nThat is all (I hope).',
    '1. pick("K_block_1", "table")\n2. place(\'K_block_1\', <L_block_1>)',
    '1. pick(obj=K_block_1, surface: table)\n2. place(OBJECT=K_block_1, SURFACE=L_block_1)',
    '1. pick(K_block_1, table), place(K_block_1, L_block_1)',
    '1. pick(K_block_1, table) and then place(K_block_1, L_block_1).',
    '1. pick(K_block_1, table) 2. place(K_block_1, L_block_1)',
    '["pick(K_block_1, table)", "place(K_block_1, L_block_1)"]',
    '1. pick(K_block_1, table) / place(K_block_1, L_block_1)',
    '1. pick(K_block_1, table)\r2. place(K_block_1, L_block_1)',
    '1. pick(K_block_1, table)\n1. place(K_block_1, L_block_1)',
    '1.1 pick(K_block_1, table)\n1.2 place(K_block_1, L_block_1)',
    '1. pick(K_block_1, table)  # free the hand (if need be)\n2. place(K_block_1, L_block_1) - done',
    '1. pick(K_block_1, table)\r\n\r\n2. place(K_block_1, L_block_1)\r\n'.replaceAll('\r', ''),
  ])('reads %j', (text) => {
    const { reading, steps } = read(text);
    expect(steps).toEqual([PICK, PLACE]);
    expect(reading).toMatchObject({ accepted: 2 });
  });

  it.each([
    '2. place on(K_block_1, L_block_1)',
    '2. place K_block_1 on L_block_1',
    '2. (place K_block_1 L_block_1)',
    '2. place[K_block_1, L_block_1]',
    '2. pick(K_block_1, table), after which I place(K_block_1, L_block_1)',
  ])('does not carry a plan out in part, given %j', (line) => {
    expect(read(`1. pick(K_block_1, table)\n${line}`).reading).toMatchObject({ ok: false, failure: 'parse' });
  });

  it('leaves names that are not there as they are', () => {
    expect(read('1. pick(Z_block_9, the table)').steps).toEqual(['pick Z_block_9 the table']);
    expect(read('1. pick(__proto__, constructor)').steps).toEqual(['pick __proto__ constructor']);
  });

  it('takes the first of several plans', () => {
    const { steps, note } = read(
      '1. pick(K_block_1, table)\n2. place(K_block_1, L_block_1)\nOr:\n1. pick(L_block_1, table)',
    );
    expect(steps).toEqual([PICK, PLACE]);
    expect(note).toMatchObject({ discardedCounts: { not_asked: 1, prose: 1 } });
  });

  it.each([
    ['', 'parse', 'no step'],
    ['I cannot do that.', 'parse', 'no step'],
    ['Then pick(K_block_1, table).', 'parse', 'no step'],
    ['1. Pick K_block_1 from the table.', 'parse', 'line 1: a step must have the form'],
    ['1. pick(K_block_1, table)\n2. place(K_block_1', 'parse', 'line 2: a step must have the form'],
    ['1. pick((K_block_1), table)', 'parse', 'line 1: a step must have the form'],
    ['1. pick(K_block_1, table)\n2. stack(K_block_1, L_block_1)', 'schema', 'line 2: the robot has no skill "stack"'],
    ['1. move_to(K_block_1)', 'schema', 'no skill "move_to"'],
    ['1. pick(K_block_1)', 'schema', 'found 1 names'],
    ['1. pick()', 'schema', 'found 0 names'],
    ['1. pick(K_block_1, )', 'schema', 'found 1 names'],
    ['1. pick(K_block_1, table, hand)', 'schema', 'found 3 names'],
    [`1. pick(${'x'.repeat(300)}, table)`, 'schema', 'more than 200 characters'],
  ])('cannot use %j: %s', (text, failure, problem) => {
    const { reading } = read(text);
    expect(reading).toEqual({ ok: false, failure, problem: expect.stringContaining(problem) });
  });

  it('is not led astray by words with parentheses', () => {
    const { steps, note } = read('Block(s) to move: K\nclear(K)\n1. pick(K_block_1, table)');
    expect(steps).toEqual([PICK]);
    expect(note).toMatchObject({ discardedCounts: { prose: 2 } });
  });

  it('takes a bounded number of steps', () => {
    const { reading, note } = read('- pick(K_block_1, table)\n'.repeat(250));
    expect(reading).toMatchObject({ ok: true, accepted: 200 });
    expect(note).toMatchObject({ discardedCounts: { too_much: 50 } });
  });

  it('reads anything, in linear time', () => {
    const text = arbitraryText('1. ¦pick(¦place(K_block_1, table)¦)¦,¦(¦"¦\n¦ ¦*¦x¦1');
    fc.assert(fc.property(text, (reply) => void read(reply)));
    const parts = '1¦ ¦*¦1. ¦pick(¦pick(,¦(¦step ¦x¦a, ¦pick(a, b) ¦1.pick(a,b)\n';
    for (const long of repeated(parts, 200_000)) read(long);
  });
});
