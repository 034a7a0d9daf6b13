/**
 * The kinds of things that `tapedeck list` lists: lines of named fields. What makes a list is loaded when it is asked for.
 *
 * @module
 */
import type { Row, Wanted } from './listing.ts';

/** A kind, in a few words, and its list. */
export type ListedKind = {
  readonly what: string;
  /** The columns that a narrow terminal always shows, and the most important of the others. */
  readonly always: readonly string[];
  readonly next?: readonly string[];
  /** Whether its rows belong to suites, and can be selected by them. */
  readonly isOfSuites?: boolean;
  rows(wanted: Wanted): Promise<readonly Row[]>;
};

const worlds = async () => (await import('../../episode/worlds.ts')).WORLDS;
const planners = async () => (await import('../../episode/planners.ts')).allPlanners();
const defects = () => import('../../../envs/household/virtualhome/virtualhome_defects.ts');

export const LISTINGS = {
  suites: {
    what: 'planners × tasks × trials, ready to run; --suite names suites',
    isOfSuites: true,
    always: ['suite', 'title'],
    next: ['world', 'model', 'planners'],
    async rows({ suites }) {
      const { readSuite, suiteNames } = await import('../../run/suites/suite.ts');
      return (suites ?? suiteNames()).map((name) => {
        const { title, world, scenes, tasks, planners, plannerScenes, trials, model } = readSuite(name);
        return { suite: name, title, world, scenes, tasks, planners, plannerScenes, trials, model };
      });
    },
  },
  worlds: {
    what: 'what can be done in each, and its options; with --json its schemas',
    always: ['world', 'actions'],
    rows: async () => (await import('./listed_worlds.ts')).listedWorlds(),
  },
  planners: {
    what: 'methods, their options and the worlds that they plan in',
    always: ['planner', 'summary'],
    next: ['title', 'worlds'],
    async rows() {
      const [{ shownOptions }, { WORLD_NAMES }] = await Promise.all([
        import('./shown_options.ts'),
        import('../../episode/worlds.ts'),
      ]);
      return (await planners()).map(({ name, title, worlds, options, summary }) => ({
        planner: name,
        title,
        worlds: worlds === 'any' ? WORLD_NAMES : worlds,
        summary,
        options: shownOptions(options),
      }));
    },
  },
  tasks: {
    what: 'each in its scene, with step limit and reference plan; --suite names suites',
    isOfSuites: true,
    always: ['task', 'scene', 'feasible'],
    next: ['suite', 'stepsMax', 'referenceSteps'],
    rows: async (wanted) => (await import('./listed_tasks.ts')).listedTasks(wanted),
  },
  scenes: {
    what: 'houses and tables; --suite names suites',
    isOfSuites: true,
    always: ['scene', 'world'],
    rows: async (wanted) => (await import('./listed_scenes.ts')).listedScenes(wanted),
  },
  classes: {
    what: 'what scenes may hold, and what can be done with each class of things',
    always: ['class', 'actions'],
    next: ['kind', 'world'],
    rows: async () =>
      (await worlds()).flatMap(({ name: world, classes = [] }) =>
        classes.map(({ class: name, kind, actions, notes }) => ({ class: name, world, kind, actions, notes })),
      ),
  },
  goals: {
    what: 'forms of goals, each with an example',
    always: ['goal', 'holds'],
    rows: async () =>
      (await worlds()).flatMap(({ name: world, goalForms = [] }) =>
        goalForms.map(({ goal, holds, example }) => ({ goal, world, holds, example })),
      ),
  },
  editions: {
    what: 'VirtualHome’s simulator at different times, each a set of defects',
    always: ['edition', 'what'],
    async rows() {
      const { EDITION_NAMES, EDITIONS } = await import('../../../envs/household/virtualhome/virtualhome_defects.ts');
      const { DEFECT_NAMES, defectsOf } = await defects();
      return EDITION_NAMES.map((edition) => {
        const own = defectsOf(edition);
        return { edition, what: EDITIONS[edition], defects: DEFECT_NAMES.filter((name) => own[name]) };
      });
    },
  },
  defects: {
    what: 'what can be taken out of VirtualHome’s simulator, and put in',
    always: ['defect', 'what'],
    async rows() {
      const { DEFECT_NAMES, DEFECTS } = await defects();
      return DEFECT_NAMES.map((defect) => {
        const { of: editions, original: what, paper } = DEFECTS[defect];
        return { defect, editions, what, paper };
      });
    },
  },
  quirks: {
    what: 'what Embodied Agent Interface’s evaluators do that changes figures, and what stands in its place strictly',
    always: ['quirk', 'eai', 'strict'],
    async rows() {
      const { QUIRKS } = await import('../../interop/eai/scoring/quirks.ts');
      return QUIRKS.map(({ quirk, of, ...texts }) => ({ quirk, of: [of], ...texts }));
    },
  },
  schemas: {
    what: 'JSON Schemas of suites, scenes and tasks, for editors',
    always: ['schema', 'file'],
    rows: async () => (await import('./listed_schemas.ts')).listedSchemas(),
  },
  models: {
    what: 'those that are on the tapes; --suite names suites',
    isOfSuites: true,
    always: ['model', 'suites'],
    rows: async (wanted) => (await import('./listed_models.ts')).listedModels(wanted),
  },
  prompts: {
    what: 'sets of prompts, planner by planner',
    always: ['planner', 'set', 'prompts'],
    async rows() {
      const { promptSetNames } = await import('../../episode/prompt_files.ts');
      return (await planners()).flatMap(({ name, promptSlots }) =>
        promptSetNames(name).map((set) => ({ planner: name, set, prompts: Object.keys(promptSlots) })),
      );
    },
  },
} as const satisfies Readonly<Record<string, ListedKind>>;

export type Kind = keyof typeof LISTINGS;

export const KINDS = Object.keys(LISTINGS) as readonly Kind[];
