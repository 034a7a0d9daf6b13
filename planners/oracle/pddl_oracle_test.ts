import { describe, expect, it } from 'vitest';
import type { Action, Fact, Model, TabletopObservation } from '../../envs/env.ts';
import type { Decision, PlannerNote, Start } from '../planner.ts';
import { plannerContract } from '../planner_contract.ts';
import { promptSet } from '../prompts.ts';
import { scriptedLlm } from '../scripted_llm.ts';
import { oracle } from './oracle.ts';

const DOMAIN = `(define (domain two)
  (:constants air hand table)
  (:predicates (in ?a ?b) (on ?a ?b) (under ?a ?b))
  (:action pick :parameters (?obj ?from)
    :precondition (and (in hand air) (on ?obj air) (on ?from ?obj))
    :effect (and (in hand ?obj) (not (in hand air)) (not (on ?from ?obj)) (on ?from air)))
  (:action place :parameters (?obj ?to)
    :precondition (and (in hand ?obj) (on ?to air))
    :effect (and (in hand air) (not (in hand ?obj)) (on ?to ?obj))))`;

/** Blocks A and B on a table; the goal is A on B. */
class TwoBlocks implements Model {
  readonly #done: number;
  constructor(done = 0) {
    this.#done = done;
  }
  #actions: Action[] = [];
  clone(): TwoBlocks {
    return new TwoBlocks(this.#done + this.#actions.length);
  }
  step(action: Action) {
    this.#actions.push(action);
    return null;
  }
  refusal() {
    return null;
  }
  #count(): number {
    return this.#done + this.#actions.length;
  }
  goal() {
    return { success: this.#count() === 2, share: this.#count() / 2 };
  }
  holds() {
    return false;
  }
  changes() {
    return [];
  }
  actions(): Action[] {
    return [
      { verb: 'pick', args: ['A', 'table'] },
      { verb: 'place', args: ['A', 'B'] },
    ].slice(this.#count(), this.#count() + 1);
  }
  key(): string {
    return String(this.#count());
  }
  observe(): TabletopObservation {
    return table(
      this.#count() === 2
        ? [
            ['on', 'table', 'B'],
            ['on', 'B', 'A'],
            ['on', 'A', 'air'],
          ]
        : START,
    );
  }
  lowerBound(): number {
    return 2 - this.#count();
  }
}

const START: readonly Fact[] = [
  ['in', 'hand', 'air'],
  ['on', 'table', 'A'],
  ['on', 'A', 'air'],
  ['on', 'table', 'B'],
  ['on', 'B', 'air'],
  ['on', 'table', 'air'],
];

function table(facts: readonly Fact[]): TabletopObservation {
  return { world: 'tabletop', blocks: ['A', 'B'], states: [], facts };
}

async function run(change: Partial<Start<TabletopObservation>> = {}, fails = false) {
  const notes: PlannerNote[] = [];
  const decisions: Decision[] = [];
  const observation = table(START);
  const episode = oracle.plan(
    {
      instruction: 'build',
      observation,
      llm: scriptedLlm({}),
      prompts: promptSet('none', [], {}),
      note: (note) => notes.push(note),
      past: [],
      seed: 1,
      skills: DOMAIN,
      model: () => new TwoBlocks(),
      ...change,
    },
    oracle.options.parse({}),
  );
  for (let next = await episode.next(); next.done !== true; next = await episode.next({ ok: !fails, observation })) {
    decisions.push(next.value);
  }
  return { decisions, notes };
}

plannerContract(oracle, {
  observation: table(START),
  replies: {},
  start: { model: () => new TwoBlocks(), skills: DOMAIN },
});

describe('pddlOracle()', () => {
  it('has the nearest arrangement planned, and carries the plan out to its end', async () => {
    const { decisions, notes } = await run();
    expect(decisions).toEqual([
      { kind: 'act', action: { verb: 'pick', args: ['A', 'table'] } },
      { kind: 'act', action: { verb: 'place', args: ['A', 'B'] } },
      { kind: 'stop', reason: 'plan_completed' },
    ]);
    expect(notes).toMatchObject([{ kind: 'planned', purpose: 'goal', status: 'solved', cost: 2, message: null }]);
  });

  it('stops where an action fails', async () => {
    expect((await run({}, true)).decisions.at(-1)).toEqual({ kind: 'stop', reason: 'action_failed' });
  });

  it('says what it lacks', async () => {
    expect((await run({ skills: '' })).decisions).toEqual([{ kind: 'stop', reason: 'no_domain' }]);
    const noWay = DOMAIN.replace('(:action place', '(:action lay').replace('(on ?to ?obj)))', '(under ?to ?obj)))');
    expect((await run({ skills: noWay })).decisions).toEqual([{ kind: 'stop', reason: 'unsolvable' }]);
  });
});
