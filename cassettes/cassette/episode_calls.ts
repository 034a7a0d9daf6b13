/** Counts how often an episode sends each request; the count is part of the address. */
import { z } from 'zod';
import { addressSchema } from '../format/address.ts';
import type { ModelEntry } from '../format/entry.ts';
import { requestKey } from '../wire/key.ts';
import { type WireRequest, wireRequestSchema } from '../wire/wire.ts';
import type { Answer } from './replay.ts';

export type CalledEpisode = {
  readonly suite: string;
  /** `scene/name`. */
  readonly task: string;
  readonly trial: number;
  /** For messages only; planners that send the same request share the answer. */
  readonly planner: string;
  readonly answer: Answer;
};

export type Call = {
  readonly key: string;
  /** From 1. */
  readonly occurrence: number;
  readonly entry: Promise<ModelEntry>;
  readonly takeBack: () => void;
};

export type EpisodeCalls = (request: WireRequest, purpose: string) => Call;

/** Each call of the returned function is one model call. Throws on requests that no tape can hold. */
export function episodeCalls({ suite, task, trial, planner, answer }: CalledEpisode): EpisodeCalls {
  const name = `${suite}/${task}/${planner}/${trial}`;
  const sent = new Map<string, number>();
  return (request, purpose) => {
    refuseUnstorable({ task, trial, request }, name);
    const key = requestKey(request);
    const occurrence = (sent.get(key) ?? 0) + 1;
    sent.set(key, occurrence);
    let isTakenBack = false;
    return {
      key,
      occurrence,
      entry: answer({ episode: name, address: { task, trial, key, occurrence }, request, purpose }),
      takeBack() {
        if (!isTakenBack && sent.get(key) === occurrence) sent.set(key, occurrence - 1);
        isTakenBack = true;
      },
    };
  };
}

const askSchema = z.object({ ...addressSchema.pick({ task: true, trial: true }).shape, request: wireRequestSchema });

/** The answer to such a request would be lost or make the tape unreadable. */
function refuseUnstorable(ask: z.input<typeof askSchema>, episode: string): void {
  const parsed = askSchema.safeParse(ask);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  throw new Error(`Cannot ask in episode "${episode}": field "${issue?.path.join('.')}": ${issue?.message}`);
}
