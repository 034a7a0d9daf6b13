/**
 * Lets each request pass when its provider allows it, by limits that all workers of a sweep share.
 *
 * @module
 */
import type { Gate } from '../../cassettes/client/openai_client.ts';
import { LlmCallError } from '../../cassettes/llm.ts';
import { modelFacts } from '../../cassettes/tokens/models.ts';
import { promptTokens, tokenCounter } from '../../cassettes/tokens/token_count.ts';
import type { WireRequest } from '../../cassettes/wire/wire.ts';
import type { Place, Stopped, SweepEngine } from './engine/sweep_engine.ts';
import { rateNews } from './rate_headers.ts';

/** What an answer is taken to be long where the request does not bound it; corrected when it is there. */
const ANSWER_TOKENS = 256;

export type GateOptions = {
  readonly provider: string;
  readonly engine: Pick<SweepEngine, 'reserve' | 'moved' | 'learn'>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Nobody passes any more once it fires. */
  readonly stop: AbortSignal;
  /** Told where what a response says cannot be passed on. */
  readonly onError: (error: unknown) => void;
};

export function providerGate({ provider, engine, sleep, stop, onError }: GateOptions): Gate {
  async function pass(request: WireRequest, signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, stop]);
    let { waitMs, shiftMs } = placeOf(await engine.reserve(provider, await tokensOf(request)));
    while (waitMs > 0) {
      await sleep(waitMs, either).catch(() => {});
      if (either.aborted) throw new LlmCallError('api_error', 'interrupted');
      // The provider may have blocked meanwhile.
      ({ waitMs, shiftMs } = placeOf(await engine.moved(provider, shiftMs)));
    }
  }
  return {
    pass,
    onResponse(response) {
      const news = rateNews(response);
      if (Object.keys(news).length > 0) engine.learn(provider, news, 0).catch(onError);
    },
  };
}

function placeOf(place: Place | Stopped): Place {
  if ('stopped' in place) throw new LlmCallError('api_error', `the sweep is stopped: ${place.stopped}`);
  return place;
}

/** About how many tokens request and answer have. */
export async function tokensOf(request: WireRequest): Promise<number> {
  const prompt = promptTokens(request, await tokenCounter(modelFacts(request.body.model).tokenizer));
  if (request.url === '/v1/embeddings') return prompt;
  return prompt + (request.body.max_completion_tokens ?? request.body.max_tokens ?? ANSWER_TOKENS);
}
