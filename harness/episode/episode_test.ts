import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Llm, LlmCallError } from '../../cassettes/llm.ts';
import type { Action, Env, StepResult, Task } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import type { Planner, Start } from '../../planners/planner.ts';
import { promptSet } from '../../planners/prompts.ts';
import { traceHeader } from '../trace/testing/trace_fixture.ts';
import { isComplete } from '../trace/trace.ts';
import { EPISODE_LIMITS, type EpisodeParts, runEpisode } from './episode.ts';

const OBSERVATION: HouseholdObservation = {
  world: 'household',
  objects: [],
  containers: [],
  surfaces: [],
  rooms: ['hall1'],
  holding: [],
  closeTo: [],
  room: 'hall1',
};

/** A world whose goal is two presses; anything else is refused. */
class Switch implements Env<HouseholdObservation> {
  presses = 0;
  closed = 0;
  reset() {
    this.presses = 0;
    return { observation: OBSERVATION, goal: { success: false, share: 0 } };
  }
  step(action: Action): StepResult<HouseholdObservation> {
    if (action.verb !== 'press') {
      const reason = { precondition: 'unknown_verb', message: `No action is called "${action.verb}"` };
      return { ok: false, observation: OBSERVATION, goal: this.goal(), reason };
    }
    this.presses += 1;
    return { ok: true, observation: OBSERVATION, goal: this.goal() };
  }
  observe() {
    return OBSERVATION;
  }
  close() {
    this.closed += 1;
  }
  private goal() {
    return { success: this.presses >= 2, share: Math.min(1, this.presses / 2) };
  }
}

const TASK: Task = { name: 'press_twice', scene: 'hall', instruction: 'Press twice.', goal: null, stepsMax: 4 };
const SILENT: Llm = {
  chat: async () => ({ text: '', finishReason: 'stop', usage: null }),
  embed: async () => [],
  countTokens: async () => 0,
};

type Plan = Planner<HouseholdObservation>['plan'];

function act(verb: string) {
  return { kind: 'act', action: { verb, args: [] } } as const;
}

async function episode(plan: Plan, change: Partial<EpisodeParts> = {}) {
  const env = new Switch();
  const planner: Planner<HouseholdObservation> = {
    name: 'made_up',
    title: 'Made up',
    worlds: ['household'],
    summary: '',
    options: z.strictObject({}),
    promptSlots: {},
    privileged: () => false,
    plan,
  };
  const result = await runEpisode({
    header: traceHeader({ task: TASK.name, stepsMax: TASK.stepsMax }),
    task: TASK,
    planner: planner as unknown as Planner,
    env: env as unknown as Env,
    seed: 1,
    prompts: promptSet('none', [], {}),
    llm: () => SILENT,
    limits: EPISODE_LIMITS,
    signal: new AbortController().signal,
    ...change,
  });
  return { ...result, env };
}

