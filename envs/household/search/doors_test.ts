import { describe, expect, it } from 'vitest';
import { countDeeds } from './doors.ts';

describe('countDeeds()', () => {
  it('counts each deed once, whatever verb and node', () => {
    expect(countDeeds([])).toBe(0);
    expect(countDeeds(['open 3', 'open 4', 'switchoff 3', 'open again 3'])).toBe(4);
  });

  it('counts a choice only where nothing else makes it', () => {
    expect(countDeeds(['open 3+4'])).toBe(1);
    expect(countDeeds(['open 3+4', 'open 3'])).toBe(1);
    expect(countDeeds(['open 3+4', 'open 4+5'])).toBe(1);
    expect(countDeeds(['open 3+4', 'open 5+6', 'close 3+4'])).toBe(3);
  });
});
