/** Grounding by joins (Helmert 2009), extended to negative literals and quantified conditions. */
import type { Budget } from './bounds.ts';
import {
  type ConditionGrounder,
  combine,
  conditionGrounder,
  conditionWatcher,
  type GroundCondition,
  isFalse,
  objectsOf,
  TRUE,
} from './conditions.ts';
import { FactTable, type TupleKey, tupleKey } from './facts.ts';
import { type Alternative, Join, type JoinQuery, splitCondition } from './join.ts';
import {
  constantsOf,
  type LiftedAction,
  type LiftedEffect,
  type LiftedSlots,
  type LiftedTask,
} from './normalize_task.ts';

export type Reachable = Readonly<{
  facts: FactTable;
  actions: readonly ReachedAction[];
  goals: readonly GroundCondition[];
}>;

export type ReachedAction = Readonly<{
  action: number;
  objects: readonly number[];
  cost: number;
  conditions: GroundCondition[];
  effects: ReachedEffect[];
}>;

type ReachedEffect = Readonly<{ condition: GroundCondition; fact: number; add: boolean }>;

export function relaxedReachability(task: LiftedTask, budget: Budget): Reachable {
  return new Fixpoint(task, budget).run();
}

export function groundGoals({ goal }: LiftedTask, ground: ConditionGrounder): GroundCondition[] {
  const binding = new Int32Array(goal.slots.length).fill(-1);
  return goal.conditions.map((condition) => ground(condition, binding, goal.slots));
}

type Candidate = ReachedAction & { texts: Set<string> | null; isReached: boolean };

type Rule = {
  readonly action: ActionSearch;
  readonly alternative: Alternative;
  readonly slots: readonly number[];
  unlistedPredicates: number;
};

type EffectRule = Readonly<{
  effect: LiftedEffect;
  statics: JoinQuery;
  alternative: Alternative;
  needsJoin: boolean;
}>;

type ActionSearch = Readonly<{
  number: number;
  lifted: LiftedAction;
  join: Join;
  /** Runs inside the other join. */
  effectJoin: Join;
  effectRules: readonly EffectRule[];
  candidates: Map<TupleKey, Candidate>;
}>;

class Fixpoint {
  readonly #task: LiftedTask;
  readonly #budget: Budget;
  readonly #facts: FactTable;
  readonly #ground: ConditionGrounder;
  readonly #watcher = conditionWatcher((literal) => this.#facts.canHold[literal] === true);
  readonly #triggers: { rule: Rule; atom: number }[][];
  readonly #blockedRules: Rule[][];
  readonly #rules: Rule[];
  readonly #candidates: Candidate[] = [];
  #alternativeCount = 0;
  #effectCount = 0;
  readonly #agenda: number[] = [];

