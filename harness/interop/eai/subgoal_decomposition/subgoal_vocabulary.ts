/**
 * What subgoals may be made of: states and actions, each with its number of objects.
 *
 * After EAI's `resources/vocabulary.json`, which gives BETWEEN two objects where the prompt says three.
 *
 * @module
 */
import { z } from 'zod';
import type { EaiCheckout } from '../checkout/eai_checkout.ts';
import type { Quirks } from '../scoring/quirks.ts';

const vocabularySchema = z.object({
  properties: z.array(z.string()),
  vh_states: z.array(z.string()),
  vh_relations: z.array(z.string()),
  subgoal_actions: z.record(z.string(), z.int()),
  tl_predicates: z.array(z.string()),
  tl_predicates_to_vh: z.record(z.string(), z.string()),
  vh_states_to_tl: z.record(z.string(), z.string()),
  vh_relations_to_tl: z.record(z.string(), z.string()),
});

export type SubgoalVocabulary = {
  /** Name → number of objects, and what the simulator calls it. */
  readonly states: ReadonlyMap<string, { readonly arity: number; readonly simulator: string }>;
  readonly actions: ReadonlyMap<string, number>;
};

export function readVocabulary(checkout: EaiCheckout): SubgoalVocabulary {
  const { value } = checkout.json('resources/vocabulary.json', vocabularySchema);
  const { properties, vh_states, vh_relations, vh_states_to_tl, vh_relations_to_tl } = value;
  const arityOf = (name: string, simulator: string) => {
    if (properties.includes(simulator)) return 1;
    if (vh_states.includes(simulator) && vh_states_to_tl[simulator] === name) return 1;
    return vh_relations.includes(simulator) && vh_relations_to_tl[simulator] === name ? 2 : -1;
  };
  const states = value.tl_predicates.map((name) => {
    const simulator = value.tl_predicates_to_vh[name] ?? name;
    return [name, { arity: arityOf(name, simulator), simulator }] as const;
  });
  return { states: new Map(states), actions: new Map(Object.entries(value.subgoal_actions)) };
}

/** POUR is asked for by five tasks, and not in the vocabulary. */
export function vocabularyFor(vocabulary: SubgoalVocabulary, quirks: Quirks): SubgoalVocabulary {
  if (quirks.pour_unknown) return vocabulary;
  return { ...vocabulary, actions: new Map([...vocabulary.actions, ['POUR', 2]]) };
}
