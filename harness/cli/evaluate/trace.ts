import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandText, counted } from '../../io/errors/counted.ts';
import { invalid } from '../../io/errors/failure.ts';
import { PLACES } from '../../io/places.ts';
import { readText } from '../../io/read_text.ts';
import { drawTrace, writeDrawings } from '../../report/replayed_world.ts';
import { ExchangeReader, traceText } from '../../run/reading/trace_text.ts';
import { findRun, runAt } from '../../run/run_folder.ts';
import { readTimings } from '../../run/run_record.ts';
import { StoredRun } from '../../run/stored_run.ts';
import { layersRead, TAPE_OPTIONS, tapeWords } from '../../run/tapes/tape_layers.ts';
import { readEpisodeId, readTrace, type Trace } from '../../trace/trace.ts';
import { type CommandContext, command, type OptionsOf, type Parser } from '../terminal/command.ts';
import { option } from '../terminal/option.ts';

export const traceCommand = command(traceOptions, trace, {
  'trace household/house_1/make_toast/llm_state/1': 'Show an episode of the latest run of its suite',
  'trace household/house_1/make_toast/llm_state/1 --run household/before --prompts':
    'Show it in another run, with all requests and replies in full',
});

type TraceArguments = OptionsOf<typeof traceOptions>;

function traceOptions(args: Parser) {
  return args.positional('episode', option.required('Trace file, or SUITE/SCENE/TASK/PLANNER/TRIAL of a run')).options({
    run: option.text('Run of the episode: a folder or SUITE/NAME; default: the latest run of SUITE'),
    prompts: option.flag('Show all requests and replies in full'),
    svg: option.text('Folder for SVG drawings of the object-level plan, the initial scene and each action'),
    ...TAPE_OPTIONS,
  });
}

async function trace(args: TraceArguments, { terminal }: CommandContext): Promise<void> {
  const { trace: selected, run } = findTrace(args);
  if (args.svg !== undefined) {
    const drawings = await drawTrace(selected, run === null ? undefined : readTimings(run).suite);
    writeDrawings(args.svg, drawings);
    terminal.say(`${counted(drawings.length, 'drawing')} in ${args.svg}`);
  }
  const exchanges = args.prompts ? await ExchangeReader.once(selected, layersRead(args)) : null;
  if (args.json) terminal.out(JSON.stringify(exchanges === null ? selected : { ...selected, exchanges }));
  else terminal.out(traceText(selected, exchanges));
}

function findTrace(args: TraceArguments): Readonly<{ trace: Trace; run: string | null }> {
  if (existsSync(args.episode) || args.episode.endsWith('.jsonl'))
    return { trace: readTrace(readText(args.episode), args.episode), run: null };
  const name = readEpisodeId(args.episode);
  if (name === null) {
    throw invalid(
      `Cannot find episode "${args.episode}": expected a trace file or SUITE/SCENE/TASK/PLANNER/TRIAL, such as household/house_1/make_toast/llm_state/1`,
    );
  }
  const { suite, scene, task, planner, trial } = name;
  const words = ['run', suite, '--scene', scene, '--task', task, '--planner', planner];
  const trials = trial > 1 ? ['--trials', String(trial)] : [];
  const hint = `run it first: ${commandText([...words, ...trials, ...tapeWords(args)])}`;
  const run = args.run === undefined ? runAt(join(PLACES.runs, suite)) : findRun(args.run);
  if (run === null) throw invalid(`Cannot find episode "${args.episode}": suite "${suite}" has no run; ${hint}`);
  const stored = new StoredRun(run);
  for (const found of stored.withTraces(({ episode }) => episode === args.episode)) {
    return { trace: stored.traceOf(found), run };
  }
  throw invalid(`Cannot find episode "${args.episode}" in "${run}"; name another run with --run, or ${hint}`);
}
