import { describe, expect, it } from 'vitest';
import { type Label, placeLabels } from './labels.ts';

const FRAME = { x: 0, y: 0, width: 100, height: 50 };

function label(text: string, ...centres: [number, number][]): Label {
  return { text, centres, size: 10, fill: '#222222' };
}

function shown(...labels: Label[]): (string | undefined)[] {
  return placeLabels(labels, FRAME).map((text) => />([^<]*)</.exec(text)?.[1]);
}

describe('placeLabels()', () => {
  it('leaves out a name that would cover another, the later one', () => {
    expect(shown(label('fridge1', [50, 25]), label('milk1', [52, 27]))).toEqual(['fridge1']);
  });

  it('takes the next place that is free', () => {
    expect(shown(label('fridge1', [50, 10]), label('milk1', [52, 12], [50, 30]))).toEqual(['fridge1', 'milk1']);
  });

  it('leaves out a name that would leave the panel, but not one that must be there', () => {
    expect(shown(label('fridge1', [2, 25]))).toEqual([]);
    expect(shown({ ...label('fridge1', [2, 25]), isRequired: true })).toEqual(['fridge1']);
  });

  it('keeps off dots', () => {
    expect(placeLabels([label('milk1', [50, 25])], FRAME, [[55, 25]])).toEqual([]);
  });

  it('cuts and escapes what it writes', () => {
    const [text = ''] = placeLabels([{ ...label(`<${'x'.repeat(100)}`, [50, 25]), isRequired: true }], FRAME);
    expect(text).toContain('&lt;xxx');
    expect(text).toContain('…');
  });
});
