/** What runs missed, read as requests that can be asked: checked, each once for each tape, in the order of addresses. */
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
  /** Which part of the method asks. */
  purpose: z.string(),
  /** What the task has in common with others, so that an observation of one would help with another; null for a task of its own. */
  family: z.string().nullable(),
});

/** A request that no tape answers; runs write them down in this form. */
export type Miss = Readonly<z.infer<typeof missSchema>>;

/** A request that a suite's tape lacks, with all who ask it. */
export type Wanted = Pending & {
  readonly suite: string;
  /** What they ask it for, such as `attention` of `llm_state`. */
  readonly stages: readonly { readonly planner: string; readonly purpose: string }[];
  readonly family: string | null;
};

/** A request that is not exported, because it looks like it holds a credential, or because it is a message to a simulator. */
export type LeftOut = Address & {
  readonly suite: string;
  readonly model: string;
  /** Where it stands and what it looks like, in a clause. */
  readonly message: string;
};

/** Throws at a miss that is not one. */
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

/** Whether a simulator is to answer, and no model, whose URLs are paths. */
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

/** What several ask at one address is one request. */
function asked(group: readonly Wanted[]): Wanted {
  const [first] = group;
  if (first === undefined) throw new Error('A group has a first one');
  const byText = new Map(group.flatMap(({ stages }) => stages).map((stage) => [JSON.stringify(stage), stage]));
  const stages = [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, stage]) => stage);
  return { ...first, stages, planners: [...new Set(stages.map(({ planner }) => planner))] };
}
