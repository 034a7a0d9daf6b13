import { type Address, customId } from '../format/entry.ts';
import { promptTokens, tokenCounter } from '../tokens/token_count.ts';
import type { WireRequest } from '../wire/wire.ts';

export type Unanswered = Readonly<{
  suite: string;
  address: Address;
  request: WireRequest;
  planners: readonly string[];
}>;

export type Missing = Awaited<ReturnType<typeof missingAnswers>>;
export type MissingCalls = ReturnType<typeof callsOf>;

/** A lower bound: an episode stops at its first missing answer. */
export async function missingAnswers(unanswered: readonly Unanswered[]) {
  const tokens = new Map<string, number>();
  for (const { address, request } of unanswered) {
    const id = customId(address);
    if (tokens.has(id)) continue;
    tokens.set(id, promptTokens(request, await tokenCounter(request.body.model)));
  }
  const byPlanner = unanswered.flatMap((one) => one.planners.map((planner) => ({ ...one, planner })));
  const planners = [...Map.groupBy(byPlanner, ({ planner }) => planner)].map(([planner, group]) => {
    const episodes = new Set(group.map(({ suite, address: { task, trial } }) => `${suite} ${task} ${trial}`));
    return { planner, episodes: episodes.size, ...callsOf(group, tokens) };
  });
  return { planners: planners.toSorted((a, b) => (a.planner < b.planner ? -1 : 1)), all: callsOf(unanswered, tokens) };
}

function callsOf(group: readonly Pick<Unanswered, 'address'>[], tokens: ReadonlyMap<string, number>) {
  const ids = new Set(group.map(({ address }) => customId(address)));
  return { calls: ids.size, promptTokens: [...ids].reduce((sum, id) => sum + (tokens.get(id) ?? 0), 0) };
}
