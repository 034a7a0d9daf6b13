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

/** What a model might say: good calls on things that are there or not, and everything else. */
const aName = fc.constantFrom(
  'lightswitch1',
  'fridge1',
  'toothbrush1',
  'bathroomcabinet1',
  'kitchen1',
  'toaster1',
  'breadslice1',
  'ghost7',
  '__proto__',
);
const aLine = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('move', 'pickup', 'open', 'close', 'switchon', 'switchoff'), aName)
      .map(([verb, name]) => `1. ${verb}(${name})`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('placein', 'placeon'), aName, aName)
      .map(([verb, a, b]) => `2. ${verb}(${a}, ${b})`),
  },
  { weight: 2, arbitrary: aName.map((name) => `add_related_objects("${name}")`) },
  { weight: 2, arbitrary: aName.map((name) => `update_state("${name}", "on | in_hand")`) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map((text) => `update_reasoning("${text}")`) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
);
const aReply = fc.oneof(
  { weight: 8, arbitrary: fc.array(aLine, { maxLength: 8 }).map((lines) => lines.join('\n')) },
  { weight: 1, arbitrary: fc.constantFrom('', '\0'.repeat(5_000), 'move('.repeat(20_000), '{{state}}', '```\n```') },
);
const replies = fc.array(aReply, { minLength: 1, maxLength: 12 });

/** A model that says these replies, over and over. */
function cycling(said: readonly string[]): Llm {
  let next = 0;
  return {
    async chat() {
      const text = said[next % said.length] ?? '';
      next += 1;
      return { text, finishReason: 'stop', usage: null };
    },
    embed: async () => [],
    countTokens: async () => 0,
  };
}

async function play(planned: PlannedEpisode, said: readonly string[]): Promise<Trace> {
  const { trace } = await playEpisode(planned, { llm: () => cycling(said) });
  return trace;
}

describe('an episode', () => {
  it('comes to an end of its own, whatever the model says', async () => {
    await fc.assert(
      fc.asyncProperty(anEpisode, replies, async (episode, said) => {
        const { summary } = await play(episode, said);
        expect(['goal', 'step_limit', 'planner_stopped']).toContain(summary.end);
        expect(summary.steps).toBeLessThanOrEqual(episode.task.stepsMax);
      }),
      { numRuns: 150 },
    );
  });

  it('gives the same trace, when it is played again, and the trace reads back', async () => {
    await fc.assert(
      fc.asyncProperty(anEpisode, replies, async (episode, said) => {
        const trace = await play(episode, said);
        const text = writeTrace(trace);
        expect(writeTrace(await play(episode, said))).toBe(text);
        expect(writeTrace(readTrace(text, 'trace.jsonl'))).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it('has steps that a fresh world repeats one by one', async () => {
    await fc.assert(
      fc.asyncProperty(anEpisode, replies, async (episode, said) => {
        const { events } = await play(episode, said);
        const env = episode.newEnv(episode.seed);
        await env.reset();
        for (const event of events) {
          if (event.event !== 'step') continue;
          const { ok, goal, ...rest } = await env.step(event.action);
          expect({ ok, goal, reason: 'reason' in rest ? rest.reason : undefined }).toEqual({
            ok: event.ok,
            goal: event.goal,
            reason: event.reason,
          });
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never forgets a key object', async () => {
    await fc.assert(
      fc.asyncProperty(anEpisode, replies, async (episode, said) => {
        const { events } = await play(episode, said);
        const notes = events.flatMap((event) => (event.event === 'note' ? [event.note] : []));
        let known: string[] = [];
        for (const names of notes.flatMap(keyObjectsOf)) {
          expect(names.slice(0, known.length)).toEqual(known);
          known = names;
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** The key objects of a note that says what LLM-State believes. */
function keyObjectsOf(note: PlannerNote): string[][] {
  if (note.kind !== 'belief') return [];
  const { keyObjects } = note.belief as { keyObjects: { name: string }[] };
  return [keyObjects.map(({ name }) => name)];
}
