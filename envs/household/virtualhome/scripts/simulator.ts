/** `rh`, `lh` (the hands) and `room` are ids of the scene. */
export type SimulatedStep = Readonly<{
  ok: boolean;
  /** The reason for the refusal, or VirtualHome's remark on the success. */
  message: string | null;
  rh: number | null;
  lh: number | null;
  room: number | null;
}>;

export interface Simulator {
  reset(): void;
  /** Throws a ScriptLineError. */
  step(line: string): SimulatedStep;
}
