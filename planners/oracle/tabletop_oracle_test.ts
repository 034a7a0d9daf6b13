import { describe, expect, it } from 'vitest';
import type { Model, Rehearsal, RehearsedAction } from '../../envs/env.ts';
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

const ACTIONS = [
  { verb: 'pick', args: ['A', 'table'] },
  { verb: 'place', args: ['A', 'B'] },
];

/** Blocks A and B on a table; the goal is A on B. */
class TwoBlocks implements Model {
  #done: number;
  constructor(done = 0) {
    this.#done = done;
  }
  clone = () => new TwoBlocks(this.#done);
  refusal = () => null;
  holds = () => false;
  changes = () => [];
  goal = () => ({ success: this.#done === 2, share: this.#done / 2 });
  actions = () => ACTIONS.slice(this.#done, this.#done + 1);
  key = () => String(this.#done);
  lowerBound = () => 2 - this.#done;
  observe = () => table(this.#done === 2 ? [START[3]!, ['on', 'B', 'A']] : START);
  step() {
    this.#done++;
    return null;
  }
}

/** Carries an action out where `accepts` says so. */
class Rehearsed implements Rehearsal {
  readonly #model: TwoBlocks;
  readonly #accepts: () => boolean;
  constructor(accepts: () => boolean, model = new TwoBlocks()) {
    this.#model = model;
    this.#accepts = accepts;
  }
  actions = () => this.#model.actions();
  model = () => this.#model.clone();
  key = () => this.#model.key();
  after(): RehearsedAction {
    if (!this.#accepts()) return { ok: false, reason: { precondition: 'bounded', message: '' } };
    const next = this.#model.clone();
    next.step();
    return { ok: true, next: new Rehearsed(this.#accepts, next) };
  }
}

/** A rehearsal that accepts an action by its number, counted from 1. */
function rehearsing(accepts: (number: number) => boolean) {
  let count = 0;
  return { rehearsal: () => new Rehearsed(() => accepts(++count)) };
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
    const acts = ACTIONS.map((action) => ({ kind: 'act', action }));
    expect(decisions).toEqual([...acts, { kind: 'stop', reason: 'plan_completed' }]);
    expect(notes).toMatchObject([{ kind: 'planned', purpose: 'goal', status: 'solved', cost: 2, message: null }]);
  });

  it('plans around what the arm refuses, and says where no way around is known', async () => {
    const { decisions, notes } = await run(rehearsing(() => false));
    expect(decisions).toEqual([{ kind: 'stop', reason: 'no_plan' }]);
    expect(notes[1]).toEqual({ kind: 'belief', belief: { stepsByRules: 2, steps: null } });
    const around = await run(rehearsing((number) => number !== 1));
    expect(around.decisions).toHaveLength(3);
    expect(around.notes[1]).toEqual({ kind: 'belief', belief: { stepsByRules: 2, steps: 2 } });
    const limited = await run(
      rehearsing((number) => number > 2),
      false,
      { rehearsalsMax: 1 },
    );
    expect(limited.decisions).toEqual([{ kind: 'stop', reason: 'planning_limit' }]);
  });

  it('takes a plan that is known where the arm refuses the one by the rules, unless it refuses that, too', async () => {
    const knownPlan = ['pick', 'place', 'pick', 'place'].map((verb, at) => {
      return { verb, args: ['A', at < 2 ? 'table' : 'B'] };
    });
    const { decisions, notes } = await run({ ...rehearsing((number) => number !== 1), knownPlan });
    expect(decisions.slice(0, -1)).toEqual(knownPlan.map((action) => ({ kind: 'act', action })));
    expect(notes[1]).toEqual({ kind: 'belief', belief: { stepsByRules: 2, steps: 4 } });
    const refusingTwice = { ...rehearsing((number) => number > 3), knownPlan };
    expect((await run(refusingTwice)).decisions).toHaveLength(3);
  });

  it('plans anew where an action fails that was not refused in the rehearsal, and only so often', async () => {
    const { decisions } = await run(
      rehearsing(() => true),
      true,
      { searchesMax: 2 },
    );
    const pick = { kind: 'act', action: ACTIONS[0] };
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
