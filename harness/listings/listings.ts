/**
 * The kinds of things that `tapedeck list` lists. What makes a list is loaded when it is asked for.
 *
 * @module
 */
import type { Listing } from './listing.ts';

/** A kind, in a few words, and its list. */
export type ListedKind = { readonly what: string; readonly load: () => Promise<Listing> };

export const LISTINGS = {
  suites: {
    what: 'planners × tasks × trials, ready to run',
    load: async () => (await import('./listed_suites.ts')).listedSuites,
  },
  worlds: {
    what: 'what can be done in each, and its options; with --json its schemas',
    load: async () => (await import('./listed_worlds.ts')).listedWorlds,
  },
  planners: {
    what: 'methods, their options and the worlds that they plan in',
    load: async () => (await import('./listed_planners.ts')).listedPlanners,
  },
  tasks: {
    what: 'each in its scene, with step limit and reference plan; --suite names suites',
    load: async () => (await import('./listed_tasks.ts')).listedTasks,
  },
  scenes: {
    what: 'houses and tables',
    load: async () => (await import('./listed_scenes.ts')).listedScenes,
  },
  classes: {
    what: 'what scenes may hold, and what can be done with each class of things',
    load: async () => (await import('./listed_classes.ts')).listedClasses,
  },
  goals: {
    what: 'forms of goals, each with an example',
    load: async () => (await import('./listed_goals.ts')).listedGoals,
  },
  editions: {
    what: 'VirtualHome’s simulator at different times, each a set of defects',
    load: async () => (await import('./listed_editions.ts')).listedEditions,
  },
  defects: {
    what: 'what can be taken out of VirtualHome’s simulator, and put in',
    load: async () => (await import('./listed_defects.ts')).listedDefects,
  },
  quirks: {
    what: 'what Embodied Agent Interface’s evaluators do that changes figures, and what stands in its place strictly',
    load: async () => (await import('./listed_quirks.ts')).listedQuirks,
  },
  schemas: {
    what: 'JSON Schemas of suites, scenes and tasks, for editors',
    load: async () => (await import('./listed_schemas.ts')).listedSchemas,
  },
  models: {
    what: 'those that are on the tapes',
    load: async () => (await import('./listed_models.ts')).listedModels,
  },
  prompts: {
    what: 'sets of prompts, planner by planner',
    load: async () => (await import('./listed_prompts.ts')).listedPrompts,
  },
} as const satisfies Readonly<Record<string, ListedKind>>;

export type Kind = keyof typeof LISTINGS;

export const KINDS = Object.keys(LISTINGS) as readonly Kind[];