  constructor(task: LiftedTask, budget: Budget) {
    for (const { slots } of [...task.actions, task.goal]) budget.check('variablesMax', slots.length);
    this.#task = task;
    this.#budget = budget;
    this.#facts = new FactTable(task.predicates, budget);
    this.#ground = conditionGrounder(task, this.#facts, budget);
    this.#triggers = task.predicates.map(() => []);
    this.#blockedRules = task.predicates.map(() => []);
    this.#rules = task.actions.flatMap((lifted, number) => this.#rulesOf(lifted, number));
    for (const rule of this.#rules) {
      const { atoms } = rule.alternative;
      for (const [atom, { predicate }] of atoms.entries())
        if (this.#isFluent(predicate)) this.#triggers[predicate]!.push({ rule, atom });
      const predicates = new Set(atoms.map(({ predicate }) => predicate));
      for (const predicate of predicates) this.#blockedRules[predicate]!.push(rule);
      rule.unlistedPredicates = predicates.size;
    }
  }

  run(): Reachable {
    for (const { predicate, args } of this.#task.init) {
      const fact = this.#facts.add(predicate, constantsOf(args));
      if (this.#facts.canHold[fact * 2] === true) continue;
      this.#facts.canHold[fact * 2] = true;
      this.#facts.canHold[fact * 2 + 1] = false;
      if (this.#isFluent(predicate)) this.#agenda.push(fact * 2);
      else this.#list(fact);
    }
    for (const rule of this.#rules)
      if (!rule.alternative.atoms.some(({ predicate }) => this.#isFluent(predicate))) this.#join(rule);
    for (const literal of this.#agenda) this.#process(literal);
    const goals = groundGoals(this.#task, this.#ground);
    return { facts: this.#facts, actions: this.#candidates.filter(({ isReached }) => isReached), goals };
  }

  #rulesOf(lifted: LiftedAction, number: number): Rule[] {
    const { condition, effects, parameters } = lifted;
    const action: ActionSearch = {
      number,
      lifted,
      join: new Join(this.#facts, this.#budget, lifted.slots),
      effectJoin: new Join(this.#facts, this.#budget, lifted.slots),
      effectRules: effects.flatMap((effect) => this.#effectRulesOf(effect)),
      candidates: new Map(),
    };
    return splitCondition(condition).map((alternative) => {
      return { action, alternative, slots: [...new Set([...parameters, ...alternative.slots])], unlistedPredicates: 0 };
    });
  }

  #effectRulesOf(effect: LiftedEffect): EffectRule[] {
    return splitCondition(effect.condition).map((alternative) => {
      const statics = alternative.atoms.filter(({ predicate }) => !this.#isFluent(predicate));
      const atoms = alternative.atoms.filter(({ predicate }) => this.#isFluent(predicate));
      const slots = [...effect.slots, ...alternative.slots];
      const needsJoin = alternative.atoms.length + alternative.filters.length + slots.length > 0;
      return { effect, statics: { atoms: statics, slots }, alternative: { ...alternative, atoms }, needsJoin };
    });
  }

  #isFluent(predicate: number) {
    return this.#task.predicates[predicate]!.fluent;
  }

  #process(literal: number) {
    this.#watcher.makeTrue(literal);
    if (literal % 2 === 1) return;
    const fact = literal >> 1;
    this.#list(fact);
    for (const { rule, atom } of this.#triggers[this.#facts.predicateOf[fact]!]!) this.#join(rule, { atom, fact });
  }

  #list(fact: number) {
    this.#facts.list(fact);
    const predicate = this.#facts.predicateOf[fact]!;
    for (const rule of this.#blockedRules[predicate]!) rule.unlistedPredicates--;
    this.#blockedRules[predicate] = [];
  }

  #join(rule: Rule, trigger?: Readonly<{ atom: number; fact: number }>) {
    if (rule.unlistedPredicates > 0) return;
    rule.action.join.run({ atoms: rule.alternative.atoms, slots: rule.slots }, () => this.#addBinding(rule), trigger);
  }

  #addBinding({ action, alternative }: Rule) {
    const { lifted, candidates, join } = action;
    const condition = this.#conditionOf(alternative, join.binding, lifted.slots);
    if (isFalse(condition)) return;
    const cost = costOf(lifted.cost, join.binding);
    if (cost === undefined) return;
    const objects = objectsOf(lifted.parameters, join.binding);
    const key = tupleKey(objects);
    let candidate = candidates.get(key);
    if (candidate === undefined) {
      candidate = { action: action.number, objects, cost, conditions: [], effects: [], texts: null, isReached: false };
      candidates.set(key, candidate);
      this.#candidates.push(candidate);
    }
    if (!isNew(condition, candidate)) return;
    this.#budget.check('operatorsMax', ++this.#alternativeCount);
    candidate.conditions.push(condition);
    if (!candidate.isReached) this.#watcher.watch(condition, () => this.#reach(action, candidate));
  }

  #conditionOf({ atoms, filters }: Alternative, binding: Int32Array, slots: LiftedSlots): GroundCondition {
    const parts = [...atoms, ...filters].map((part) => this.#ground(part, binding, slots));
    return combine('and', parts);
  }

  #reach({ effectJoin: join, effectRules, lifted }: ActionSearch, candidate: Candidate) {
    if (candidate.isReached) return;
    candidate.isReached = true;
    const { parameters, slots } = lifted;
    for (const { effect, statics, alternative, needsJoin } of effectRules) {
      if (!needsJoin) this.#budget.step();
      join.binding.fill(-1);
      for (let index = 0; index < parameters.length; index++)
        join.binding[parameters[index]!] = candidate.objects[index]!;
      const { predicate, args, add } = effect;
      const addEffect = (condition: GroundCondition) => {
        const fact = this.#facts.add(predicate, objectsOf(args, join.binding));
        this.#budget.check('effectsMax', ++this.#effectCount);
        candidate.effects.push({ condition, fact, add });
        return fact * 2 + (add ? 0 : 1);
      };
      if (!needsJoin) {
        this.#makeTrue(addEffect(TRUE));
        continue;
      }
      join.run(statics, () => {
        const condition = this.#conditionOf(alternative, join.binding, slots);
        const literal = addEffect(condition);
        this.#watcher.watch(condition, () => this.#makeTrue(literal));
      });
    }
  }

  #makeTrue(literal: number) {
    if (this.#facts.canHold[literal] === true) return;
    this.#facts.canHold[literal] = true;
    this.#agenda.push(literal);
  }
}

/** Bindings of quantifiers may give equal conditions. */
function isNew(condition: GroundCondition, candidate: Candidate) {
  if (candidate.conditions.length === 0) return true;
  candidate.texts ??= new Set(candidate.conditions.map((known) => JSON.stringify(known)));
  return candidate.texts.size < candidate.texts.add(JSON.stringify(condition)).size;
}

function costOf({ constant, table }: LiftedAction['cost'], binding: Int32Array): number | undefined {
  return table === null ? constant : table.values.get(objectsOf(table.args, binding).join(' '));
}
