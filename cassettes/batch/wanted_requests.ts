import { z } from 'zod';
import { type Address, addressSchema, compareAddresses, customId } from '../format/address.ts';
import type { Pending } from '../format/pending.ts';
import { requestKey } from '../wire/key.ts';
import { findSecret } from '../wire/secrets.ts';
import { wireRequestSchema } from '../wire/wire.ts';

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

export type Wanted = Pending & {
  readonly suite: string;
  readonly stages: readonly { readonly planner: string; readonly purpose: string }[];
  readonly family: string | null;
};

/** Not exported: it resembles a credential, or addresses a simulator. */
export type LeftOut = Address & {
  readonly suite: string;
  readonly model: string;
  readonly message: string;
};

/** Throws on an invalid miss. */
export function wantedRequests(misses: readonly Miss[]): { wanted: readonly Wanted[]; leftOut: readonly LeftOut[] } {
  const ofModels = misses.filter((miss) => !isOfSimulator(miss));
  const groups = Map.groupBy(ofModels.map(readMiss), ({ suite, model, address }) =>
    JSON.stringify([suite, model, customId(address)]),
  );
  const all = [...groups.values()].map(asked).toSorted((a, b) => compareAddresses(a.address, b.address));
  const secrets = all.flatMap(({ suite, model, address, request }): LeftOut[] => {
    const message = findSecret(request);
    return message === null ? [] : [{ suite, model, ...address, message }];
  });
  const wanted = secrets.length === 0 ? all : all.filter(({ request }) => findSecret(request) === null);
  return { wanted, leftOut: [...secrets, ...misses.filter(isOfSimulator).map(simulated)] };
}

/** Model URLs are paths; simulator URLs are not. */
export function isOfSimulator({ url }: Pick<Miss, 'url'>): boolean {
  return !url.startsWith('/');
}

function simulated({ suite, model, task, trial, key, occurrence }: Miss): LeftOut {
  const message = `it is a message to "${model}": have a simulator answer, with --simulator URL`;
  return { suite, model, task, trial, key, occurrence, message };
}

function readMiss(miss: Miss): Wanted {
  const { suite, model, url, body, planner, purpose, family, ...address } = missSchema.parse(miss);
  const request = wireRequestSchema.parse({ url, body });
  if (requestKey(request) !== address.key) {
    throw new Error(
      `Cannot export a miss of task "${address.task}": its request does not hash to its key "${address.key}"; run the suite again`,
    );
  }
  return { suite, model, address, request, planners: [planner], stages: [{ planner, purpose }], family };
}

function asked(group: readonly Wanted[]): Wanted {
  const [first] = group;
  if (first === undefined) throw new Error('A group has a first one');
  const byText = new Map(group.flatMap(({ stages }) => stages).map((stage) => [JSON.stringify(stage), stage]));
  const stages = [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, stage]) => stage);
  return { ...first, stages, planners: [...new Set(stages.map(({ planner }) => planner))] };
}
