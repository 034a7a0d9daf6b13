/**
 * How the answers of a tape came about, in words for the notes below a table.
 *
 * @module
 */
import type { Provenance } from '../../cassettes/format/provenance.ts';

type Told = Pick<Provenance, 'model' | 'provider' | 'channel' | 'answeredOn' | 'sampling'>;

/**
 * A clause for each way of answering, however many days it took: "Anthropic, hand-off through batch files, 2026-11-21 to 2026-11-23, …".
 * The exact model is named where it is not the one that was `asked` for.
 */
export function provenanceClauses(provenance: readonly Told[], asked: string): string[] {
  const days = new Map<string, { readonly told: Told; readonly dates: string[] }>();
  for (const told of provenance) {
    const { answeredOn, ...way } = told;
    const key = JSON.stringify([way.model, way.provider, way.channel, way.sampling, answeredOn === 'unknown']);
    const kept = days.get(key) ?? { told, dates: [] };
    kept.dates.push(answeredOn);
    days.set(key, kept);
  }
  return [...days.values()].map(({ told: { model, provider, channel, sampling }, dates }) => {
    const who = model === asked ? provider : `${model}: ${provider}`;
    return `${who}, ${channel}, ${span(dates)}, sampling parameters ${sampling}`;
  });
}

/** First and last of some dates as YYYY-MM-DD. */
function span(dates: readonly string[]): string {
  const [first = '', ...more] = dates.toSorted();
  const last = more.at(-1) ?? first;
  return first === last ? first : `${first} to ${last}`;
}
