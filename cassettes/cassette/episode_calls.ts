/** The calls of one episode: counts how often each request was sent, and so gives each its address. */
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
  /** For messages; planners that send the same request share the answer. */
  readonly planner: string;
  readonly answer: Answer;
};

export type Call = {
  readonly key: string;
  /** From 1. */
  readonly occurrence: number;
  readonly entry: Promise<ModelEntry>;
  /** The asker never got the answer, and will ask the same again. */
  readonly takeBack: () => void;
};

export type EpisodeCalls = (request: WireRequest, purpose: string) => Call;

/** Each call of the function returned is one call of the model. It throws on what no tape could hold. */
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

/** What no tape could hold is not asked: its answer would be lost, or the tape could not be read again. */
function refuseUnstorable(ask: z.input<typeof askSchema>, episode: string): void {
  const parsed = askSchema.safeParse(ask);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  throw new Error(`Cannot ask in episode "${episode}": field "${issue?.path.join('.')}": ${issue?.message}`);
}
