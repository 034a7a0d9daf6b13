import { z } from 'zod';
import { disk } from '../disk/disk.ts';
import { distinct, sortedValues } from '../format/distinct.ts';
import { type Address, addressSchema, compareAddresses, customId } from '../format/entry.ts';
import { type PendingRequest, readPendingRequests, writePendingRequests } from '../format/pending.ts';
import { type TapeLayers, tapeFiles } from '../format/tape_files.ts';
import { LayeredTape } from '../reading/layered_tape.ts';
import { requestKey } from '../wire/exchange.ts';
import { findSecret } from '../wire/secrets.ts';
import { wireRequestSchema } from '../wire/wire.ts';
import { openForWriting } from '../writing/open_for_writing.ts';

const missSchema = z.object({
  ...addressSchema.shape,
  suite: z.string(),
  model: z.string(),
  url: z.string(),
  body: z.unknown(),
  planner: z.string(),
  purpose: z.string(),
  family: z.string().nullable(),
});

export type Miss = Readonly<z.infer<typeof missSchema>>;

export type MissedRequest = PendingRequest &
  Readonly<{ suite: string; stages: readonly Pick<Miss, 'planner' | 'purpose'>[]; family: string | null }>;

export type LeftOut = Address & Readonly<{ suite: string; model: string; message: string }>;

export function missedRequests(misses: readonly Miss[]) {
  const modelMisses = misses.filter((miss) => !isOfSimulator(miss)).map(readMiss);
  const groups = Map.groupBy(modelMisses, ({ suite, model, address }) =>
    JSON.stringify([suite, model, customId(address)]),
  );
  const missed: MissedRequest[] = [];
  const leftOut: LeftOut[] = [];
  for (const miss of Array.from(groups.values(), combine).toSorted((a, b) => compareAddresses(a.address, b.address))) {
    const message = findSecret(miss.request);
    if (message === null) missed.push(miss);
    else leftOut.push({ suite: miss.suite, model: miss.model, ...miss.address, message });
  }
  return { missed, leftOut: [...leftOut, ...misses.filter(isOfSimulator).map(simulatorMiss)] };
}

export function isOfSimulator({ url }: Pick<Miss, 'url'>): boolean {
  return !url.startsWith('/');
}

function simulatorMiss({ suite, model, task, trial, key, occurrence }: Miss): LeftOut {
  const message = `it is a message to "${model}"; to get an answer from a simulator, add --simulator URL`;
  return { suite, model, task, trial, key, occurrence, message };
}

function readMiss(miss: Miss): MissedRequest {
  const { suite, model, url, body, planner, purpose, family, ...address } = missSchema.parse(miss);
  const request = wireRequestSchema.parse({ url, body });
  if (requestKey(request) !== address.key) {
    throw new Error(
      `Cannot export a miss of task "${address.task}": its request does not hash to its key "${address.key}"; run the suite again`,
    );
  }
  return { suite, model, address, request, planners: [planner], stages: [{ planner, purpose }], family };
}

function combine(group: readonly MissedRequest[]): MissedRequest {
  const stages = distinct(group.flatMap((miss) => miss.stages));
  return { ...group[0]!, stages, planners: [...new Set(stages.map(({ planner }) => planner))] };
}

export type PendingFolders = TapeLayers & { readonly forget?: boolean };

export async function addPendingRequests(misses: readonly Miss[], { forget = false, ...folders }: PendingFolders) {
  const { missed, leftOut } = missedRequests(misses);
  const unanswered = new Set<MissedRequest>();
  for (const group of Map.groupBy(missed, ({ suite, model }) => JSON.stringify([suite, model])).values()) {
    const { suite, model } = group[0]!;
    const name = { ...folders, suite, model };
    const release = await openForWriting(name);
    try {
      const path = tapeFiles(name).pending;
      const pending = new Map<string, PendingRequest>(forget ? [] : await readPendingRequests(path));
      for (const miss of group) {
        const id = customId(miss.address);
        const planners = new Set([...miss.planners, ...(pending.get(id)?.planners ?? [])]);
        pending.set(id, { ...miss, planners: [...planners].toSorted() });
      }
      const tape = await LayeredTape.open(name);
      for (const [id, { address }] of pending) if (await tape.has(address)) pending.delete(id);
      await tape.close();
      await writePendingRequests(path, pending.values(), disk);
      for (const miss of group) if (pending.has(customId(miss.address))) unanswered.add(miss);
    } finally {
      release();
    }
  }
  return { unanswered: missed.filter((miss) => unanswered.has(miss)), leftOut };
}

export function batchLines(requests: readonly Pick<PendingRequest, 'address' | 'request'>[]): readonly string[] {
  const byId = new Map(requests.map(({ address, request }) => [customId(address), request]));
  return Array.from(byId, ([custom_id, request]) => `${JSON.stringify({ custom_id, method: 'POST', ...request })}\n`);
}

export function byEndpoint(missed: readonly MissedRequest[]) {
  const groups = Map.groupBy(missed, ({ request }) => JSON.stringify([request.body.model, request.url]));
  return sortedValues(groups).map((requests) => {
    const { url, body } = requests[0]!.request;
    return { model: body.model, url, requests };
  });
}
