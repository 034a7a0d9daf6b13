import { z } from 'zod';
import type { SimulatedStep, Simulator } from '../../envs/household/virtualhome/scripts/simulator.ts';
import { invalid } from './errors/failure.ts';
import { type LineSource, readJsonLine } from './json_line.ts';

const walkSchema = z.object({ steps: z.array(z.string()) });

export function simulateLine(text: string, simulator: Simulator, source: LineSource): SimulatedStep[] {
  const { value, problem } = readJsonLine(text, walkSchema, source);
  simulator.reset();
  return value.steps.map((step, index) => {
    try {
      return simulator.step(step);
    } catch (cause) {
      if (!(cause instanceof Error && cause.name === 'ScriptLineError')) throw cause;
      const { column } = problem(['steps', index], '');
      const place = `line ${source.line}, column ${column}, field steps[${index}]`;
      throw invalid(`Cannot read "${source.path}", ${place}: ${cause.message}`, { cause });
    }
  });
}
