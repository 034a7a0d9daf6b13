/**
 * Which tapes the answers of a sweep go to, and what their manifests will say of them.
 *
 * @module
 */
import type { Answering } from '../../cassettes/format/provenance.ts';
import type { ServedProviders } from './served_providers.ts';
import type { SweepPlan } from './sweep_plan.ts';
import type { SweptTape } from './sweep_tapes.ts';

/** One for each suite and model; `nowMs` is the day on which they answer. */
export function tapesOf({ cells }: Pick<SweepPlan, 'cells'>, served: ServedProviders, nowMs: number): SweptTape[] {
  const unique = new Map(
    cells.map(({ suite, model, swept }) => [JSON.stringify([suite, model]), { suite, model, swept }]),
  );
  return Array.from(unique.values(), ({ suite, model, swept }) => {
    const url = served.get(swept.provider)?.url;
    return { suite, model, provenance: url === undefined ? null : provenanceOf(url, nowMs) };
  });
}

function provenanceOf(url: string, nowMs: number): Answering {
  return {
    source: 'live',
    provider: new URL(url).host,
    channel: 'OpenAI-compatible API',
    answeredOn: new Date(nowMs).toISOString().slice(0, 10),
    sampling: 'as requested',
    tokenCounts: 'as reported',
    note: '',
  };
}
