/** Ids are the scene's. */
export type SimulatedStep = {
  readonly ok: boolean;
  /** The reason for a refusal, or VirtualHome's remark on a success. */
  readonly message: string | null;
  readonly rh: number | null;
  readonly lh: number | null;
  readonly room: number | null;
};

export interface Simulator {
  reset(): void;
  /** Throws a ScriptLineError on a line that it cannot read. */
  step(line: string): SimulatedStep;
}
