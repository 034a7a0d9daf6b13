/**
 * Plays a planner against a tiny world that answers by a script, and holds what it says to the contract.
 *
 * @module
 */
import assert from 'node:assert/strict';
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
    assert.notEqual(planner.asksModel, false, 'asksModel of a planner that asks one');
    requests.push(request);
    assert.ok(++idle <= callsMax, `The planner makes more than ${callsMax} model calls without an action`);
  });
  const outcome = (): Outcome<O> => ({ ok: decisions.length % 4 !== 0, observation: start.observation });

  const episode = planner.plan({ ...start, llm, note: (note) => notes.push(note) }, options);
  let ended = false;
  try {
    let next = await episode.next();
    while (next.done !== true && decisions.length < decisionsMax) {
      checkDecision(next.value);
      assert.notEqual(decisions.at(-1)?.kind, 'stop', 'The planner goes on after it has stopped');
      decisions.push(next.value);
      if (next.value.kind === 'act') idle = 0;
      else assert.ok(++idle <= callsMax, `The planner looks more than ${callsMax} times without an action`);
      next = await episode.next(outcome());
    }
    ended = next.done === true;
  } finally {
    const asked = requests.length;
    assert.deepEqual(await episode.return(), ENDED);
    assert.deepEqual(await episode.next(outcome()), ENDED);
    assert.equal(requests.length, asked, 'The planner calls the model after return()');
  }
  return { decisions, requests, notes, ended };
}

const ENDED = { done: true, value: undefined };

function checkDecision(decision: Decision): void {
  const told = `The planner yields ${JSON.stringify(decision)?.slice(0, 200)}`;
  if (decision.kind === 'act') {
    const { verb, args } = decision.action;
    assert.deepEqual(decision, { kind: 'act', action: { verb, args } }, told);
    assert.ok(typeof verb === 'string' && verb !== '', `${told}, whose verb is no word`);
    assert.ok(
      Array.isArray(args) && args.every((each) => typeof each === 'string'),
      `${told}, whose args are no texts`,
    );
  } else if (decision.kind === 'stop') {
    const { reason } = decision;
    assert.deepEqual(decision, { kind: 'stop', reason }, told);
    assert.match(reason, /^[a-z]+(_[a-z]+)*$/, `${told}, whose reason is no name in snake_case`);
  } else {
    assert.deepEqual(decision, { kind: 'sense' }, told);
  }
}

function sayingLlm(say: Say, onRequest: (request: unknown) => void): Llm {
  const counts = new Map<string, number>();
  const answer = (purpose: string) => {
    assert.notEqual(purpose, '', 'The planner calls the model without a purpose');
    const count = counts.get(purpose) ?? 0;
    counts.set(purpose, count + 1);
    return say(purpose, count);
  };
  return {
    async chat(messages, options) {
      onRequest({ messages, options });
      assert.ok(messages.length > 0, 'The planner calls the model without a message');
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
