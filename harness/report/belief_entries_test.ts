import { describe, expect, it } from 'vitest';
import { beliefEntries, beliefKind, comparedEntries } from './belief_entries.ts';

describe('beliefEntries()', () => {
  it('puts what has a name under its name, as LLM-State’s key objects', () => {
    const belief = {
      keyObjects: [
        { name: 'milk1', attributes: ['in_hand', 'cold'] },
        { name: 'mug3', attributes: [] },
      ],
      reasoning: 'fine',
    };
    expect(beliefEntries(belief)).toEqual([
      { label: 'milk1', text: 'in_hand' },
      { label: 'milk1', text: 'cold' },
      { label: 'mug3', text: '' },
      { label: 'reasoning', text: 'fine' },
    ]);
  });

  it('writes facts in brackets, numbers other lists, and leaves empty texts out', () => {
    const belief = {
      unit: 1,
      goal: [['on', 'table', 'A']],
      sketch: [{ action: 'go', reason: '' }, { action: 'stay' }],
    };
    expect(beliefEntries(belief)).toEqual([
      { label: 'unit', text: '1' },
      { label: 'goal', text: '(on table A)' },
      { label: 'sketch 1 action', text: 'go' },
      { label: 'sketch 2 action', text: 'stay' },
    ]);
  });

  it.each([
    ['text', [{ label: '', text: 'text' }]],
    [null, [{ label: '', text: 'null' }]],
    [[], []],
    [{ __proto__: null, constructor: 'x' }, [{ label: 'constructor', text: 'x' }]],
  ])('reads %j', (belief, entries) => {
    expect(beliefEntries(belief)).toEqual(entries);
  });
});

describe('comparedEntries()', () => {
  const before = { keyObjects: [{ name: 'milk1', attributes: ['in_fridge', 'cold'] }] };
  const now = { keyObjects: [{ name: 'milk1', attributes: ['cold', 'in_hand'] }] };

  it('marks what is new, and keeps what has gone', () => {
    expect(comparedEntries(now, before)).toEqual([
      { label: 'milk1', text: 'cold', change: 'same' },
      { label: 'milk1', text: 'in_hand', change: 'new' },
      { label: 'milk1', text: 'in_fridge', change: 'gone' },
    ]);
  });

  it('calls nothing new without a belief before', () => {
    expect(comparedEntries(now, undefined).map(({ change }) => change)).toEqual(['same', 'same']);
  });
});

describe('beliefKind()', () => {
  it('tells beliefs apart that have other keys', () => {
    expect(beliefKind({ b: 1, a: 2 })).toBe(beliefKind({ a: 3, b: 4 }));
    expect(beliefKind({ foon: '' })).not.toBe(beliefKind({ sketch: [] }));
  });
});
