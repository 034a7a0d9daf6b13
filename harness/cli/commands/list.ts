/**
 * `tapedeck list`: what there is.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { PLANNER_NAMES } from '../../episode/planners.ts';
import { invalid } from '../../io/errors/failure.ts';
import { namesIn, PLACES } from '../../io/places.ts';
import type { Screen } from '../../io/screen.ts';
import { layersRead, TAPE_OPTIONS } from '../../run/tapes/tape_layers.ts';
import { plainTable } from '../../tables/plain_table.ts';
import type { Row } from '../listings/listing.ts';
import { KINDS, type Kind, LISTINGS, type ListedKind } from '../listings/listings.ts';
import { command } from '../terminal/command.ts';
import type { CommandContext, OptionsOf, Parser } from '../terminal/command_context.ts';
import { option } from '../terminal/option.ts';

export const listCommand = command(listOptions, list, {
  examples: [
    ['list planners', 'All planners and their options'],
    ['list tasks --suite household', 'The tasks of one suite'],
  ],
});

type ListArguments = OptionsOf<typeof listOptions>;

function listOptions(args: Parser) {
  return args
    .positional('kind', { choices: KINDS, describe: 'Only this kind, in full' })
    .option('suite', option.texts('Suites, scenes, tasks and models of these suites only, by name or path'))
    .options(TAPE_OPTIONS);
}

async function list(args: ListArguments, { terminal }: CommandContext): Promise<void> {
  checkFilters(args);
  const wanted = { tapes: layersRead(args), suites: args.suite };
  const rowsOf = async (kind: Kind) => LISTINGS[kind].rows(wanted);
  if (args.kind !== undefined) {
    const rows = await rowsOf(args.kind);
    terminal.out(
      args.json ? JSON.stringify(rows) : `${args.kind.toUpperCase()}\n${showRows(args.kind, rows, terminal.screen)}`,
    );
  } else if (args.json) {
    const all = await Promise.all(KINDS.map(async (kind) => [kind, await rowsOf(kind)] as const));
    terminal.out(JSON.stringify(Object.fromEntries(all)));
  } else {
    terminal.out(overview(terminal.screen));
  }
}

/** Kinds of which suites select some rows. */
const OF_SUITES = KINDS.filter((kind) => {
  const { isOfSuites = false }: ListedKind = LISTINGS[kind];
  return isOfSuites;
});

/** Throws a CommandFailure where suites are named and what is listed belongs to none, or tapes are named that are not there. */
function checkFilters({ kind, suite, tapes, json }: ListArguments): void {
  if (suite !== undefined && kind === undefined && !json) {
    throw invalid(`--suite goes with a kind: ${OF_SUITES.join(', ')}`);
  }
  if (suite !== undefined && kind !== undefined && !OF_SUITES.includes(kind)) {
    throw invalid(`\`tapedeck list ${kind}\` takes no --suite, which goes with ${OF_SUITES.join(', ')}`);
  }
  const missing = tapes?.find((folder) => !existsSync(folder));
  if (missing !== undefined) throw invalid(`Cannot read the tapes in "${missing}": there is no such folder`);
}

/** What can be listed, without reading any of it. */
function overview(screen: Screen | undefined): string {
  const names: Partial<Record<Kind, readonly string[]>> = {
    suites: namesIn(PLACES.suites, '.json'),
    planners: PLANNER_NAMES,
  };
  const lines = KINDS.map((kind) => [kind, names[kind]?.join(', ') ?? LISTINGS[kind].what]);
  return `${plainTable(['kind', 'what there is'], lines, { screen })}\n\nOne kind in full: \`tapedeck list KIND\`; everything: \`tapedeck list --json\``;
}

/** Shown apart from the table, or as JSON alone. */
const NOT_SHOWN = ['options', 'schemas', 'document'];

function showRows(kind: Kind, rows: readonly Row[], screen: Screen | undefined): string {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !NOT_SHOWN.includes(column));
  if (columns.length === 0) return '(none)';
  const { always, next = [] }: ListedKind = LISTINGS[kind];
  const table = plainTable(
    columns,
    rows.map((row) =>
      columns.map((column) => (column === 'example' ? JSON.stringify(row[column]) : showField(row[column]))),
    ),
    { screen, always, next },
  );
  const options = rows.flatMap((row) =>
    Object.entries((row['options'] ?? {}) as Record<string, string>).map(([name, text]) => [
      row['planner'] === undefined ? `  ${row['world']} --env-option ${name}=` : `  ${row['planner']}+${name}=`,
      text,
    ]),
  );
  return options.length === 0
    ? table
    : `${table}\n\n${plainTable(['  option', 'values, default, meaning'], options, { screen })}`;
}

function showField(value: unknown): string {
  if (Array.isArray(value)) return value.map(showField).join(', ');
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, each]) => `${key}=${showField(each)}`)
      .join(' ');
  }
  return String(value);
}
