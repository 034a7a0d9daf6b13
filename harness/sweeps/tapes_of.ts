/**
 * Which tapes the answers of a sweep go to, and what their manifests will say of them.
 *
 * @module
 */
import type { Answering } from '../../cassettes/format/provenance.ts';
import type { SweepPlan } from './sweep_plan.ts';
import type { SweptTape } from './sweep_tapes.ts';

/** One for each suite and model; `nowMs` is the day on which they answer. */
export function tapesOf({ record, cells }: SweepPlan, nowMs: number): SweptTape[] {
  const unique = new Map(
    cells.map(({ suite, model, swept }) => [JSON.stringify([suite, model]), { suite, model, swept }]),
  );
  return Array.from(unique.values(), ({ suite, model, swept }) => {
    const url = record.sweep.providers[swept.provider]?.url ?? '';
    return { suite, model, provenance: provenanceOf(url, nowMs) };
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
