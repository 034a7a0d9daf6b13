import assert from 'node:assert/strict';
import type { Llm } from '../../cassettes/llm.ts';
import type { Observation } from '../../envs/env.ts';
import type { Decision, Outcome, Planner, PlannerNote, Start } from '../planner.ts';

export type Say = (purpose: string, count: number) => string;

type Play<O extends Observation> = Readonly<{
  start: Omit<Start<O>, 'llm' | 'note'>;
  say: Say;
  decisionsMax: number;
  callsMax: number;
  /** Verb → number of arguments. */
  verbs?: Readonly<Record<string, number>> | undefined;
  onLine?: (line: string) => void;
}>;

export type Played = Readonly<{
  decisions: readonly Decision[];
  requests: readonly unknown[];
  notes: readonly PlannerNote[];
  ended: boolean;
}>;

/** Lets every fourth action fail; the observation never changes. */
export async function play<O extends Observation, T>(
  planner: Planner<O, T>,
  options: T,
  game: Play<O>,
): Promise<Played> {
  const { start, say, decisionsMax, callsMax, verbs, onLine = () => {} } = game;
  const decisions: Decision[] = [];
  const requests: unknown[] = [];
  const notes: PlannerNote[] = [];
  let idle = 0;
  const llm = newLlm(say, onLine, (request) => {
    assert.notEqual(planner.asksModel, false, 'asksModel is false, but the planner calls the model');
    requests.push(request);
    assert.ok(++idle <= callsMax, `The planner makes more than ${callsMax} model calls without an action`);
  });
  const { observation } = start;
  const outcome = (): Outcome<O> => {
    const ok = decisions.length % 4 !== 0;
    if (!ok) onLine('learns that it failed');
    return { ok, observation };
  };
  const note = (content: PlannerNote) => {
    notes.push(content);
    onLine(`notes ${excerpt(content)}`);
  };

  const episode = planner.plan({ ...start, llm, note }, options);
  let ended = false;
  try {
    let next = await episode.next();
    while (next.done !== true && decisions.length < decisionsMax) {
      checkDecision(next.value, verbs);
      onLine(`decides ${decisionText(next.value)}`);
      assert.notEqual(decisions.at(-1)?.kind, 'stop', 'The planner continues after it has stopped');
      decisions.push(next.value);
      if (next.value.kind === 'act') idle = 0;
      else assert.ok(++idle <= callsMax, `The planner looks more than ${callsMax} times without an action`);
      next = await episode.next(outcome());
    }
    ended = next.done === true;
  } finally {
    const count = requests.length;
    onLine(ended ? 'has ended' : 'is ended by return()');
    assert.deepEqual(await episode.return(), ENDED, 'The planner does not end on return()');
    const after = await episode.next({ ok: false, observation });
    assert.deepEqual(after, ENDED, 'The planner continues after return()');
    assert.equal(requests.length, count, 'The planner calls the model after return()');
  }
  return { decisions, requests, notes, ended };
}

const ENDED = { done: true, value: undefined };

export function decisionText(decision: Decision): string {
  if (decision.kind === 'act') return `${decision.action.verb}(${decision.action.args.join(', ')})`;
  return decision.kind === 'stop' ? `stop: ${decision.reason}` : decision.kind;
}

function checkDecision(decision: Decision, verbs: Play<Observation>['verbs']): void {
  const yields = `The planner yields ${JSON.stringify(decision)?.slice(0, 200)}`;
  assert.ok(typeof decision === 'object' && decision !== null, `${yields}, which is not a decision`);
  if (decision.kind === 'act') {
    const { verb, args } = decision.action;
    assert.deepEqual(decision, { kind: 'act', action: { verb, args } }, yields);
    assert.ok(typeof verb === 'string' && verb !== '', `${yields}, whose verb is not a non-empty string`);
    const areStrings = Array.isArray(args) && args.every((each) => typeof each === 'string');
    assert.ok(areStrings, `${yields}, whose args are not strings`);
    if (verbs === undefined) return;
    const known = Object.keys(verbs);
    assert.ok(known.includes(verb), `${yields}, whose verb is unknown to the world; known: ${known.join(', ')}`);
    assert.equal(args.length, verbs[verb], `${yields}, though "${verb}" takes ${verbs[verb]} arguments`);
  } else if (decision.kind === 'stop') {
    const { reason } = decision;
    assert.deepEqual(decision, { kind: 'stop', reason }, yields);
    assert.match(reason, /^[a-z]+(_[a-z]+)*$/, `${yields}, whose reason is not in snake_case`);
  } else {
    assert.deepEqual(decision, { kind: 'sense' }, `${yields}, which is not a decision`);
  }
}

const SHOWN_MAX = 200;

function excerpt(value: unknown): string {
  const isShort = typeof value === 'string' && value.length <= SHOWN_MAX;
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, SHOWN_MAX + 1) : value) ?? String(value);
  return isShort || text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}…`;
}

function newLlm(say: Say, onLine: (line: string) => void, onRequest: (request: unknown) => void): Llm {
  const counts = new Map<string, number>();
  const answer = (purpose: string) => {
    assert.notEqual(purpose, '', 'The planner calls the model without a purpose');
    const count = counts.get(purpose) ?? 0;
    counts.set(purpose, count + 1);
    onLine(`asks the model for ${JSON.stringify(purpose)}`);
    const reply = say(purpose, count);
    onLine(`receives ${excerpt(reply)}`);
    return reply;
  };
  return {
    async chat(messages, options) {
      onRequest({ messages, options });
      assert.ok(messages.length > 0, 'The planner calls the model without a message');
      return { text: answer(options.purpose), finishReason: 'stop', usage: null };
    },
    async embed(texts, options) {
      onRequest({ texts, options });
      answer(options.purpose);
      return texts.map((text) => [1, text.length, text.charCodeAt(0) || 0]);
    },
    countTokens: async (text) => Math.ceil(text.length / 4),
  };
}

export class PlannerFault extends Error {
  override readonly name = 'PlannerFault';
  readonly reason: string;
  readonly story: readonly string[];

  constructor(error: unknown, story: readonly string[]) {
    const reason = reasonOf(error);
    const lines = story.length === 0 ? [] : ['', ...story.map((line) => `  ${line}`)];
    super([reason, ...lines].join('\n'), { cause: error });
    this.reason = reason;
    this.story = story;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return `The planner throws ${String(error)}`;
  return error.name === 'AssertionError' ? error.message : `The planner throws ${error.name}: ${error.message}`;
}

export function deepFreeze<V>(value: V): V {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
