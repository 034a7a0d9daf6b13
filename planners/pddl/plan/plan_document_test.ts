import { describe, expect, it } from 'vitest';
import { planDocument } from './plan_document.ts';

describe('planDocument()', () => {
  it('has the keys that users of the command line rely on, in their order', () => {
    expect(Object.keys(planDocument('solved')).join(' ')).toBe(
      'status cost plan expanded evaluated generated searchMs totalMs message line column warnings',
    );
  });

  it('says nothing but its status', () => {
    const { status, warnings, ...others } = planDocument('limit');
    expect([status, warnings, new Set(Object.values(others))]).toEqual(['limit', [], new Set([null])]);
  });
});
