/** A program in a graph of its own: steps one after the other, until one is refused. */
import type { GraphStep, VirtualHomeSimulator } from './virtualhome_simulator.ts';

export type ProgramRun = {
  /** No step was refused. */
  readonly executable: boolean;
  /** The step that was refused, counted from 1. */
  readonly failedStep: number | null;
  /** Of that step, as in `StepOutcome`. */
  readonly message: string | null;
  readonly precondition: string | null;
};

/** Carries out steps from the state in which the simulator is, which is then that after the last step that was done. */
export function runProgram(simulator: VirtualHomeSimulator, steps: readonly GraphStep[]): ProgramRun {
  for (const [index, step] of steps.entries()) {
    const { ok, message, precondition } = simulator.carryOut(step);
    if (!ok) return { executable: false, failedStep: index + 1, message, precondition };
  }
  return { executable: true, failedStep: null, message: null, precondition: null };
}
