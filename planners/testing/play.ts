/**
 * Test support: plays a planner against a tiny world that answers by a script, and holds what it says to the contract.
 *
 * @module
 */
import { expect } from 'vitest';
import type { Llm } from '../../cassettes/llm.ts';
import type { Observation } from '../../envs/env.ts';
import type { Decision, Outcome, Planner, PlannerNote, Start } from '../planner.ts';

/** What the model answers to the n-th call (from 0) of a purpose. */
export type Say = (purpose: string, count: number) => string;

export type Play<O extends Observation> = {
  readonly start: Omit<Start<O>, 'llm' | 'note'>;
  readonly say: Say;
  /** The player leaves after so many decisions. */
  readonly decisionsMax: number;
  /** Most model calls, and most looks, without an action between them. */
  readonly callsMax: number;
};

/** All that a planner did, in order. */
export type Played = {
  readonly decisions: readonly Decision[];
  readonly requests: readonly unknown[];
  readonly notes: readonly PlannerNote[];
  /** Whether the planner ended the episode of its own accord. */
  readonly ended: boolean;
};

/** In this world every fourth action fails and nothing is ever seen to change. */
export async function play<O extends Observation, T>(
  planner: Planner<O, T>,
  options: T,
  game: Play<O>,
): Promise<Played> {
  const { start, say, decisionsMax, callsMax } = game;
  const decisions: Decision[] = [];
  const requests: unknown[] = [];
  const notes: PlannerNote[] = [];
  let idle = 0;
  const llm = sayingLlm(say, (request) => {
    expect(planner.asksModel, 'asksModel of a planner that asks one').not.toBe(false);
    requests.push(request);
    expect(++idle, 'model calls without an action').toBeLessThanOrEqual(callsMax);
  });
  const outcome = (): Outcome<O> => ({ ok: decisions.length % 4 !== 0, observation: start.observation });

  const episode = planner.plan({ ...start, llm, note: (note) => notes.push(note) }, options);
  let ended = false;
  try {
    let next = await episode.next();
    while (next.done !== true && decisions.length < decisionsMax) {
      expectValid(next.value);
      expect(decisions.at(-1)?.kind, 'the decision before').not.toBe('stop');
      decisions.push(next.value);
      if (next.value.kind === 'act') idle = 0;
      else expect(++idle, 'looks without an action').toBeLessThanOrEqual(callsMax);
      next = await episode.next(outcome());
    }
    ended = next.done === true;
  } finally {
    const asked = requests.length;
    expect(await episode.return()).toEqual({ done: true, value: undefined });
    expect(await episode.next(outcome())).toEqual({ done: true, value: undefined });
    expect(requests.length, 'model calls after return()').toBe(asked);
  }
  return { decisions, requests, notes, ended };
}

function expectValid(decision: Decision): void {
  if (decision.kind === 'act') {
    expect(decision).toEqual({ kind: 'act', action: { verb: expect.any(String), args: expect.any(Array) } });
    expect(decision.action.verb).not.toBe('');
    for (const argument of decision.action.args) expect(argument).toBeTypeOf('string');
  } else if (decision.kind === 'stop') {
    expect(decision).toEqual({ kind: 'stop', reason: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/) });
  } else {
    expect(decision).toEqual({ kind: 'sense' });
  }
}

function sayingLlm(say: Say, onRequest: (request: unknown) => void): Llm {
  const counts = new Map<string, number>();
  const answer = (purpose: string) => {
    expect(purpose).not.toBe('');
    const count = counts.get(purpose) ?? 0;
    counts.set(purpose, count + 1);
    return say(purpose, count);
  };
  return {
    async chat(messages, options) {
      onRequest({ messages, options });
      expect(messages.length).toBeGreaterThan(0);
      return { text: answer(options.purpose), finishReason: 'stop', usage: null };
    },
    async embed(texts, options) {
      onRequest({ texts, options });
      // What is said does not matter, but it may be that the call fails.
      answer(options.purpose);
      return texts.map((text) => [1, text.length, text.charCodeAt(0) || 0]);
    },
    countTokens: async (text) => Math.ceil(text.length / 4),
  };
}
