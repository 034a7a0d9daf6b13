import { describe, expect, it } from 'vitest';
import { countActionLandmarks } from './device_landmarks.ts';

describe('countActionLandmarks()', () => {
  it('counts each landmark once, whatever verb and node', () => {
    expect(countActionLandmarks([])).toBe(0);
    expect(countActionLandmarks(['open 3', 'open 4', 'switchoff 3', 'open again 3'])).toBe(4);
  });

  it('counts a choice only where nothing else makes it', () => {
    expect(countActionLandmarks(['open 3+4'])).toBe(1);
    expect(countActionLandmarks(['open 3+4', 'open 3'])).toBe(1);
    expect(countActionLandmarks(['open 3+4', 'open 4+5'])).toBe(1);
    expect(countActionLandmarks(['open 3+4', 'open 5+6', 'close 3+4'])).toBe(3);
  });

  it('counts a switch-on for each turn, and a switch-off before each but the first of a device that is off', () => {
    const turns = (count: number, idle: number, devices = [3]) => Array(count).fill({ devices, idle });
    expect(countActionLandmarks([], turns(1, 1))).toBe(1);
    expect(countActionLandmarks([], turns(3, 1))).toBe(3 + 2);
    expect(countActionLandmarks([], turns(3, 0))).toBe(3 + 3);
    expect(countActionLandmarks([], turns(3, 2, [3, 4]))).toBe(3 + 1);
  });

  it('counts no landmark twice that a turn brings with it', () => {
    const turns = [{ devices: [3, 4], idle: 1 }];
    expect(countActionLandmarks(['switchon 3+4', 'switchon 5', 'open 3'], turns)).toBe(1 + 1 + 1);
    expect(countActionLandmarks(['switchon 3', 'switchon 4', 'switchoff 3'], turns)).toBe(2 + 1);
  });
});
