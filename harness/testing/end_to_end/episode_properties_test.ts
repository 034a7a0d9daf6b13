import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Llm } from '../../../cassettes/llm.ts';
import type { PlannerNote } from '../../../planners/planner.ts';
import { type PlannedEpisode, plannedEpisodes, planRun } from '../../run/plan/run_plan.ts';
import { playEpisode } from '../../run/threads/play_episode.ts';
import { readTrace, type Trace, writeTrace } from '../../trace/trace.ts';

/** All that listen to a model, and the random planner; the oracle's search has tests of its own. */
const plan = await planRun({
  suite: 'household',
  planners: ['inner_monologue', 'progprompt', 'llm_state', 'llm_state+states=false', 'random'],
});
const anEpisode = fc.constantFrom(...plannedEpisodes(plan));

const aName = fc.constantFrom(
  ...['lightswitch1', 'fridge1', 'toothbrush1', 'bathroomcabinet1', 'kitchen1', 'toaster1', 'breadslice1'],
  ...['ghost7', '__proto__'],
);
const aText = (maxLength: number) => fc.string({ unit: 'binary', maxLength });
const aVerb = fc.constantFrom('move', 'pickup', 'open', 'close', 'switchon', 'switchoff');
const aPlacing = fc.tuple(fc.constantFrom('placein', 'placeon'), aName, aName);
const aLine = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(aVerb, aName).map(([verb, name]) => `1. ${verb}(${name})`) },
  { weight: 2, arbitrary: aPlacing.map(([verb, a, b]) => `2. ${verb}(${a}, ${b})`) },
  { weight: 2, arbitrary: aName.map((name) => `add_related_objects("${name}")`) },
  { weight: 2, arbitrary: aName.map((name) => `update_state("${name}", "on | in_hand")`) },
  { weight: 1, arbitrary: aText(60).map((text) => `update_reasoning("${text}")`) },
  { weight: 1, arbitrary: aText(80) },
);
const aReply = fc.oneof(
  { weight: 8, arbitrary: fc.array(aLine, { maxLength: 8 }).map((lines) => lines.join('\n')) },
  { weight: 1, arbitrary: fc.constantFrom('', '\0'.repeat(5_000), 'move('.repeat(20_000), '{{state}}', '```\n```') },
);
const replies = fc.array(aReply, { minLength: 1, maxLength: 12 });

async function play(planned: PlannedEpisode, said: readonly string[]): Promise<Trace> {
  let next = 0;
  const llm: Llm = {
    chat: async () => ({ text: said[next++ % said.length] ?? '', finishReason: 'stop', usage: null }),
    embed: async () => [],
    countTokens: async () => 0,
  };
  return (await playEpisode(planned, { llm: () => llm })).trace;
}

const holds = (numRuns: number, check: (trace: Trace, episode: PlannedEpisode, said: readonly string[]) => unknown) =>
  fc.assert(
    fc.asyncProperty(anEpisode, replies, async (episode, said) => {
      await check(await play(episode, said), episode, said);
    }),
    { numRuns },
  );

describe('an episode', () => {
  it('comes to an end of its own, whatever the model says, and never forgets a key object', () =>
    holds(150, ({ events, summary }, episode) => {
      expect(['goal', 'step_limit', 'planner_stopped']).toContain(summary.end);
      expect(summary.steps).toBeLessThanOrEqual(episode.task.stepsMax);
      let known: string[] = [];
      for (const names of events.flatMap((event) => (event.event === 'note' ? keyObjectsOf(event.note) : []))) {
        expect(names.slice(0, known.length)).toEqual(known);
        known = names;
      }
    }));

  it('gives the same trace, when it is played again, the trace reads back, and a fresh world repeats its steps', () =>
    holds(60, async (trace, episode, said) => {
      const text = writeTrace(trace);
      expect(writeTrace(await play(episode, said))).toBe(text);
      expect(writeTrace(readTrace(text, 'trace.jsonl'))).toBe(text);
      const env = episode.newEnv(episode.seed);
      await env.reset();
      for (const event of trace.events) {
        if (event.event !== 'step') continue;
        const { ok, goal, ...rest } = await env.step(event.action);
        const reason = 'reason' in rest ? rest.reason : undefined;
        expect({ ok, goal, reason }).toEqual({ ok: event.ok, goal: event.goal, reason: event.reason });
      }
    }));
});

function keyObjectsOf(note: PlannerNote): string[][] {
  if (note.kind !== 'belief') return [];
  const { keyObjects } = note.belief as { keyObjects: { name: string }[] };
  return [keyObjects.map(({ name }) => name)];
}
