/**
 * Walks as JSON Lines, `{"steps": ["[WALK] <fridge> (305)", …]}` each; other keys are ignored.
 *
 * @module
 */
import { z } from 'zod';
import { JsonError, readCheckedJson } from '../../envs/checked_json.ts';
import type { SimulatedStep, Simulator } from '../../envs/household/virtualhome/simulator.ts';
import { CommandFailure } from '../errors/failure.ts';

const walkSchema = z.object({ steps: z.array(z.string()) });

/** Where a line stands. */
type Source = { readonly path: string; readonly line: number };

/**
 * Carries out the walk of one line, from the scene as it began. Throws a CommandFailure with file, line and column, where the
 * line is no walk or one of its steps cannot be read; what came of the steps before is then lost.
 */
export function simulateLine(text: string, simulator: Simulator, source: Source): SimulatedStep[] {
  const steps = quickSteps(text) ?? checkedSteps(text, source);
  simulator.reset();
  return steps.map((step, index) => {
    try {
      return simulator.step(step);
    } catch (cause) {
      if (!(cause instanceof Error && cause.name === 'ScriptLineError')) throw cause;
      const { column } = readCheckedJson(text, walkSchema, source.path).problem(['steps', index], '');
      const place = `line ${source.line}, column ${column}, field steps[${index}]`;
      throw new CommandFailure(2, `Cannot read "${source.path}", ${place}: ${cause.message}`, { cause });
    }
  });
}

/** The engine's own parser is quick, and silent about places. */
function quickSteps(text: string): readonly string[] | null {
  try {
    return walkSchema.safeParse(JSON.parse(text)).data?.steps ?? null;
  } catch {
    return null;
  }
}

function checkedSteps(text: string, { path, line }: Source): readonly string[] {
  try {
    return readCheckedJson(text, walkSchema, path).value.steps;
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    const { column, field, expected, found } = cause;
    throw new JsonError(path, { line, column, field }, expected, found);
  }
}