describe('runEpisode()', () => {
  it('ends in success as soon as the goal holds, when the planner would go on', async () => {
    const { trace, env } = await episode(async function* () {
      while (true) yield act('press');
    });
    expect(trace.summary).toMatchObject({ end: 'goal', success: true, steps: 2, share: 1 });
    expect(trace.events.map((event) => event.event)).toEqual(['step', 'step']);
    expect(env.closed).toBe(1);
  });

  it('gives no model to a planner whose trace names none', async () => {
    const asking: Plan = async function* ({ llm }) {
      yield act(`press${await llm.countTokens('?')}`);
    };
    const { trace } = await episode(asking, { header: traceHeader({ model: null }) });
    expect(trace.summary.detail).toContain('says `asksModel: false`, but asks one');
  });

  it.for([
    ['stop', 2, { end: 'goal', detail: 'unsolvable', success: true }],
    ['stop', 1, { end: 'planner_stopped', detail: 'unsolvable', success: false, share: 0.5 }],
    ['return', 4, { end: 'goal', detail: 'returned', success: true, steps: 4 }],
    ['return', 5, { end: 'goal', detail: 'step_limit', success: true, steps: 4 }],
    ['sense', 2, { end: 'goal', detail: 'senses_without_end', success: true }],
    ['crash', 2, { end: 'planner_failed', detail: 'oh no', success: false, share: 1 }],
  ] as const)('lets the goal decide where the planner ends it: %s after %i presses', async ([how, presses, said]) => {
    const plan: Plan = async function* () {
      for (let press = 0; press < presses; press += 1) yield act('press');
      if (how === 'stop') yield { kind: 'stop', reason: 'unsolvable' };
      if (how === 'crash') throw new Error('oh no');
      while (how === 'sense') yield { kind: 'sense' };
    };
    const { trace } = await episode(plan, { task: { ...TASK, endsBy: 'planner' } });
    expect(trace.summary).toMatchObject(said);
  });

  it('tells what each chat adds to the transcript, only where the planner ends the episode', async () => {
    const plan: Plan = async function* ({ llm }) {
      const asked = { role: 'user', content: 'four' } as const;
      const options = { purpose: 'plan', temperature: 0 };
      const { text } = await llm.chat([asked], options);
      await llm.embed(['not a chat'], options);
      await llm.chat([asked, { role: 'assistant', content: text }, { role: 'user', content: 'three' }], options);
      yield { kind: 'stop', reason: 'plan_completed' };
    };
    const llm: EpisodeParts['llm'] = (onCall) => {
      const answered = () => {
        const none = { promptTokens: null, completionTokens: null, latencyMs: null };
        onCall({ event: 'call', purpose: 'plan', key: '', occurrence: 1, finishReason: 'stop', ...none });
      };
      return {
        chat: async () => {
          answered();
          return { text: 'ab', finishReason: 'stop', usage: null };
        },
        embed: async () => {
          answered();
          return [];
        },
        countTokens: async (text) => text.length,
      };
    };
    const counted = async (endsBy: 'goal' | 'planner') => {
      const { trace } = await episode(plan, { task: { ...TASK, endsBy }, llm });
      return trace.events.flatMap((event) => (event.event === 'call' ? [event.transcriptTokens] : []));
    };
    expect(await counted('planner')).toEqual([4 + 2, undefined, 5 + 2]);
    expect(await counted('goal')).toEqual([undefined, undefined, undefined]);
  });

  it('tells the planner the one bit and keeps the reason in the trace, when an action is refused', async () => {
    const heard: unknown[] = [];
    const { trace } = await episode(async function* () {
      heard.push(yield act('fly'));
      yield { kind: 'stop', reason: 'enough' };
    });
    expect(heard).toEqual([{ ok: false, observation: OBSERVATION }]);
    expect(trace.events[0]).toMatchObject({ ok: false, reason: { precondition: 'unknown_verb' } });
    expect(trace.summary).toMatchObject({ end: 'planner_stopped', detail: 'enough', steps: 1 });
  });

  it('counts refused actions as steps and stops at the cap', async () => {
    const { trace } = await episode(async function* () {
      while (true) yield act('fly');
    });
    expect(trace.summary).toMatchObject({ end: 'step_limit', success: false, steps: 4 });
  });

  it('lets the planner look again without a step, but not for ever', async () => {
    const { trace } = await episode(async function* () {
      while (true) yield { kind: 'sense' };
    });
    expect(trace.summary).toMatchObject({ end: 'planner_stopped', detail: 'senses_without_end', steps: 0 });
  });

  it('says what was expected, when a planner yields something else', async () => {
    const { trace } = await episode(async function* () {
      yield { kind: 'act', action: 'move' } as unknown as ReturnType<typeof act>;
    });
    expect(trace.summary.end).toBe('planner_failed');
    expect(trace.summary.detail).toContain('yielded {"kind":"act","action":"move"}; expected {kind: "act"');
  });

  it('counts looks in a row only', async () => {
    const { trace } = await episode(
      async function* () {
        for (let round = 0; round < 3; round += 1) {
          yield { kind: 'sense' };
          yield { kind: 'sense' };
          yield act('fly');
        }
        yield act('press');
      },
      { limits: { ...EPISODE_LIMITS, sensesMax: 2 } },
    );
    expect(trace.summary).toMatchObject({ end: 'step_limit', steps: 4 });
  });

  it('plays the prologue first, tells the planner of it, and does not count its steps', async () => {
    let start: Start<HouseholdObservation> | undefined;
    const prologue = [
      { verb: 'press', args: [] },
      { verb: 'fly', args: [] },
    ];
    const { trace } = await episode(
      async function* (given) {
        start = given;
        yield act('press');
      },
      { task: { ...TASK, prologue, memory: { made_up: { depth: 3 }, other: 1 } } },
    );
    expect(start?.past).toEqual([
      { action: prologue[0], ok: true },
      { action: prologue[1], ok: false },
    ]);
    expect(start?.memory).toEqual({ depth: 3 });
    expect(trace.summary).toMatchObject({ end: 'goal', steps: 1 });
  });

  it('runs the planner’s finally, when the episode ends from outside', async () => {
    let cleaned = false;
    await episode(async function* () {
      try {
        while (true) yield act('press');
      } finally {
        cleaned = true;
      }
    });
    expect(cleaned).toBe(true);
  });

  it('counts the episode as failed and says why, when planner, model or world fail', async () => {
    const broken = await episode(async function* () {
      yield act('press');
      throw new Error('lost my way');
    });
    expect(broken.trace.summary).toMatchObject({ end: 'planner_failed', detail: 'lost my way', steps: 1 });
    const refused = await episode(
      async function* (start) {
        await start.llm.chat([], { purpose: 'p', temperature: 0 });
        yield act('press');
      },
      { llm: failing(new LlmCallError('context_length_exceeded', 'too long')) },
    );
    expect(refused.trace.summary).toMatchObject({ end: 'llm_failed', detail: 'too long' });
    const env = new Switch();
    env.step = () => {
      throw new Error('the simulator is gone');
    };
    const gone = await episode(swallowing, { env: env as unknown as Env });
    expect(gone.trace.summary).toMatchObject({ end: 'env_failed', detail: 'the simulator is gone' });
  });

  it('ends as refused, whatever the planner makes of it, when a request looks like it holds a credential', async () => {
    const { trace } = await episode(swallowing, { llm: failing(new LlmCallError('refused_secret', 'a key')) });
    expect(trace.summary).toMatchObject({ end: 'refused_secret', detail: 'a key' });
    expect(isComplete(trace)).toBe(false);
  });

  it('rejects, when the client is broken, whatever the planner makes of it', async () => {
    const damaged = new Error('line 3 is damaged');
    await expect(episode(swallowing, { llm: failing(damaged) })).rejects.toBe(damaged);
  });

  it('ends a planner that asks the model without end', async () => {
    const { trace } = await episode(
      async function* (start) {
        for (let call = 0; call < 100; call += 1) await start.llm.chat([], { purpose: 'p', temperature: 0 });
        yield act('press');
      },
      { limits: { ...EPISODE_LIMITS, callsMax: 7 } },
    );
    expect(trace.summary).toMatchObject({ end: 'call_limit', calls: 7 });
  });
});

/** A planner that goes on as if its call had not failed. */
async function* swallowing(start: Start<HouseholdObservation>): ReturnType<Planner['plan']> {
  await start.llm.chat([], { purpose: 'p', temperature: 0 }).catch(() => {});
  yield act('press');
}

function failing(error: Error): EpisodeParts['llm'] {
  return () => ({ ...SILENT, chat: async () => Promise.reject(error) });
}
