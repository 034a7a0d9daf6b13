/**
 * `tapedeck simulate`: VirtualHome's script lines, many and fast: walks through one scene, or programs with graphs of their own.
 *
 * @module
 */
import { CHARACTERS_MAX } from '../../../envs/checked_json.ts';
import { houseOfGraph, readGraph } from '../../../envs/household/scene/read_graph.ts';
import { graphScene } from '../../../envs/household/virtualhome/graph_scene.ts';
import { PaperSimulator } from '../../../envs/household/virtualhome/paper_simulator.ts';
import type { Simulator } from '../../../envs/household/virtualhome/scripts/simulator.ts';
import { withV23Properties } from '../../../envs/household/virtualhome/v23_properties.ts';
import {
  DEFECT_NAMES,
  type Defects,
  defectsOf,
  EDITION_NAMES,
} from '../../../envs/household/virtualhome/virtualhome_defects.ts';
import { VirtualHomeSimulator } from '../../../envs/household/virtualhome/virtualhome_simulator.ts';
import { simulatePrograms } from '../../interop/simulation/simulate_programs.ts';
import { counted } from '../../io/errors/counted.ts';
import { CommandFailure, invalid } from '../../io/errors/failure.ts';
import { readPackedLines, readPackedText } from '../../io/read_packed.ts';
import { simulateLine } from '../../io/walk_lines.ts';
import { command } from '../terminal/command.ts';
import type { CommandContext, OptionsOf, Parser } from '../terminal/command_context.ts';
import { option } from '../terminal/option.ts';

/** Enough for any text that the reader of graphs takes: UTF-8 has at most three bytes a character. */
const SCENE_BYTES_MAX = 3 * CHARACTERS_MAX;
const LINE_CHARACTERS_MAX = 16 * 1024 * 1024;

export const simulateCommand = command(simulateOptions, simulate, {
  examples: [
    [
      'simulate kitchen.json --rules virtualhome --walks walks.jsonl',
      'Each line of walks.jsonl, from the scene on, as VirtualHome would carry it out',
    ],
    [
      'simulate --programs programs.jsonl --final-graphs after.jsonl',
      'Programs with their own graphs, and the graph after each',
    ],
  ],
});

type SimulateArguments = OptionsOf<typeof simulateOptions>;

function simulateOptions(args: Parser) {
  return args
    .positional('scene', option.text('For walks: a scene graph of VirtualHome, JSON, plain or gzip'))
    .option(
      'walks',
      option.text(
        'JSON Lines, plain or gzip, each {"steps": ["[WALK] <fridge> (305)", …]}; each starts from the scene',
      ),
    )
    .option('rules', {
      choices: ['virtualhome', 'paper'] as const,
      describe: "For walks: VirtualHome's own simulator, or LLM-State's primitives",
    })
    .option(
      'programs',
      option.text(
        'Programs with graphs of their own: JSON Lines, plain or gzip, each {"name", "script" or "steps", "init_graph", "final_graph"}, or a folder with executable_programs and init_and_final_graphs',
      ),
    )
    .option(
      'final-graphs',
      option.text(
        'For programs: write the graph in which each ends to this file, a line each; packed where it ends in .gz',
      ),
    )
    .option(
      'edition',
      option.choice(EDITION_NAMES, 'v2.3', 'Whose simulator: `tapedeck list editions` says what each is'),
    )
    .option('without', {
      choices: DEFECT_NAMES,
      array: true,
      describe: 'Take a defect out of the edition: `tapedeck list defects`',
    })
    .option('with', { choices: DEFECT_NAMES, array: true, describe: 'Put a defect in' })
    .option(
      'properties',
      option.choice(
        ['stored', 'v2.3'],
        'stored',
        'For walks: properties as stored in the graph or, for v1 graphs, those of VirtualHome v2.3',
      ),
    );
}

async function simulate(args: SimulateArguments, context: CommandContext): Promise<void> {
  checkArguments(args);
  const { edition, without = [], with: added = [] } = args;
  const defects = defectsOf(edition, { without, with: added });
  if (args.programs === undefined) await simulateWalks(args, defects, context);
  else await simulatePrograms({ programs: args.programs, finalGraphs: args.finalGraphs, defects }, context);
}

/** Walks and programs ask for different options. */
function checkArguments({ scene, walks, rules, properties, programs, finalGraphs, ...args }: SimulateArguments): void {
  const forPrograms = programs !== undefined;
  const changed = args.edition !== 'v2.3' || args.without !== undefined || args.with !== undefined;
  const problems: readonly (readonly [isThere: boolean, text: string])[] = [
    [
      forPrograms && (scene !== undefined || walks !== undefined || rules === 'paper' || properties !== 'stored'),
      'Programs bring their graphs: --programs goes with no scene, --walks, --rules paper or --properties v2.3',
    ],
    [
      !forPrograms && (scene === undefined || walks === undefined || rules === undefined),
      'Name a scene with --rules and --walks, or --programs',
    ],
    [!forPrograms && finalGraphs !== undefined, '--final-graphs goes with --programs'],
    [rules === 'paper' && changed, '--edition, --without and --with go with --rules virtualhome'],
  ];
  const found = problems.find(([isThere]) => isThere);
  if (found !== undefined) throw invalid(`${found[1]}; see \`tapedeck simulate --help\``);
}

async function simulateWalks(
  args: SimulateArguments,
  defects: Defects,
  { terminal, signal }: CommandContext,
): Promise<void> {
  const simulator = simulatorOf(args, defects);
  const count = { walks: 0, steps: 0, done: 0 };
  const path = args.walks as string;
  for await (const line of readPackedLines(path, LINE_CHARACTERS_MAX)) {
    if (signal.aborted) throw new CommandFailure(130, `Interrupted after ${counted(count.walks, 'walk')}`);
    const steps = simulateLine(line, simulator, { path, line: count.walks + 1 });
    terminal.out(JSON.stringify({ steps }));
    await terminal.drained?.();
    count.walks++;
    count.steps += steps.length;
    for (const { ok } of steps) if (ok) count.done++;
    if (count.walks % 100 === 0) terminal.progress(counted(count.walks, 'walk'));
  }
  terminal.say(`${counted(count.walks, 'walk')}, ${counted(count.steps, 'step')}, ${count.done} of them successful`);
}

function simulatorOf({ scene, rules, properties }: SimulateArguments, defects: Defects): Simulator {
  const path = scene as string;
  const stored = readGraph(readPackedText(path, SCENE_BYTES_MAX), path);
  const graph = properties === 'stored' ? stored : withV23Properties(stored);
  return rules === 'paper'
    ? new PaperSimulator(houseOfGraph(graph, 'scene'))
    : new VirtualHomeSimulator(graphScene(graph), defects);
}
