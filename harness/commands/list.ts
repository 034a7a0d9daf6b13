/**
 * `tapedeck list`: what there is.
 *
 * @module
 */
import { z } from 'zod';
import { knownLayeredTapes } from '../../cassettes/reading/known_tapes.ts';
import { modelFacts } from '../../cassettes/tokens/models.ts';
import type { World } from '../../envs/world.ts';
import { namesIn } from '../files/places.ts';
import { PLANNERS } from '../registry/planners.ts';
import { promptSetNames } from '../registry/prompt_files.ts';
import { WORLD_NAMES, WORLDS } from '../registry/worlds.ts';
import { type PlannedCell, planCells } from '../run_plan/run_plan.ts';
import { inCassette, layersRead, TAPE_OPTIONS } from '../run_tapes/tape_layers.ts';
import { readSuite, suiteNames } from '../suites/suite.ts';
import type { CommandContext, OptionsOf, Parser } from '../terminal/command_context.ts';
import { plainTable } from '../terminal/plain_table.ts';
import type { Screen } from '../terminal/screen.ts';

const KINDS = ['suites', 'worlds', 'planners', 'tasks', 'scenes', 'models', 'prompts'] as const;
type Kind = (typeof KINDS)[number];

/** A line of a list: field → text, number or list. */
type Row = Readonly<Record<string, unknown>>;

export function listCommand(parser: Parser, context: CommandContext): Parser {
  return parser.command(
    'list [kind]',
    'List suites, worlds, planners, tasks, scenes, models, prompts',
    listOptions,
    (args) => list(args, context),
  );
}

type ListArguments = OptionsOf<typeof listOptions>;

function listOptions(args: Parser) {
  return args
    .positional('kind', { choices: KINDS, describe: 'Only this kind' })
    .option('suite', { type: 'string', array: true, describe: 'Tasks of these suites only, by name or path' })
    .options(TAPE_OPTIONS);
}

function list(args: ListArguments, context: CommandContext): void {
  const kinds = args.kind === undefined ? KINDS : [args.kind];
  const lists = new Map(kinds.map((kind) => [kind, LISTS[kind]({ tapes: layersRead(args), suites: args.suite })]));
  if (args.json) {
    context.terminal.out(JSON.stringify(args.kind === undefined ? Object.fromEntries(lists) : lists.get(args.kind)));
    return;
  }
  const texts = [...lists].map(([kind, rows]) => `${kind.toUpperCase()}\n${showRows(rows, context.terminal.screen)}`);
  context.terminal.out(texts.join('\n\n'));
}

function showRows(rows: readonly Row[], screen: Screen | undefined): string {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'options' && column !== 'schemas');
  if (columns.length === 0) return '(none)';
  const table = plainTable(
    columns,
    rows.map((row) => columns.map((column) => showField(row[column]))),
    { screen },
  );
  const options = rows.flatMap((row) =>
    Object.entries((row['options'] ?? {}) as Record<string, string>).map(([name, text]) => [
      row['planner'] === undefined ? `  ${row['world']} --env-option ${name}=` : `  ${row['planner']}+${name}=`,
      text,
    ]),
  );
  return options.length === 0 ? table : `${table}\n\n${plainTable(['  option', 'values, default, meaning'], options)}`;
}

function showField(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, each]) => `${key}=${showField(each)}`)
      .join(' ');
  }
  return String(value);
}

/** A task in a scene; whether it can be done is what `tapedeck check` found, and unknown where it was not asked. */
function taskRow(suite: string, { task, reference }: PlannedCell): Row {
  return {
    suite,
    scene: task.scene,
    task: task.name,
    stepsMax: task.stepsMax,
    feasible: reference === null ? null : reference.steps <= task.stepsMax,
    referenceSteps: reference?.steps ?? null,
    referenceOptimal: reference?.optimal ?? null,
    instruction: task.instruction,
  };
}

/** What the lists depend on. */
type Wanted = { readonly tapes: readonly string[]; readonly suites: readonly string[] | undefined };

const LISTS: Readonly<Record<Kind, (wanted: Wanted) => Row[]>> = {
  suites: () =>
    suiteNames().map((name) => {
      const { title, world, scenes, tasks, planners, plannerScenes, trials, model } = readSuite(name);
      return { suite: name, title, world, scenes, tasks, planners, plannerScenes, trials, model };
    }),
  worlds: () =>
    WORLDS.map(({ name, schemas, actions, scenesFolder }) => ({
      world: name,
      actions: Object.entries(actions.verbs).map(([verb, arity]) => `${verb}/${arity}`),
      scenes: namesIn(scenesFolder, '.json').length,
      options: optionsOf(schemas.options),
      schemas: jsonSchemas(schemas),
    })),
  planners: () =>
    PLANNERS.map(({ name, title, worlds, options, summary }) => ({
      planner: name,
      title,
      worlds: worlds === 'any' ? WORLD_NAMES : worlds,
      summary,
      options: optionsOf(options),
    })),
  tasks: ({ suites }) =>
    (suites ?? suiteNames()).flatMap((name) => {
      const suite = readSuite(name);
      return planCells({ suite: name }, suite).map((cell) => taskRow(suite.name, cell));
    }),
  scenes: () =>
    WORLDS.flatMap((world) => namesIn(world.scenesFolder, '.json').map((scene) => ({ scene, world: world.name }))),
  models: ({ tapes }) => {
    const recorded = Map.groupBy(knownLayeredTapes(inCassette(tapes)), ({ model }) => model);
    return [...recorded].map(([model, names]) => ({
      model,
      suites: names.map(({ suite }) => suite),
      ...modelFacts(model),
    }));
  },
  prompts: () =>
    PLANNERS.flatMap(({ name, promptSlots }) =>
      promptSetNames(name).map((set) => ({ planner: name, set, prompts: Object.keys(promptSlots) })),
    ),
};

/** What a scene, a task, the options and an observation are like, for editors and for planners in other languages. */
function jsonSchemas(schemas: World['schemas']): Record<string, unknown> {
  const known = Object.entries(schemas) as [string, z.ZodType][];
  return Object.fromEntries(
    known.map(([name, schema]) => [name, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })]),
  );
}

/** Option → its choices, default and meaning, from the planner's own schema. */
function optionsOf(options: z.ZodType): Record<string, string> {
  const { properties = {} } = z.toJSONSchema(options, { io: 'input' });
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { type, enum: choices, anyOf, default: value, description } = property as z.core.JSONSchema.JSONSchema;
      const kinds = choices ?? anyOf?.map((each) => kindOf(each as z.core.JSONSchema.JSONSchema)) ?? [type];
      return [name, `${kinds.join('|')}, default ${JSON.stringify(value)}. ${description ?? ''}`];
    }),
  );
}

function kindOf({ const: value, type }: z.core.JSONSchema.JSONSchema): unknown {
  return value ?? type;
}
