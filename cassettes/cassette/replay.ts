import { type Address, type ModelEntry, modelEntry } from '../format/entry.ts';
import type { TapeReader } from '../reading/tape.ts';
import { checkContextLimit } from '../tokens/context_limit.ts';
import { refuseSecrets } from '../wire/secrets.ts';
import type { WireRequest } from '../wire/wire.ts';
import { closestRecording } from './closest_recording.ts';
import { TapeMissError } from './miss.ts';

export type Ask = {
  /** `suite/scene/task/planner/trial`, for messages. */
  readonly episode: string;
  readonly address: Address;
  readonly request: WireRequest;
  /** Not part of the request. */
  readonly purpose: string;
};

/** Rejects with an `LlmCallError` like the model, with a `TapeMissError` on a miss. */
export type Answer = (ask: Ask) => Promise<ModelEntry>;

/** `explain` reads the task's requests. */
export function replayAnswers(tape: TapeReader, { explain }: { readonly explain: boolean }): Answer {
  const closest = explain ? closestRecording(tape) : async () => 'it is not recorded yet';
  return async (ask) => {
    const recorded = await tape.find(ask.address);
    if (recorded !== null) return modelEntry(recorded);
    refuseSecrets(ask.request);
    await checkContextLimit(ask.request);
    const { address, request, episode, purpose } = ask;
    const reason = await closest(address, request);
    const message = `Cannot replay request "${address.key.slice(0, 8)}…" of episode "${episode}": ${reason}`;
    throw new TapeMissError(message, { suite: tape.name.suite, model: tape.name.model, address, request, purpose });
  };
}
