/** yargs' own completion ignores commands that load on demand. */
import { PLANNER_NAMES } from '../episode/planners.ts';
import { namesIn, PLACES } from '../io/places.ts';
import { COMMANDS, type ListedCommand } from './commands.ts';
import { type CommandContext, internalsOf, type Parser } from './terminal/command.ts';
import { withDashes } from './usage_failure.ts';

type Candidate = Readonly<{ value: string; about: string }>;

const ANY_COMMAND: readonly Candidate[] = [
  ...COMMANDS.map(({ usage, describe }) => ({ value: nameIn(usage), about: describe })),
  { value: 'help', about: 'Show help of a command' },
];

export async function complete(words: readonly string[], surroundings: Surroundings): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? '';
  const candidates = await candidatesFor(words.slice(0, -1), current, surroundings);
  return candidates.filter(({ value }) => value.startsWith(current));
}

type Surroundings = Readonly<{ context: CommandContext; newParser: () => Parser }>;

async function candidatesFor(
  before: readonly string[],
  current: string,
  surroundings: Surroundings,
): Promise<readonly Candidate[]> {
  const isOption = current.startsWith('-');
  if (before.includes('--')) return [];
  const nameIndex = before.findIndex((word) => !word.startsWith('-'));
  if (nameIndex === -1)
    return isOption ? unusedOptions(declaredBy(surroundings.newParser(), '').options, before) : ANY_COMMAND;
  const words = before.slice(nameIndex + 1);
  if (before[nameIndex] === 'help') return words.length === 0 ? ANY_COMMAND : [];
  const command = COMMANDS.find(({ usage }) => nameIn(usage) === before[nameIndex]);
  if (command === undefined) return [];
  const declared = await declaredCommand(command, words, surroundings);
  const optionBefore = declared.options.find((option) => option.words.includes(declared.given.at(-1) ?? ''));
  if (optionBefore?.takesValue === true) return valuesOf(optionBefore.name, declared);
  if (isOption) return unusedOptions(declared.options, declared.given);
  if (declared.subcommands.size > 0) return Array.from(declared.subcommands, ([value, about]) => ({ value, about }));
  const positional = nextPositional(declared);
  return positional === undefined ? [] : valuesOf(positional, declared);
}

function nameIn(usage: string): string {
  return usage.replace(/ .*/, '');
}

function unusedOptions(options: readonly DeclaredOption[], given: readonly string[]): readonly Candidate[] {
  return options
    .filter(({ words, isRepeatable }) => isRepeatable || !words.some((word) => given.includes(word)))
    .map(({ name, about }) => ({ value: `--${name}`, about }));
}

function positionalWords({ options, given }: DeclaredCommand): string[] {
  const isValue = (index: number) =>
    options.some(({ words, takesValue }) => takesValue && words.includes(given[index - 1] ?? ''));
  return given.filter((word, index) => !word.startsWith('-') && !isValue(index));
}

function nextPositional(declared: DeclaredCommand): string | undefined {
  const { positionals } = declared;
  const repeated = positionals.at(-1)?.endsWith('..') === true ? positionals.at(-1) : undefined;
  return (positionals[positionalWords(declared).length] ?? repeated)?.replace('..', '');
}

async function valuesOf(name: string, declared: DeclaredCommand): Promise<readonly Candidate[]> {
  const list = Object.hasOwn(KNOWN_NAMES, name) ? KNOWN_NAMES[name] : undefined;
  const known = declared.choices[name] ?? (await list?.(suiteIn(declared)).catch(() => [])) ?? [];
  return known.map((value) => ({ value: String(value), about: '' }));
}

function suiteIn(declared: DeclaredCommand): string | undefined {
  const { positionals, given } = declared;
  const index = positionals.indexOf('suite');
  return index === -1 ? given[given.indexOf('--suite') + 1 || given.length] : positionalWords(declared)[index];
}

/** Option or positional → candidates. */
const KNOWN_NAMES: Readonly<Record<string, (suite: string | undefined) => Promise<readonly string[]>>> = {
  suite: async () => namesIn(PLACES.suites, '.json'),
  planner: async () => PLANNER_NAMES,
  scene: async (suite) => (await cellsOf(suite)).scenes,
  task: async (suite) => (await cellsOf(suite)).tasks,
  model: modelsOnTapes,
  table: async () => (await import('../tables/papers/papers.ts')).TABLE_NAMES,
};

async function cellsOf(name: string | undefined): Promise<{ scenes: readonly string[]; tasks: readonly string[] }> {
  const [{ fileOf, readSuite, sceneNames, suiteNames }, { worldCalled }, { readText }] = await Promise.all([
    import('../run/suites/suite.ts'),
    import('../episode/worlds.ts'),
    import('../io/read_text.ts'),
  ]);
  const suites = (name === undefined ? suiteNames() : [name]).map((each) => readSuite(each));
  const scenes = suites.flatMap((suite) => sceneNames(suite, worldCalled(suite.world).scenesFolder));
  const tasks = suites.flatMap((suite) => {
    const { readTasks, tasksFolder } = worldCalled(suite.world);
    const path = fileOf(suite, 'file of tasks', suite.tasks, tasksFolder);
    return readTasks(readText(path), path).map((task) => task.name);
  });
  return { scenes: [...new Set(scenes)], tasks: [...new Set(tasks)] };
}

async function modelsOnTapes(): Promise<readonly string[]> {
  const { knownTapes } = await import('../../cassettes/reading/known_tapes.ts');
  return [...new Set([PLACES.tapes, PLACES.ownTapes].flatMap((tapes) => knownTapes(tapes)).map(({ model }) => model))];
}

type DeclaredCommand = ReturnType<typeof declaredBy> &
  Readonly<{ subcommands: ReadonlyMap<string, string>; given: readonly string[] }>;

type DeclaredOption = ReturnType<typeof declaredBy>['options'][number];

export async function declaredCommand(
  { usage, load }: ListedCommand,
  given: readonly string[],
  { context, newParser }: Surroundings,
): Promise<DeclaredCommand> {
  const parser = newParser();
  (await load()).declare(parser, context);
  const handlers = internalsOf(parser).getInternalMethods().getCommandInstance().getCommandHandlers();
  const nameIndex = given.findIndex((word) => Object.hasOwn(handlers, word));
  const subcommand = handlers[given[nameIndex] ?? ''];
  if (nameIndex === -1 || subcommand === undefined) {
    const subcommands = new Map(Object.entries(handlers).map(([name, { description }]) => [name, description]));
    return { ...declaredBy(parser, usage), subcommands, given };
  }
  const inner = newParser();
  subcommand.builder(inner);
  return { ...declaredBy(inner, subcommand.original), subcommands: new Map(), given: given.slice(nameIndex + 1) };
}

/** `usage` has the order of the positionals; a repeatable one ends in `..`. */
function declaredBy(parser: Parser, usage: string) {
  const { key, alias, boolean, array, choices } = internalsOf(parser).getOptions();
  const about = internalsOf(parser).getInternalMethods().getUsageInstance().getDescriptions();
  const words = usage.split(' ').filter((word) => word.startsWith('<') || word.startsWith('['));
  const positionals = words.map((word) => word.slice(1, -1));
  const options = Object.keys(key)
    .filter((name) => name !== 'version' && !positionals.some((each) => each.replace('..', '') === name))
    .map((name) => ({
      name,
      words: [name, ...(alias[name] ?? [])].map(withDashes),
      about: (about[name] ?? '').replace('__yargsString__:', ''),
      takesValue: !boolean.includes(name),
      isRepeatable: array.includes(name),
    }));
  return { positionals, options, choices };
}
