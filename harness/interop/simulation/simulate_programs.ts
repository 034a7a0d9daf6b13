/**
 * Programs carried out one after the other: a line of JSON each, and a summary.
 *
 * @module
 */
import type { Defects } from '../../../envs/household/virtualhome/virtualhome_defects.ts';
import type { CommandContext } from '../../cli/terminal/command_context.ts';
import { counted } from '../../io/errors/counted.ts';
import { CommandFailure } from '../../io/errors/failure.ts';
import { type LineFile, openLineFile } from '../../io/write_whole.ts';
import { readPrograms } from './read_programs.ts';
import { type ProgramResult, simulateProgram } from './simulate_program.ts';

export type ProgramsWanted = {
  /** A file of JSON Lines, or a folder of a dataset. */
  readonly programs: string;
  /** Where the graphs after are to be written. */
  readonly finalGraphs: string | undefined;
  readonly defects: Defects;
};

/** Throws a CommandFailure at the first program that cannot be read; no file of final graphs is then left. */
export async function simulatePrograms(wanted: ProgramsWanted, context: CommandContext): Promise<void> {
  const { finalGraphs } = wanted;
  if (finalGraphs === undefined) return await simulateAll(wanted, null, context);
  const file = openLineFile(finalGraphs);
  try {
    await simulateAll(wanted, file, context);
    await file.keep();
  } catch (error) {
    await file.drop();
    throw error;
  }
}

async function simulateAll(
  { programs, defects }: ProgramsWanted,
  file: LineFile | null,
  { terminal, signal }: CommandContext,
): Promise<void> {
  const summary = new Summary();
  for await (const program of readPrograms(programs)) {
    if (signal.aborted) throw new CommandFailure(130, `Interrupted after ${counted(summary.programs, 'program')}`);
    const { result, graphAfter } = simulateProgram(program, defects);
    terminal.out(JSON.stringify(result));
    await terminal.drained?.();
    await file?.write(JSON.stringify({ name: result.name, final_graph: graphAfter() }));
    summary.add(result);
    if (summary.programs % 100 === 0) terminal.progress(counted(summary.programs, 'program'));
  }
  terminal.say(summary.text);
}

class Summary {
  programs = 0;
  #executable = 0;
  #compared = 0;
  #states = 0;
  #edges = 0;

  add({ executable, statesEqual, edgesEqual }: ProgramResult): void {
    this.programs++;
    if (executable) this.#executable++;
    if (statesEqual !== null) this.#compared++;
    if (statesEqual === true) this.#states++;
    if (edgesEqual === true) this.#edges++;
  }

  get text(): string {
    const ran = `${counted(this.programs, 'program')}, ${this.#executable} of them executable`;
    if (this.#compared === 0) return ran;
    return `${ran}; of ${this.#compared} with a recorded final graph ${this.#states} end in its states, ${this.#edges} in its edges`;
  }
}
