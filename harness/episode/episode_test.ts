import * as fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { LlmCallError, type Message } from '../../cassettes/llm.ts';
import type { Action, Env, StepResult } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import type { Planner, Start } from '../../planners/planner.ts';
import { traceHeader } from '../trace/testing/trace_fixture.ts';
import { isComplete } from '../trace/trace.ts';
import { EPISODE_LIMITS, type EpisodeParts, refusingLlm, Transcript } from './episode.ts';
import { act, episodeOf, OBSERVATION, type Plan, SILENT, TASK } from './testing/episode_fixture.ts';

class Switch implements Env<HouseholdObservation> {
  presses = 0;
  closed = 0;
  reset() {
    this.presses = 0;
    return this.#now();
  }
  step({ verb }: Action): StepResult<HouseholdObservation> {
    if (verb === 'press') this.presses += 1;
    const reason = { precondition: 'unknown_verb', message: `No action is called "${verb}"` };
    return verb === 'press' ? { ok: true, ...this.#now() } : { ok: false, ...this.#now(), reason };
  }
  observe() {
    return OBSERVATION;
  }
  close() {
    this.closed += 1;
  }
  #now() {
    const goal = { success: this.presses >= 2, share: Math.min(1, this.presses / 2) };
    return { observation: OBSERVATION, goal };
  }
}

async function episode(plan: Plan, change: Partial<EpisodeParts> = {}) {
  const env = new Switch();
  return { ...(await episodeOf(plan, env, change)), env };
}

function endless(decision: ReturnType<typeof act> | { kind: 'sense' }): Plan {
  return async function* () {
    while (true) yield decision;
  };
}

async function* swallowing(start: Start<HouseholdObservation>): ReturnType<Planner['plan']> {
  await start.llm.chat([], { purpose: 'p', temperature: 0 }).catch(() => {});
  yield act('press');
}

function failing(error: Error): EpisodeParts['llm'] {
  return () => ({ ...SILENT, chat: async () => Promise.reject(error) });
}

