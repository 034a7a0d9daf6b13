import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PLANNER_NAMES } from '../../episode/planners.ts';
import { invalid } from '../../io/errors/failure.ts';
import { namesIn, PLACES } from '../../io/places.ts';
import type { Screen } from '../../io/screen.ts';
import type { PlannedCell } from '../../run/plan/episode_list.ts';
import { layersRead, TAPE_OPTIONS } from '../../run/tapes/tape_layers.ts';
import { plainTable } from '../../tables/plain_table.ts';
import { type CommandContext, command, type OptionsOf, type Parser } from '../terminal/command.ts';
import { option } from '../terminal/option.ts';

type Row = Readonly<Record<string, unknown>>;

type ListedKind = {
  readonly content: string;
  readonly always: readonly string[];
  readonly next?: readonly string[];
  readonly acceptsSuite?: boolean;
  rows(
    selection: Readonly<{ tapes: readonly string[]; suites: readonly string[] | undefined }>,
  ): Promise<readonly Row[]>;
};

const worldModule = () => import('../../episode/worlds.ts');
const worlds = async () => (await worldModule()).WORLDS;
const planners = async () => (await import('../../episode/planners.ts')).allPlanners();
const suiteModule = () => import('../../run/suites/suite.ts');
const schemaModule = () => import('../schemas/json_schemas.ts');
const defectModule = () => import('../../../envs/household/virtualhome/virtualhome_defects.ts');

