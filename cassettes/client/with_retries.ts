/** Tries something again, a bounded number of times, with pauses that double or that the other side asks for. */

/** A failure that another attempt may mend. */
export class TransientError extends Error {
  override readonly name = 'TransientError';
  /** The pause that the other side asked for; null where it did not. */
  readonly retryAfterMs: number | null;

  constructor(message: string, { retryAfterMs = null, cause }: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

export type RetryOptions = {
  /** At least 1. */
  readonly attemptsMax: number;
  /** The first pause. */
  readonly pauseMs: number;
  /** No pause is longer, whatever the other side asks for. */
  readonly pauseMaxMs: number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Is told before each pause; `attempt` is the number of the attempt to come. */
  readonly onRetry?: (retry: {
    readonly error: TransientError;
    readonly attempt: number;
    readonly pauseMs: number;
  }) => void;
};

/** Rejects with the last `TransientError`, or at once with any other error. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransientError) || number >= options.attemptsMax) throw error;
      const asked = error.retryAfterMs ?? options.pauseMs * 2 ** (number - 1);
      const pauseMs = Math.min(asked, options.pauseMaxMs);
      options.onRetry?.({ error, attempt: number + 1, pauseMs });
      await options.sleep(pauseMs);
    }
  }
}
