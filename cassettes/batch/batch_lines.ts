import { customId } from '../format/address.ts';
import type { Pending } from '../format/pending.ts';
import type { WireRequest } from '../wire/wire.ts';

type Asked = Pick<Pending, 'address' | 'request'>;

export function batchLines(wanted: readonly Asked[]): readonly string[] {
  const byId = new Map(wanted.map(({ address, request }) => [customId(address), request]));
  return Array.from(
    byId,
    ([custom_id, { url, body }]) => `${JSON.stringify({ custom_id, method: 'POST', url, body })}\n`,
  );
}

/** One model and one endpoint per file. */
export function byEndpoint<T extends Asked>(
  wanted: readonly T[],
): readonly { readonly model: string; readonly url: WireRequest['url']; readonly requests: readonly T[] }[] {
  const groups = Map.groupBy(wanted, ({ request }) => JSON.stringify([request.body.model, request.url]));
  return [...groups]
    .toSorted(([x], [y]) => (x < y ? -1 : 1))
    .map(([id, requests]) => {
      const [model, url] = JSON.parse(id);
      return { model, url, requests };
    });
}
