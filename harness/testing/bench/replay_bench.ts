/** LLM calls a second in whole episodes. The clients take turns, so that a busy machine slows all of them. */
import { completionBody, mapLlm, sdkLlm } from '../../../cassettes/bench/cassettes_bench.ts';
import { openCassette } from '../../../cassettes/cassette/cassette.ts';
import type { ChatReply, Llm } from '../../../cassettes/llm.ts';
import { requestKey } from '../../../cassettes/wire/exchange.ts';
import { chatRequest } from '../../../cassettes/wire/wire.ts';
import { median } from '../../../envs/testing/median.ts';
import { PLACES } from '../../io/places.ts';
import { type PlannedEpisode, plannedEpisodes, planRun } from '../../run/plan/run_plan.ts';
import { playEpisode } from '../../run/threads/play_episode.ts';
import { writeTrace } from '../../trace/trace.ts';

type Client = (planned: PlannedEpisode) => Llm;

/** Takes some seconds. One task only, because the plain map knows no tasks. */
export async function benchReplay({ rounds = 7, callsPerRound = 2_000 } = {}) {
  const plan = await planRun({ suite: 'listings' });
  const tape = { tapesDir: PLACES.tapes, suite: plan.suite.name, model: plan.model };
  const cassette = await openCassette({ ...tape, mode: 'replay' });
  const direct: Client = ({ header }) =>
    cassette.episode({ task: `${header.scene}/${header.task}`, trial: header.trial, planner: header.planner });
  const replies = new Map<string, ChatReply>();
  const lengths: number[] = [];
  const learn: Client = (planned) => listening(direct(planned), replies, lengths);
  const episodes = [...plannedEpisodes(plan)];
  for (const planned of episodes) await play(planned, learn);
  const clients: Readonly<Record<'direct' | 'sdk' | 'map', Client>> = {
    direct,
    sdk: () => sdk(plan.model, replies),
    map: () => mapLlm(replies, JSON.stringify),
  };
  const rates = { direct: [] as number[], sdk: [] as number[], map: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const client of ['direct', 'sdk', 'map'] as const) {
      rates[client].push(await rate(episodes, clients[client], callsPerRound));
    }
  }
  await cassette.finish();
  return {
    directCallsPerSecond: median(rates.direct),
    sdkCallsPerSecond: median(rates.sdk),
    mapCallsPerSecond: median(rates.map),
    promptLength: median(lengths), // in UTF-16 code units
  };
}

async function rate(episodes: readonly PlannedEpisode[], client: Client, calls: number): Promise<number> {
  const began = performance.now();
  let done = 0;
  while (done < calls) {
    for (const planned of episodes) done += await play(planned, client);
  }
  return (done * 1_000) / (performance.now() - began);
}

async function play(planned: PlannedEpisode, client: Client): Promise<number> {
  const { trace } = await playEpisode(planned, { llm: () => client(planned) });
  if (writeTrace(trace) === '') throw new Error('A trace is never empty');
  return trace.summary.calls;
}

function listening(llm: Llm, replies: Map<string, ChatReply>, lengths: number[]): Llm {
  return {
    ...llm,
    async chat(messages, options) {
      const reply = await llm.chat(messages, options);
      replies.set(JSON.stringify(messages), reply);
      lengths.push(messages.reduce((sum, { content }) => sum + content.length, 0));
      return reply;
    },
  };
}

function sdk(model: string, replies: ReadonlyMap<string, ChatReply>): Llm {
  const bodies = new Map(
    Array.from(replies, ([messages, { text }]) => {
      const request = chatRequest(model, JSON.parse(messages), { purpose: '', temperature: 0 });
      return [requestKey(request), completionBody(model, text)];
    }),
  );
  return sdkLlm(model, (key) => bodies.get(key) ?? '');
}
