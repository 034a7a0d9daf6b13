/**
 * `tapedeck simulate SCENE --rules R --walks FILE`: walks of script lines through a household, many and fast.
 *
 * @module
 */
import { CHARACTERS_MAX } from '../../envs/checked_json.ts';
import { houseOfGraph, readGraph } from '../../envs/household/scene/read_graph.ts';
import { graphScene } from '../../envs/household/virtualhome/graph_scene.ts';
import { PaperSimulator } from '../../envs/household/virtualhome/paper_simulator.ts';
import type { Simulator } from '../../envs/household/virtualhome/simulator.ts';
import { withV23Properties } from '../../envs/household/virtualhome/v23_properties.ts';
import { VirtualHomeSimulator } from '../../envs/household/virtualhome/virtualhome_simulator.ts';
import { CommandFailure } from '../errors/failure.ts';
import { readPackedLines, readPackedText } from '../files/read_packed.ts';
import { simulateLine } from '../files/walk_lines.ts';
import { command } from '../terminal/command.ts';
import type { CommandContext, OptionsOf, Parser } from '../terminal/command_context.ts';

/** Enough for any text that the reader of graphs takes: UTF-8 has at most three bytes a character. */
const SCENE_BYTES_MAX = 3 * CHARACTERS_MAX;
const LINE_CHARACTERS_MAX = 16 * 1024 * 1024;

export const simulateCommand = command(simulateOptions, simulate);

type SimulateArguments = OptionsOf<typeof simulateOptions>;

function simulateOptions(args: Parser) {
  return args
    .positional('scene', {
      type: 'string',
      demandOption: true,
      describe: 'A scene graph of VirtualHome, JSON, plain or gzip',
    })
    .option('rules', {
      choices: ['virtualhome', 'paper'] as const,
      demandOption: true,
      describe: "VirtualHome's own simulator, or LLM-State's primitives",
    })
    .option('walks', {
      type: 'string',
      demandOption: true,
      describe: 'JSON Lines, plain or gzip, each {"steps": ["[WALK] <fridge> (305)", …]}',
    })
    .option('properties', {
      choices: ['stored', 'v2.3'] as const,
      default: 'stored' as const,
      describe: 'Properties as stored in the graph or, for v1 graphs, those of VirtualHome v2.3',
    });
}

async function simulate(args: SimulateArguments, { terminal, signal }: CommandContext): Promise<void> {
  const simulator = simulatorOf(args);
  const count = { walks: 0, steps: 0, done: 0 };
  for await (const line of readPackedLines(args.walks, LINE_CHARACTERS_MAX)) {
    if (signal.aborted) throw new CommandFailure(130, `Interrupted after ${count.walks} walks`);
    const steps = simulateLine(line, simulator, { path: args.walks, line: count.walks + 1 });
    terminal.out(JSON.stringify({ steps }));
    await terminal.drained?.();
    count.walks++;
    count.steps += steps.length;
    for (const { ok } of steps) if (ok) count.done++;
    if (count.walks % 100 === 0) terminal.progress(`${count.walks} walks`);
  }
  terminal.say(`${count.walks} walks, ${count.steps} steps, ${count.done} of them successes`);
}

function simulatorOf({ scene, rules, properties }: SimulateArguments): Simulator {
  const stored = readGraph(readPackedText(scene, SCENE_BYTES_MAX), scene);
  const graph = properties === 'stored' ? stored : withV23Properties(stored);
  return rules === 'paper'
    ? new PaperSimulator(houseOfGraph(graph, 'scene'))
    : new VirtualHomeSimulator(graphScene(graph));
}
