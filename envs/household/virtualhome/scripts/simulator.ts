/** Ids are the scene's. */
export type SimulatedStep = Readonly<{
  ok: boolean;
  /** The reason for a refusal, or VirtualHome's remark on a success. */
  message: string | null;
  rh: number | null;
  lh: number | null;
  room: number | null;
}>;

export interface Simulator {
  reset(): void;
  /** Throws a ScriptLineError on a line that it cannot read. */
  step(line: string): SimulatedStep;
}
