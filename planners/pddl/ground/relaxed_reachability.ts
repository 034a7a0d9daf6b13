/**
 * A fixpoint in which literals stay true and each new fact triggers its joins.
 * Follows the idea of Helmert 2009 (grounding by joins), extended to negative literals and quantified conditions.
 */
import type { Budget } from './bounds.ts';
import {
  ConditionGrounder,
  ConditionWatcher,
  combined,
  type GroundCondition,
  isFalse,
  objectsOf,
  TRUE,
} from './conditions.ts';
import { FactTable, type TupleKey, tupleKey } from './facts.ts';
import { type Alternative, Join, splitCondition } from './join.ts';
import { constants, type LiftedAction, type LiftedAtom, type LiftedEffect, type LiftedTask } from './normalize_task.ts';

export type Reachable = {
  readonly facts: FactTable;
  readonly actions: readonly ReachedAction[];
  readonly goals: readonly GroundCondition[];
};

export type ReachedAction = {
  readonly action: number;
  readonly objects: readonly number[];
  readonly cost: number;
  readonly conditions: readonly GroundCondition[];
  readonly effects: readonly ReachedEffect[];
};

export type ReachedEffect = { readonly condition: GroundCondition; readonly fact: number; readonly add: boolean };

/** Throws BoundReached. */
export function relaxedReachability(task: LiftedTask, budget: Budget): Reachable {
  return new Fixpoint(task, budget).run();
}

/** Throws BoundReached. */
export function groundGoals({ goal }: LiftedTask, grounding: ConditionGrounder): GroundCondition[] {
  const { conditions, slots } = goal;
  const binding = new Int32Array(slots.length).fill(-1);
  return conditions.map((condition) => grounding.condition(condition, binding, slots));
}

type Found = ReachedAction & {
  readonly conditions: GroundCondition[];
  /** Null while there is only one condition. */
  texts: Set<string> | null;
  effects: ReachedEffect[];
  isReached: boolean;
};

type Rule = {
  readonly action: number;
  readonly alternative: Alternative;
  readonly slots: readonly number[];
  /** Predicates of its atoms without a listed fact; above 0 there is no binding. */
  missing: number;
};

type EffectRule = {
  readonly effect: LiftedEffect;
  /** Static atoms, which decide for which objects the effect can happen. */
  readonly fixed: readonly LiftedAtom[];
  readonly alternative: Alternative;
  readonly slots: readonly number[];
  /** Happens exactly once whenever the action does. */
  readonly isPlain: boolean;
};

type ActionSearch = {
  readonly join: Join;
  /** Separate, since effects are found while the other join runs. */
  readonly effectJoin: Join;
  readonly effectRules: readonly EffectRule[];
  readonly foundBy: Map<TupleKey, Found>;
};

class Fixpoint {
  readonly #task: LiftedTask;
  readonly #budget: Budget;
  readonly #facts: FactTable;
  readonly #grounding: ConditionGrounder;
  readonly #watcher = new ConditionWatcher((literal) => this.#facts.canHold[literal] === true);
  readonly #actions: readonly ActionSearch[];
  readonly #triggers: { rule: Rule; atom: number }[][];
  readonly #missedBy: Rule[][];
  readonly #rules: Rule[] = [];
  readonly #found: Found[] = [];
  #alternatives = 0;
  #effects = 0;
  /** True literals; those before `#next` are processed. */
  readonly #agenda: number[] = [];
  #next = 0;