const LISTINGS = {
  suites: {
    content: 'planners × tasks × trials, ready to run',
    acceptsSuite: true,
    always: ['suite', 'title'],
    next: ['world', 'model', 'planners'],
    async rows({ suites }) {
      const { readSuite, suiteNames } = await suiteModule();
      return (suites ?? suiteNames()).map((name) => {
        const { title, world, scenes, tasks, planners, plannerScenes, trials, model } = readSuite(name);
        return { suite: name, title, world, scenes, tasks, planners, plannerScenes, trials, model };
      });
    },
  },
  worlds: {
    content: 'worlds with their actions and options; with --json, also their schemas',
    always: ['world', 'actions'],
    async rows() {
      const [all, { optionLines, worldSchemas }] = await Promise.all([worlds(), schemaModule()]);
      return all.map(({ name, schemas, actions, scenesFolder }) => ({
        world: name,
        actions: Object.entries(actions.verbs).map(([verb, arity]) => `${verb}/${arity}`),
        scenes: namesIn(scenesFolder, '.json').length,
        options: optionLines(schemas.options),
        schemas: worldSchemas(schemas),
      }));
    },
  },
  planners: {
    content: 'methods with their options and worlds',
    always: ['planner', 'summary'],
    next: ['title', 'worlds'],
    async rows() {
      const [{ optionLines }, { WORLD_NAMES }] = await Promise.all([schemaModule(), worldModule()]);
      return (await planners()).map(({ name, title, worlds, options, summary }) => ({
        planner: name,
        title,
        worlds: worlds === 'any' ? WORLD_NAMES : worlds,
        summary,
        options: optionLines(options),
      }));
    },
  },
  tasks: {
    content: 'tasks with their scenes, step limits and lengths of reference plans',
    acceptsSuite: true,
    always: ['task', 'scene', 'feasible'],
    next: ['suite', 'stepsMax', 'referenceSteps'],
    async rows({ suites }) {
      const { planCells } = await import('../../run/plan/episode_list.ts');
      const { readSuite, suiteNames } = await suiteModule();
      return (suites ?? suiteNames()).flatMap((name) => {
        const suite = readSuite(name);
        return planCells({ suite: name }, suite).map((cell) => taskRow(suite.name, cell));
      });
    },
  },
  scenes: {
    content: 'houses, tables and PDDL domains',
    acceptsSuite: true,
    always: ['scene', 'world'],
    async rows({ suites }) {
      const [{ WORLDS, worldCalled }, { readSuite, sceneNames }] = await Promise.all([worldModule(), suiteModule()]);
      const rowsOf = (world: string, scenes: readonly string[]) => scenes.map((scene) => ({ scene, world }));
      if (suites === undefined)
        return WORLDS.flatMap(({ name, scenesFolder }) => rowsOf(name, namesIn(scenesFolder, '.json')));
      const rows = suites.map(readSuite).flatMap((suite) => {
        const { name, scenesFolder } = worldCalled(suite.world);
        return rowsOf(name, sceneNames(suite, scenesFolder));
      });
      return [...new Map(rows.map((row) => [`${row.world} ${row.scene}`, row])).values()];
    },
  },
  classes: {
    content: 'classes of things in scenes, with their actions',
    always: ['class', 'actions'],
    next: ['kind', 'world'],
    rows: async () =>
      (await worlds()).flatMap(({ name: world, classes = [] }) =>
        classes.map(({ class: name, kind, actions, notes }) => ({ class: name, world, kind, actions, notes })),
      ),
  },
  goals: {
    content: 'forms of goals, each with an example',
    always: ['goal', 'holds'],
    rows: async () =>
      (await worlds()).flatMap(({ name: world, goalForms = [] }) =>
        goalForms.map(({ goal, holds, example }) => ({ goal, world, holds, example })),
      ),
  },
  editions: {
    content: 'versions of VirtualHome’s simulator, each a set of defects',
    always: ['edition', 'what'],
    async rows() {
      const { DEFECT_NAMES, defectsOf, EDITION_NAMES, EDITIONS } = await defectModule();
      return EDITION_NAMES.map((edition) => {
        const active = defectsOf(edition);
        return { edition, what: EDITIONS[edition], defects: DEFECT_NAMES.filter((name) => active[name]) };
      });
    },
  },
  defects: {
    content: 'defects that you can add to VirtualHome’s simulator or remove from it',
    always: ['defect', 'what'],
    async rows() {
      const { DEFECT_NAMES, DEFECTS } = await defectModule();
      return DEFECT_NAMES.map((defect) => {
        const { of: editions, original: what, paper } = DEFECTS[defect];
        return { defect, editions, what, paper };
      });
    },
  },
  quirks: {
    content: 'quirks of Embodied Agent Interface’s evaluators that affect the scores, each with the strict alternative',
    always: ['quirk', 'eai', 'strict'],
    async rows() {
      const { QUIRKS } = await import('../../interop/eai/scoring/quirks.ts');
      return QUIRKS.map(({ quirk, of, ...texts }) => ({ quirk, of: [of], ...texts }));
    },
  },
  schemas: {
    content: 'JSON Schemas of suites, sweeps, scenes and tasks, for editors',
    always: ['schema', 'file'],
    async rows() {
      const { FILE_SCHEMAS, jsonSchema } = await schemaModule();
      return FILE_SCHEMAS.map((schema) => ({
        schema: schema.name,
        what: schema.title,
        file: relative(process.cwd(), join(PLACES.schemas, `${schema.name}.json`)),
        document: jsonSchema(schema),
      }));
    },
  },
  models: {
    content: 'models on the tapes',
    acceptsSuite: true,
    always: ['model', 'suites'],
    async rows({ tapes, suites }) {
      const { knownLayeredTapes } = await import('../../../cassettes/reading/known_tapes.ts');
      const { modelFacts } = await import('../../../cassettes/tokens/token_count.ts');
      const [{ readSuite }, { inCassette }] = await Promise.all([
        suiteModule(),
        import('../../run/tapes/tape_layers.ts'),
      ]);
      const names = suites?.map((suite) => readSuite(suite).name);
      const selection = knownLayeredTapes(inCassette(tapes)).filter(({ suite }) => names?.includes(suite) ?? true);
      return Array.from(
        Map.groupBy(selection, ({ model }) => model),
        ([model, tapes]) => ({ model, suites: tapes.map(({ suite }) => suite), ...modelFacts(model) }),
      );
    },
  },
  prompts: {
    content: 'sets of prompts, planner by planner',
    always: ['planner', 'set', 'prompts'],
    async rows() {
      const { promptSetNames } = await import('../../episode/planner_spec.ts');
      return (await planners()).flatMap(({ name, promptSlots }) =>
        promptSetNames(name).map((set) => ({ planner: name, set, prompts: Object.keys(promptSlots) })),
      );
    },
  },
} satisfies Readonly<Record<string, ListedKind>>;

type Kind = keyof typeof LISTINGS;

