import { type Address, type ModelEntry, modelEntry } from '../format/entry.ts';
import type { TapeReader } from '../reading/tape.ts';
import { checkContextLimit } from '../tokens/token_count.ts';
import type { TapedRequest } from '../wire/exchange.ts';
import { refuseSecrets } from '../wire/secrets.ts';
import type { WireRequest } from '../wire/wire.ts';
import { missExplainer } from './closest_recording.ts';

type TapeMiss = Readonly<{ suite: string; model: string; address: Address; request: TapedRequest; purpose: string }>;

export class TapeMissError extends Error {
  override readonly name = 'TapeMissError';
  readonly missed: TapeMiss;

  constructor(message: string, missed: TapeMiss) {
    super(message);
    this.missed = missed;
  }
}

export type Ask = Readonly<{
  /** `suite/scene/task/planner/trial`. */
  episode: string;
  address: Address;
  request: WireRequest;
  purpose: string;
}>;

export type Answer = (ask: Ask) => Promise<ModelEntry>;

export function replayAnswers(tape: TapeReader, { explain }: { explain: boolean }): Answer {
  const closest = explain ? missExplainer(tape) : async () => 'it is not recorded yet';
  return async ({ address, request, episode, purpose }) => {
    const recorded = await tape.find(address);
    if (recorded !== null) return modelEntry(recorded);
    refuseSecrets(request);
    await checkContextLimit(request);
    const reason = await closest(address, request);
    const message = `Cannot replay request "${address.key.slice(0, 8)}…" of episode "${episode}": ${reason}`;
    const { suite, model } = tape.name;
    throw new TapeMissError(message, { suite, model, address, request, purpose });
  };
}