  constructor(task: LiftedTask, budget: Budget) {
    for (const { slots } of [...task.actions, task.goal]) budget.check('variablesMax', slots.length);
    this.#task = task;
    this.#budget = budget;
    this.#facts = new FactTable(task.predicates, budget);
    this.#grounding = new ConditionGrounder(task, this.#facts, budget);
    this.#actions = task.actions.map(({ slots, effects }) => ({
      join: new Join(this.#facts, budget, slots),
      effectJoin: new Join(this.#facts, budget, slots),
      effectRules: effects.flatMap((effect) => this.#rulesOf(effect)),
      foundBy: new Map(),
    }));
    this.#triggers = task.predicates.map(() => []);
    this.#missedBy = task.predicates.map(() => []);
    for (const [action, { condition, parameters }] of task.actions.entries())
      for (const alternative of splitCondition(condition)) {
        const slots = [...new Set([...parameters, ...alternative.slots])];
        this.#rules.push({ action, alternative, slots, missing: 0 });
      }
    for (const rule of this.#rules) {
      const { atoms } = rule.alternative;
      for (const [atom, { predicate }] of atoms.entries())
        if (this.#isFluent(predicate)) this.#triggers[predicate]?.push({ rule, atom });
      const missed = new Set(atoms.map(({ predicate }) => predicate));
      for (const predicate of missed) this.#missedBy[predicate]?.push(rule);
      rule.missing = missed.size;
    }
  }

  run(): Reachable {
    for (const { predicate, args } of this.#task.init) {
      const fact = this.#facts.number(predicate, constants(args));
      if (this.#facts.canHold[fact * 2] === true) continue;
      this.#facts.canHold[fact * 2] = true;
      this.#facts.canHold[fact * 2 + 1] = false;
      if (this.#isFluent(predicate)) this.#agenda.push(fact * 2);
      else this.#list(fact);
    }
    for (const rule of this.#rules)
      if (!rule.alternative.atoms.some(({ predicate }) => this.#isFluent(predicate))) this.#join(rule);
    while (this.#next < this.#agenda.length) this.#process(this.#agenda[this.#next++]!);
    const goals = groundGoals(this.#task, this.#grounding);
    return { facts: this.#facts, actions: this.#found.filter(({ isReached }) => isReached), goals };
  }

  #isFluent(predicate: number): boolean {
    return this.#task.predicates[predicate]?.fluent === true;
  }

  #process(literal: number): void {
    this.#watcher.makeTrue(literal);
    if (literal % 2 === 1) return;
    const fact = literal >> 1;
    this.#list(fact);
    for (const { rule, atom } of this.#triggers[this.#facts.predicateOf[fact]!] ?? []) this.#join(rule, { atom, fact });
  }

  #list(fact: number): void {
    this.#facts.list(fact);
    const predicate = this.#facts.predicateOf[fact]!;
    for (const rule of this.#missedBy[predicate] ?? []) rule.missing--;
    this.#missedBy[predicate] = [];
  }

  #join(rule: Rule, trigger?: { readonly atom: number; readonly fact: number }): void {
    if (rule.missing > 0) return;
    const { join } = this.#actions[rule.action]!;
    const query = { atoms: rule.alternative.atoms, slots: rule.slots };
    join.run(query, () => this.#meet(rule, join.binding.slice()), trigger);
  }

  #meet({ action, alternative }: Rule, binding: Int32Array): void {
    const { parameters, slots, cost } = this.#task.actions[action]!;
    const condition = this.#conditionOf(alternative, binding, slots);
    if (isFalse(condition)) return;
    const price = costOf(cost, binding);
    if (price === undefined) return;
    const objects = objectsOf(parameters, binding);
    const { foundBy } = this.#actions[action]!;
    const key = tupleKey(objects);
    let found = foundBy.get(key);
    if (found === undefined) {
      found = { action, objects, cost: price, conditions: [], texts: null, effects: [], isReached: false };
      foundBy.set(key, found);
      this.#found.push(found);
    }
    if (!isNew(condition, found)) return;
    this.#budget.check('operatorsMax', ++this.#alternatives);
    found.conditions.push(condition);
    const reached = found;
    if (!reached.isReached) this.#watcher.watch(condition, () => this.#reach(reached));
  }

  #conditionOf({ atoms, rest }: Alternative, binding: Int32Array, slots: LiftedAction['slots']): GroundCondition {
    return combined(
      'and',
      [...atoms, ...rest].map((part) => this.#grounding.condition(part, binding, slots)),
    );
  }

  #reach(found: Found): void {
    if (found.isReached) return;
    found.isReached = true;
    const { effectJoin: join, effectRules } = this.#actions[found.action]!;
    const { parameters, slots } = this.#task.actions[found.action]!;
    for (const rule of effectRules) {
      join.binding.fill(-1);
      for (let index = 0; index < parameters.length; index++) join.binding[parameters[index]!] = found.objects[index]!;
      const { predicate, args, add } = rule.effect;
      const happens = (condition: GroundCondition) => {
        const fact = this.#facts.number(predicate, objectsOf(args, join.binding));
        this.#budget.check('effectsMax', ++this.#effects);
        found.effects.push({ condition, fact, add });
        return fact * 2 + (add ? 0 : 1);
      };
      if (rule.isPlain) {
        this.#budget.step();
        this.#change(happens(TRUE));
        continue;
      }
      join.run({ atoms: rule.fixed, slots: rule.slots }, () => {
        const condition = this.#conditionOf(rule.alternative, join.binding.slice(), slots);
        const literal = happens(condition);
        this.#watcher.watch(condition, () => this.#change(literal));
      });
    }
  }

  #change(literal: number): void {
    if (this.#facts.canHold[literal] === true) return;
    this.#facts.canHold[literal] = true;
    this.#agenda.push(literal);
  }

  #rulesOf(effect: LiftedEffect): EffectRule[] {
    return splitCondition(effect.condition).map((alternative) => {
      const fixed = alternative.atoms.filter(({ predicate }) => !this.#isFluent(predicate));
      const atoms = alternative.atoms.filter(({ predicate }) => this.#isFluent(predicate));
      const slots = [...effect.slots, ...alternative.slots];
      const isPlain = alternative.atoms.length + alternative.rest.length + slots.length === 0;
      return { effect, fixed, alternative: { ...alternative, atoms }, slots, isPlain };
    });
  }
}

/** Different bindings of quantifiers may give the same condition. */
function isNew(condition: GroundCondition, found: Found): boolean {
  if (found.conditions.length === 0) return true;
  found.texts ??= new Set(found.conditions.map((each) => JSON.stringify(each)));
  const text = JSON.stringify(condition);
  if (found.texts.has(text)) return false;
  found.texts.add(text);
  return true;
}

/** Undefined if the cost function has no value. */
function costOf({ constant, table }: LiftedAction['cost'], binding: Int32Array): number | undefined {
  return table === null ? constant : table.values.get(objectsOf(table.args, binding).join(' '));
}
