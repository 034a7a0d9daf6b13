export class TransientError extends Error {
  override readonly name = 'TransientError';
  readonly retryAfterMs: number | null;

  constructor(message: string, { retryAfterMs = null, cause }: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

export type RetryOptions = {
  readonly attemptsMax: number;
  readonly pauseMs: number;
  /** Also caps the pause that the server asks for. */
  readonly pauseMaxMs: number;
  readonly sleep: (ms: number) => Promise<void>;
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
