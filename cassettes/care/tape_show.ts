import { compareAddresses, type Entry } from '../format/entry.ts';
import { describes, type Provenance } from '../format/provenance.ts';
import { knownLayeredTapes } from '../reading/known_tapes.ts';
import { LayeredTape } from '../reading/layered_tape.ts';
import type { TapedRequest } from '../wire/exchange.ts';

export type ShownRequest = {
  readonly suite: string;
  readonly model: string;
  readonly key: string;
  readonly request: TapedRequest;
  readonly entries: readonly ShownAnswer[];
};

/** `provenance` is null where a damaged tape has none. */
type ShownAnswer = Entry & { readonly provenance: Provenance | null };

type ShowOptions = {
  readonly suite?: string;
  readonly model?: string;
  readonly below?: readonly string[];
  readonly requestsMax?: number;
};

export async function showRequests(
  tapesDir: string,
  prefix: string,
  { suite, model, below = [], requestsMax = 20 }: ShowOptions = {},
): Promise<readonly ShownRequest[]> {
  const shown: ShownRequest[] = [];
  for (const name of knownLayeredTapes({ tapesDir, below })) {
    if ((suite !== undefined && name.suite !== suite) || (model !== undefined && name.model !== model)) continue;
    const tape = await LayeredTape.open(name);
    try {
      shown.push(...(await showOnTape(tape, prefix)));
    } finally {
      await tape.close();
    }
  }
  return shown.slice(0, requestsMax);
}

async function showOnTape(tape: LayeredTape, prefix: string): Promise<readonly ShownRequest[]> {
  const { suite, model } = tape.name;
  const entries: ShownAnswer[] = [];
  for await (const address of tape.addresses()) {
    const entry = address.key.startsWith(prefix) ? await tape.find(address) : null;
    if (entry !== null) entries.push({ ...entry, provenance: await provenanceOf(tape, entry) });
  }
  const shown: ShownRequest[] = [];
  for (const [key, answers] of Map.groupBy(entries.toSorted(compareAddresses), (entry) => entry.key)) {
    for await (const stored of tape.requests(answers[0]!.task)) {
      if (stored.key !== key) continue;
      shown.push({ suite, model, key, request: stored.request, entries: answers });
      break;
    }
  }
  return shown;
}

async function provenanceOf(tape: LayeredTape, entry: Entry): Promise<Provenance | null> {
  for (const layer of tape.layers) {
    if (!(await layer.has(entry))) continue;
    const declared = [...(layer.journal?.provenance() ?? []), ...layer.manifest.provenance];
    return declared.find((provenance) => describes(provenance, entry)) ?? null;
  }
  return null;
}
