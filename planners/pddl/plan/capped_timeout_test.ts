import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCappedTimeout } from './capped_timeout.ts';

const DAY_MS = 86_400_000;

describe('setCappedTimeout()', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    [5, 5],
    [1e12, 2 ** 31 - 1],
    [Number.POSITIVE_INFINITY, 2 ** 31 - 1],
  ])('with %d ms calls back after %d ms', (delayMs, afterMs) => {
    const callback = vi.fn();
    setCappedTimeout(callback, delayMs);
    vi.advanceTimersByTime(afterMs - 1);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledOnce();
    expect(afterMs).toBeLessThan(25 * DAY_MS);
  });
});