describe('runEpisode()', () => {
  it('ends in success as soon as the goal holds, when the planner would go on', async () => {
    const { trace, env } = await episode(endless(act('press')));
    expect(trace.summary).toMatchObject({ end: 'goal', success: true, steps: 2, share: 1 });
    expect(trace.events.map((event) => event.event)).toEqual(['step', 'step']);
    expect(env.closed).toBe(1);
  });

  it('gives no model to a planner whose trace names none', async () => {
    const asking: Plan = async function* ({ llm }) {
      yield act(`press${await llm.countTokens('?')}`);
    };
    const { trace } = await episode(asking, { header: traceHeader({ model: null }) });
    expect(trace.summary.detail).toContain('declares `asksModel: false`, but calls a model');
  });

  it.for([
    ['stop', 2, { end: 'goal', detail: 'unsolvable', success: true }],
    ['stop', 1, { end: 'planner_stopped', detail: 'unsolvable', success: false, share: 0.5 }],
    ['return', 4, { end: 'goal', detail: 'returned', success: true, steps: 4 }],
    ['return', 5, { end: 'goal', detail: 'step_limit', success: true, steps: 4 }],
    ['sense', 0, { end: 'planner_stopped', detail: 'senses_without_end', success: false, steps: 0 }],
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
      const none = { promptTokens: null, completionTokens: null, latencyMs: null };
      const answered = async <T>(answer: T) => {
        onCall({ event: 'call', purpose: 'plan', key: '', occurrence: 1, finishReason: 'stop', ...none });
        return answer;
      };
      return {
        chat: () => answered({ text: 'ab', finishReason: 'stop', usage: null }),
        embed: () => answered([]),
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

  it('says what was expected, when a planner yields something else', async () => {
    const { trace } = await episode(async function* () {
      yield { kind: 'act', action: 'move' } as unknown as ReturnType<typeof act>;
    });
    expect(trace.summary.end).toBe('planner_failed');
    expect(trace.summary.detail).toContain('yielded {"kind":"act","action":"move"}; expected {kind: "act"');
  });

  it('counts looks in a row only, and refused actions as steps', async () => {
    const plan: Plan = async function* () {
      for (const look of [true, true, false, true, true, false, true, true, false]) {
        yield look ? { kind: 'sense' } : act('fly');
      }
      yield act('press');
    };
    const { trace } = await episode(plan, { limits: { ...EPISODE_LIMITS, sensesMax: 2 } });
    expect(trace.summary).toMatchObject({ end: 'step_limit', success: false, steps: 4 });
  });

  it('plays the prologue first, tells the planner of it, and does not count its steps', async () => {
    let start: Start<HouseholdObservation> | undefined;
    const plan: Plan = async function* (given) {
      start = given;
      yield act('press');
    };
    const [press, fly] = [act('press').action, act('fly').action];
    const memory = { made_up: { depth: 3 }, other: 1 };
    const { trace } = await episode(plan, { task: { ...TASK, prologue: [press, fly], memory } });
    const past = [press, fly].map((action) => ({ action, ok: action === press }));
    expect(start).toMatchObject({ past, memory: { depth: 3 } });
    expect(trace.summary).toMatchObject({ end: 'goal', steps: 1 });
  });

  it('runs the planner’s finally, when the episode ends from outside', async () => {
    const cleanUp = vi.fn();
    await episode(async function* () {
      try {
        while (true) yield act('press');
      } finally {
        cleanUp();
      }
    });
    expect(cleanUp).toHaveBeenCalledOnce();
  });

  const broken: Plan = async function* () {
    yield act('press');
    throw new Error('lost my way');
  };
  const asking: Plan = async function* ({ llm }) {
    await llm.chat([], { purpose: 'p', temperature: 0 });
    yield act('press');
  };
  const tooLong = failing(new LlmCallError('context_length_exceeded', 'too long'));
  const secret = failing(new LlmCallError('refused_secret', 'a key'));
  const GONE = 'the simulator is gone';
  const gone = Object.assign(new Switch(), { step: () => Promise.reject(new Error(GONE)) }) as unknown as Env;
  it.for<[string, Plan, Partial<EpisodeParts>, object]>([
    ['the planner fails', broken, {}, { end: 'planner_failed', detail: 'lost my way', steps: 1 }],
    ['the model fails', asking, { llm: tooLong }, { end: 'llm_failed', detail: 'too long' }],
    ['the world fails, and the planner swallows it', swallowing, { env: gone }, { end: 'env_failed', detail: GONE }],
    [
      'a credential is refused, and the planner swallows it',
      swallowing,
      { llm: secret },
      { end: 'refused_secret', detail: 'a key' },
    ],
  ])('ends the episode and says why, when %s', async ([, plan, change, summary]) => {
    const { trace } = await episode(plan, change);
    expect(trace.summary).toMatchObject(summary);
    expect(isComplete(trace)).toBe(trace.summary.end !== 'refused_secret');
  });

  it('rejects, when the client is broken, whatever the planner makes of it', async () => {
    const damaged = new Error('line 3 is damaged');
    await expect(episode(swallowing, { llm: failing(damaged) })).rejects.toBe(damaged);
  });

  it('ends a planner that asks the model without end', async () => {
    const plan: Plan = async function* ({ llm }) {
      for (let call = 0; call < 100; call += 1) await llm.chat([], { purpose: 'p', temperature: 0 });
      yield act('press');
    };
    const { trace } = await episode(plan, { limits: { ...EPISODE_LIMITS, callsMax: 7 } });
    expect(trace.summary).toMatchObject({ end: 'call_limit', calls: 7 });
  });
});

test('refusingLlm() answers nothing, and says why', async () => {
  const { chat, embed, countTokens } = refusingLlm('mine');
  const said = 'Planner "mine" declares `asksModel: false`, but calls a model';
  const calls = [chat([], { purpose: 'ask', temperature: 0 }), embed([], { purpose: 'ask' }), countTokens('?')];
  for (const call of calls) await expect(call).rejects.toThrow(said);
});

const newTranscript = () => new Transcript(async (text) => text.length);
const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

describe('Transcript.add()', () => {
  const system: Message = { role: 'system', content: 'word' };
  it.each<[string, [chat: Message[], reply: string, tokens: number][]]>([
    [
      'counts a message of a growing chat once, and each reply once',
      [
        [[user('four')], 'ab', 4 + 2],
        [[user('four'), assistant('ab'), user('three')], 'abc', 5 + 3],
      ],
    ],
    [
      'counts another chat in full, but for what it shares with the first, by role',
      [
        [[user('same'), user('word')], 'yes', 8 + 3],
        [[user('same'), system], 'no', 4 + 2],
      ],
    ],
    [
      'knows a reply that comes back shortened or with other line breaks',
      [
        [[], 'one\r\ntwo', 8],
        [[assistant('one\ntwo')], '', 0],
        [[assistant('one')], '', 0],
        [[assistant('two')], '', 3],
      ],
    ],
  ])('%s', async (_, chats) => {
    const transcript = newTranscript();
    for (const [chat, reply, tokens] of chats) expect(await transcript.add(chat, reply)).toBe(tokens);
  });

  it('comes to the whole conversation, whatever is said', async () => {
    const words = fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string({ minLength: 1 })), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(words, async (turns) => {
        const transcript = newTranscript();
        let chat: readonly Message[] = [];
        let sum = 0;
        for (const [at, [asked, said]] of turns.entries()) {
          chat = [...chat, user(`${at}${asked}`)];
          sum += await transcript.add(chat, said);
          chat = [...chat, assistant(said)];
        }
        expect(sum).toBe(chat.reduce((all, { content }) => all + content.length, 0));
      }),
    );
  });
});
