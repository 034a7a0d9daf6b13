/** What it is to simulate scripts: a scene, and lines one after the other, whatever the profile of rules. */

/** What became of a line. Ids are the scene's. */
export type SimulatedStep = {
  readonly ok: boolean;
  /** Why not; or, of VirtualHome, what it remarks on a success. */
  readonly message: string | null;
  /** What the right hand and the left hand hold now. */
  readonly rh: number | null;
  readonly lh: number | null;
  /** The room in which the character is now. */
  readonly room: number | null;
};

export interface Simulator {
  /** Back to the scene as it was read. */
  reset(): void;
  /** Carries out one script line, or refuses it. Throws a ScriptLineError on a line that it cannot read. */
  step(line: string): SimulatedStep;
}
