import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { arbitraryText, repeated } from '../testing/arbitrary_text.ts';
import { readSubgoals } from './read_subgoals.ts';

function read(text: string) {
  const log = new ParseLog();
  const reading = readSubgoals(text, log);
  const subgoals = reading.ok ? reading.value.map(({ conditions }) => conditions) : null;
  return { reading, subgoals, note: log.note('subgoals', 0) };
}

describe('readSubgoals()', () => {
  it('reads numbered subgoals and their facts', () => {
    const { reading, note } = read('1. Clear K\n1.1 (on K air)\n1.2 (in hand air)\n\n2. L on K\n2.1 (on K L)');
    expect(reading).toEqual({
      ok: true,
      accepted: 2,
      value: [
        { text: 'Clear K', conditions: ['(on K air)', '(in hand air)'], isBroken: false },
        { text: 'L on K', conditions: ['(on K L)'], isBroken: false },
      ],
    });
    expect(note).toMatchObject({ discardedCounts: {}, remarks: [] });
  });

  it.each([
    '1. L on K\n1.1 (on K L)\n1.2 under L K',
    '1. L on K\n1.1 (on K L)\n1.2 Then (under L K)',
    '1.1 Goal: (on K L)',
  ])('does not lose a numbered fact that it cannot read, given %j', (text) => {
    const { reading, note } = read(text);
    expect(reading).toMatchObject({ ok: true, value: [{ isBroken: true }] });
    expect(note).toMatchObject({ discardedCounts: { malformed: 1 } });
  });

  it.each([
    '1. L on K\n1.1 (on K L)\n1.2 (under L K)',
    '```\n1. L on K\n  1.1. (on K L)\n  1.2. (under L K)\n```',
    '**1. L on K**\n- 1.1 `(on K L)`\n- 1.2 `(under L K)`',
    '### Subgoal 1: L on K\n* (on K L)\n* (under L K)',
    '1) L on K\n1.1) (on K L) ; L is on K\n1.2) (under L K), which (both) follow',
    '1. (on K L) (under L K)',
    '1.1 (on K L)\n1.2 (under L K)',
    'Here they are:\n1. L on K\n1.1 (on K L)\n1.2 (under L K)\nDone.',
    '1. L on K\n1.1.1 (on K L)\n1.1.2 (under L K)',
  ])('reads %j', (text) => expect(read(text).subgoals).toEqual([['(on K L)', '(under L K)']]));

  it('keeps whole conditions', () => {
    expect(read('1. x\n1.1 (and (on K L) (not (in hand K)))').subgoals).toEqual([['(and (on K L) (not (in hand K)))']]);
  });

  it('sorts facts by the number before the point', () => {
    expect(read('1.1 (a)\n2.1 (b)\n2.2 (c)\n3. Then\n3.1 (d)').subgoals).toEqual([['(a)'], ['(b)', '(c)'], ['(d)']]);
  });

  it.each(['1. x\n1.1 (on K L', '1. x\n1.1 (on K L))'])('marks a subgoal as broken where a fact is: %j', (text) => {
    const { reading, note } = read(`${text}\n1.2 (in hand air)`);
    expect(reading).toMatchObject({ value: [{ conditions: ['(in hand air)'], isBroken: true }] });
    expect(note).toMatchObject({ discardedCounts: { malformed: 1 } });
  });

  it('remarks on subgoals without facts', () => {
    const { subgoals, note } = read('1. Think\n2. x\n2.1 (a)');
    expect(subgoals).toEqual([['(a)']]);
    expect(note).toMatchObject({ remarks: ['subgoals without facts: "Think"'] });
  });

  it.each(['', 'Nothing.', '1. x\n2. y', '(a)', '{"1": ["(a)"]}'])('cannot use %j', (text) => {
    expect(read(text).reading).toMatchObject({ ok: false, failure: 'parse' });
  });

  it('takes bounded numbers', () => {
    const many = read(Array.from({ length: 80 }, (_, index) => `${index + 1}. x\n${index + 1}.1 (a)`).join('\n'));
    expect(many.subgoals).toHaveLength(50);
    expect(many.note).toMatchObject({ discardedCounts: { too_much: 60 } });
    const long = read(`1. x\n${'1.1 (a)\n'.repeat(80)}`);
    expect(long.subgoals?.[0]).toHaveLength(50);
    expect(long.note).toMatchObject({ discardedCounts: { too_much: 30 } });
    expect(read(`1. x\n1.1 ${'(a)'.repeat(80)}`).subgoals?.[0]).toHaveLength(50);
  });

  it('reads anything, in linear time', () => {
    const text = arbitraryText('1. ¦1.1 ¦(a)¦(¦)¦;¦\n¦ ¦-¦*¦x¦99999');
    fc.assert(fc.property(text, (reply) => void read(reply)));
    for (const long of repeated('1¦1.¦1.1¦ ¦-¦(¦)¦()¦1. x\n¦1.1 (a)\n¦1.1 (¦subgoal ', 200_000)) read(long);
    const { subgoals } = read(`1.1 ${'(on K L) '.repeat(300_000)}\n1.2 (under L K)`);
    expect(subgoals).toEqual([Array(50).fill('(on K L)')]);
  });
});
