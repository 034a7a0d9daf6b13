import { compareAddresses, type Entry } from '../format/entry.ts';
import { describes, type Provenance } from '../format/provenance.ts';
import { knownLayeredTapes } from '../reading/known_tapes.ts';
import { LayeredTape } from '../reading/layered_tape.ts';

export type ShownRequest = Awaited<ReturnType<typeof showOnTape>>[number];

type ShowOptions = Readonly<{ suite?: string; below?: readonly string[]; requestsMax?: number }>;

export async function showRequests(
  tapesDir: string,
  prefix: string,
  { suite, below = [], requestsMax = 20 }: ShowOptions = {},
): Promise<readonly ShownRequest[]> {
  const shown: ShownRequest[] = [];
  for (const name of knownLayeredTapes({ tapesDir, below })) {
    if (suite !== undefined && name.suite !== suite) continue;
    const tape = await LayeredTape.open(name);
    try {
      shown.push(...(await showOnTape(tape, prefix)));
    } finally {
      await tape.close();
    }
  }
  return shown.slice(0, requestsMax);
}

async function showOnTape(tape: LayeredTape, prefix: string) {
  const { suite, model } = tape.name;
  const answers: (Entry & { readonly provenance: Provenance | null })[] = [];
  for await (const address of tape.addresses()) {
    const entry = address.key.startsWith(prefix) ? await tape.find(address) : null;
    if (entry !== null) answers.push({ ...entry, provenance: await provenanceOf(tape, entry) });
  }
  const shown = [];
  for (const [key, entries] of Map.groupBy(answers.toSorted(compareAddresses), (entry) => entry.key)) {
    for await (const { key: stored, request } of tape.requests(entries[0]!.task)) {
      if (stored !== key) continue;
      shown.push({ suite, model, key, request, entries });
      break;
    }
  }
  return shown;
}

async function provenanceOf(tape: LayeredTape, entry: Entry): Promise<Provenance | null> {
  for (const layer of tape.layers) {
    if (!(await layer.has(entry))) continue;
    const provenance = [...(layer.journal?.provenance() ?? []), ...layer.manifest.provenance];
    return provenance.find((one) => describes(one, entry)) ?? null;
  }
  return null;
}
