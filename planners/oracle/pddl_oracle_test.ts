import { describe, expect, it } from 'vitest';
import type { Action, Model, Rehearsal, RehearsedAction } from '../../envs/env.ts';
import type { Fact, TabletopObservation } from '../../envs/tabletop/observation.ts';
import { plannerContract } from '../kit/planner_contract.ts';
import type { Start } from '../planner.ts';
import { playScript } from '../testing/play_script.ts';
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

/** Carries an action out where `accepts` says so. */
class Rehearsed implements Rehearsal {
  readonly #model: TwoBlocks;
  readonly #accepts: () => boolean;
  constructor(model: TwoBlocks, accepts: () => boolean) {
    this.#model = model;
    this.#accepts = accepts;
  }
  after(action: Action): RehearsedAction {
    if (!this.#accepts()) return { ok: false, reason: { precondition: 'bounded', message: '' } };
    const next = this.#model.clone();
    next.step(action);
    return { ok: true, next: new Rehearsed(next, this.#accepts) };
  }
  actions() {
    return this.#model.actions();
  }
  model() {
    return this.#model.clone();
  }
  key() {
    return this.#model.key();
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

function run(change: Partial<Start<TabletopObservation>> = {}, fails = false, options = {}) {
  const observation = table(START);
  const given = { observation, skills: DOMAIN, model: () => new TwoBlocks(), ...change };
  return playScript([oracle, options], { script: {}, given }, () => ({ ok: !fails, observation }));
}

plannerContract(oracle, {
  describe,
  it,
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

  it('plans around what the arm refuses, and says where no way around is known', async () => {
    const refusing = { rehearsal: () => new Rehearsed(new TwoBlocks(), () => false) };
    const { decisions, notes } = await run(refusing);
    expect(decisions).toEqual([{ kind: 'stop', reason: 'no_plan' }]);
    expect(notes[1]).toEqual({ kind: 'belief', belief: { stepsByRules: 2, steps: null } });
    let asked = 0;
    const wavering = { rehearsal: () => new Rehearsed(new TwoBlocks(), () => ++asked !== 1) };
    const around = await run(wavering);
    expect(around.decisions).toHaveLength(3);
    expect(around.notes[1]).toEqual({ kind: 'belief', belief: { stepsByRules: 2, steps: 2 } });
    asked = 0;
    const lateToAgree = { rehearsal: () => new Rehearsed(new TwoBlocks(), () => ++asked > 2) };
    expect((await run(lateToAgree, false, { rehearsalsMax: 1 })).decisions).toEqual([
      { kind: 'stop', reason: 'planning_limit' },
    ]);
  });

  it('takes a plan that is known where the arm refuses the one by the rules, unless it refuses that, too', async () => {
    const known = ['pick', 'place', 'pick', 'place'].map((verb, at) => ({ verb, args: ['A', at < 2 ? 'table' : 'B'] }));
    let asked = 0;
    const refusingOnce = { rehearsal: () => new Rehearsed(new TwoBlocks(), () => ++asked !== 1), knownPlan: known };
    const { decisions, notes } = await run(refusingOnce);
    expect(decisions.slice(0, -1)).toEqual(known.map((action) => ({ kind: 'act', action })));
    expect(notes[1]).toEqual({ kind: 'belief', belief: { stepsByRules: 2, steps: 4 } });
    asked = 0;
    const refusingTwice = { rehearsal: () => new Rehearsed(new TwoBlocks(), () => ++asked > 3), knownPlan: known };
    expect((await run(refusingTwice)).decisions).toHaveLength(3);
  });

  it('plans anew where an action fails that was not refused in the rehearsal, and only so often', async () => {
    const carriedOut = { rehearsal: () => new Rehearsed(new TwoBlocks(), () => true) };
    const { decisions } = await run(carriedOut, true, { searchesMax: 2 });
    const pick = { kind: 'act', action: { verb: 'pick', args: ['A', 'table'] } };
    expect(decisions).toEqual([pick, pick, { kind: 'stop', reason: 'too_many_searches' }]);
  });

  it('stops where an action fails that it could not rehearse', async () => {
    expect((await run({}, true)).decisions.at(-1)).toEqual({ kind: 'stop', reason: 'action_failed' });
  });

  it('says what it lacks', async () => {
    expect((await run({ skills: '' })).decisions).toEqual([{ kind: 'stop', reason: 'no_domain' }]);
    const noWay = DOMAIN.replace('(:action place', '(:action lay').replace('(on ?to ?obj)))', '(under ?to ?obj)))');
    expect((await run({ skills: noWay })).decisions).toEqual([{ kind: 'stop', reason: 'unsolvable' }]);
  });
});
