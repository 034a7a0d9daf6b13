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
import { readPrograms } from '../../interop/simulation/read_programs.ts';
import { simulateProgram } from '../../interop/simulation/simulate_program.ts';
import { counted } from '../../io/errors/counted.ts';
import { CommandFailure, invalid } from '../../io/errors/failure.ts';
import { readPackedLines, readPackedText } from '../../io/read_packed.ts';
import { simulateLine } from '../../io/walk_lines.ts';
import { type LineFile, openLineFile } from '../../io/write_whole.ts';
import { type CommandContext, command, type OptionsOf, type Parser } from '../terminal/command.ts';
import { option } from '../terminal/option.ts';

const SCENE_BYTES_MAX = 3 * CHARACTERS_MAX; // in UTF-8
const LINE_CHARACTERS_MAX = 16 * 1024 * 1024;

export const simulateCommand = command(simulateOptions, simulate, {
  'simulate kitchen.json --rules virtualhome --walks walks.jsonl':
    'Execute each line of walks.jsonl by VirtualHome’s rules',
  'simulate --programs programs.jsonl --final-graphs after.jsonl':
    'Execute programs with their own graphs, and write their final graphs',
});

type SimulateArguments = OptionsOf<typeof simulateOptions>;

function simulateOptions(args: Parser) {
  return args.positional('scene', option.text('For walks: a VirtualHome scene graph (JSON, plain or gzip)')).options({
    walks: option.text(
      'File of walks that start from the scene: JSON Lines, plain or gzip, each {"steps": ["[WALK] <fridge> (305)", …]}',
    ),
    rules: {
      choices: ['virtualhome', 'paper'] as const,
      describe: "For walks: rules of VirtualHome's own simulator, or of LLM-State's primitives",
    },
    programs: option.text(
      'Programs with their own graphs: JSON Lines, plain or gzip, each {"name", "script" or "steps", "init_graph", "final_graph"}, or a folder with executable_programs and init_and_final_graphs',
    ),
    'final-graphs': option.text(
      'For programs: write the final graphs to this file, one per line, compressed if its name ends in .gz',
    ),
    edition: option.choice(EDITION_NAMES, 'v2.3', 'Version of the simulator; see `tapedeck list editions`'),
    without: {
      choices: DEFECT_NAMES,
      array: true,
      describe: 'Remove defects from the edition; see `tapedeck list defects`',
    },
    with: { choices: DEFECT_NAMES, array: true, describe: 'Add defects to the edition' },
    properties: option.choice(
      ['stored', 'v2.3'],
      'stored',
      'For walks: use the properties stored in the graph or, for v1 graphs, those of VirtualHome v2.3',
    ),
  });
}

async function simulate(args: SimulateArguments, context: CommandContext): Promise<void> {
  checkArguments(args);
  const { edition, without = [], with: added = [] } = args;
  const defects = defectsOf(edition, { without, with: added });
  if (args.programs === undefined) return simulateWalks(args, defects, context);
  const file = args.finalGraphs === undefined ? null : openLineFile(args.finalGraphs);
  try {
    await simulatePrograms(args.programs, { defects, file }, context);
    await file?.keep();
  } catch (error) {
    await file?.drop();
    throw error;
  }
}

function checkArguments({ scene, walks, rules, properties, programs, finalGraphs, ...args }: SimulateArguments): void {
  const forPrograms = programs !== undefined;
  const changesEdition = args.edition !== 'v2.3' || args.without !== undefined || args.with !== undefined;
  const problems: readonly (readonly [isProblem: boolean, text: string])[] = [
    [
      forPrograms && (scene !== undefined || walks !== undefined || rules === 'paper' || properties !== 'stored'),
      '--programs cannot be combined with a scene, --walks, --rules paper or --properties v2.3, since programs have their own graphs',
    ],
    [
      !forPrograms && (scene === undefined || walks === undefined || rules === undefined),
      'Name a scene and add --rules and --walks, or add --programs',
    ],
    [!forPrograms && finalGraphs !== undefined, '--final-graphs needs --programs'],
    [rules === 'paper' && changesEdition, '--edition, --without and --with need --rules virtualhome'],
  ];
  const [, problem] = problems.find(([isProblem]) => isProblem) ?? [];
  if (problem !== undefined) throw invalid(`${problem}; see \`tapedeck simulate --help\``);
}

async function simulateWalks(args: SimulateArguments, defects: Defects, context: CommandContext): Promise<void> {
  const { terminal, signal } = context;
  const simulator = simulatorOf(args, defects);
  const count = { walks: 0, steps: 0, done: 0 };
  const path = args.walks!;
  for await (const line of readPackedLines(path, LINE_CHARACTERS_MAX)) {
    if (signal.aborted) throw new CommandFailure(130, `Interrupted after ${counted(count.walks, 'walk')}`);
    const steps = simulateLine(line, simulator, { path, line: count.walks + 1 });
    terminal.out(JSON.stringify({ steps }));
    await terminal.drained?.();
    count.walks++;
    count.steps += steps.length;
    count.done += steps.filter(({ ok }) => ok).length;
    if (count.walks % 100 === 0) terminal.progress(counted(count.walks, 'walk'));
  }
  terminal.say(`${counted(count.walks, 'walk')}, ${counted(count.steps, 'step')}, ${count.done} of them successful`);
}

function simulatorOf({ scene, rules, properties }: SimulateArguments, defects: Defects): Simulator {
  const stored = readGraph(readPackedText(scene!, SCENE_BYTES_MAX), scene!);
  const graph = properties === 'stored' ? stored : withV23Properties(stored);
  return rules === 'paper'
    ? new PaperSimulator(houseOfGraph(graph, 'scene'))
    : new VirtualHomeSimulator(graphScene(graph), defects);
}

async function simulatePrograms(
  programs: string,
  { defects, file }: { defects: Defects; file: LineFile | null },
  { terminal, signal }: CommandContext,
): Promise<void> {
  const count = { programs: 0, executable: 0, compared: 0, states: 0, edges: 0 };
  for await (const program of readPrograms(programs)) {
    if (signal.aborted) throw new CommandFailure(130, `Interrupted after ${counted(count.programs, 'program')}`);
    const { result, graphAfter } = simulateProgram(program, defects);
    terminal.out(JSON.stringify(result));
    await terminal.drained?.();
    await file?.write(JSON.stringify({ name: result.name, final_graph: graphAfter() }));
    count.programs++;
    if (result.executable) count.executable++;
    if (result.statesEqual !== null) count.compared++;
    if (result.statesEqual === true) count.states++;
    if (result.edgesEqual === true) count.edges++;
    if (count.programs % 100 === 0) terminal.progress(counted(count.programs, 'program'));
  }
  const ends = `; ${count.compared} have a recorded final graph, ${count.states} with equal states and ${count.edges} with equal edges`;
  const ran = `${counted(count.programs, 'program')}, ${count.executable} of them executable`;
  terminal.say(count.compared === 0 ? ran : `${ran}${ends}`);
}