const LISTING_OF: Readonly<Record<Kind, ListedKind>> = LISTINGS;
const KINDS = Object.keys(LISTINGS) as readonly Kind[];
const KINDS_WITH_SUITE = KINDS.filter((kind) => LISTING_OF[kind].acceptsSuite);

export const listCommand = command(listOptions, list, {
  'list planners': 'List all planners and their options',
  'list tasks --suite household': 'List the tasks of one suite',
});

type ListArguments = OptionsOf<typeof listOptions>;

function listOptions(args: Parser) {
  return args.positional('kind', { choices: KINDS, describe: 'Kind to list' }).options({
    suite: option.texts('List only what is in these suites, by name or path (for suites, tasks, scenes and models)'),
    ...TAPE_OPTIONS,
  });
}

async function list(args: ListArguments, { terminal }: CommandContext): Promise<void> {
  checkFilters(args);
  const selection = { tapes: layersRead(args), suites: args.suite };
  const { kind, json } = args;
  const rowsOf = (each: Kind) => LISTING_OF[each].rows(selection);
  if (kind !== undefined) {
    const rows = await rowsOf(kind);
    terminal.out(json ? JSON.stringify(rows) : `${kind.toUpperCase()}\n${rowsText(kind, rows, terminal.screen)}`);
  } else if (json) {
    const all = await Promise.all(KINDS.map(async (each) => [each, await rowsOf(each)] as const));
    terminal.out(JSON.stringify(Object.fromEntries(all)));
  } else terminal.out(overview(terminal.screen));
}

function checkFilters({ kind, suite, tapes, json }: ListArguments): void {
  if (suite !== undefined && kind === undefined && !json)
    throw invalid(`--suite needs one of these kinds: ${KINDS_WITH_SUITE.join(', ')}`);
  if (suite !== undefined && kind !== undefined && !KINDS_WITH_SUITE.includes(kind))
    throw invalid(`\`tapedeck list ${kind}\` does not accept --suite; these kinds do: ${KINDS_WITH_SUITE.join(', ')}`);
  const missing = tapes?.find((folder) => !existsSync(folder));
  if (missing !== undefined) throw invalid(`Cannot read tapes: folder "${missing}" does not exist`);
}

function overview(screen: Screen | undefined): string {
  const names: Partial<Record<Kind, readonly string[]>> = {
    suites: namesIn(PLACES.suites, '.json'),
    planners: PLANNER_NAMES,
  };
  const lines = KINDS.map((kind) => [kind, names[kind]?.join(', ') ?? LISTINGS[kind].content]);
  return `${plainTable(['kind', 'content'], lines, { screen })}\n\nList one kind with \`tapedeck list KIND\`, or everything with \`tapedeck list --json\``;
}

const HIDDEN_COLUMNS = ['options', 'schemas', 'document'];

function rowsText(kind: Kind, rows: readonly Row[], screen: Screen | undefined): string {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !HIDDEN_COLUMNS.includes(column));
  if (columns.length === 0) return '(none)';
  const { always, next = [] } = LISTING_OF[kind];
  const fieldOf = (row: Row) => (column: string) =>
    column === 'example' ? JSON.stringify(row[column]) : fieldText(row[column]);
  const table = plainTable(
    columns,
    rows.map((row) => columns.map(fieldOf(row))),
    { screen, always, next },
  );
  const options = rows.flatMap((row) =>
    Object.entries((row['options'] ?? {}) as Record<string, string>).map(([name, text]) => [
      row['planner'] === undefined ? `  ${row['world']} --env-option ${name}=` : `  ${row['planner']}+${name}=`,
      text,
    ]),
  );
  if (options.length === 0) return table;
  return `${table}\n\n${plainTable(['  option', 'values, default, meaning'], options, { screen })}`;
}

function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.map(fieldText).join(', ');
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, each]) => `${key}=${fieldText(each)}`)
      .join(' ');
  }
  return String(value);
}

function taskRow(suite: string, { task, reference }: PlannedCell): Row {
  const { scene, name, stepsMax, instruction } = task;
  const feasible = reference === null ? null : reference.steps <= stepsMax;
  const { steps: referenceSteps = null, optimal: referenceOptimal = null } = reference ?? {};
  return { suite, scene, task: name, stepsMax, feasible, referenceSteps, referenceOptimal, instruction };
}
