import type { Arm, ArmResult, Configuration, Surroundings } from '../table/arm.ts';
import type { Vector } from '../table/table.ts';

type Call = Readonly<{
  at: Configuration;
  block: string | null;
  centre: Vector | null;
  around: readonly string[];
  drawn: number;
}>;
type Failure = Omit<Extract<ArmResult, { ok: false }>, 'ok'>;

/** Every action turns the first joint by 1. */
export function scriptedArm(failure: (call: Call) => Failure | null = () => null): Arm & { readonly calls: Call[] } {
  const calls: Call[] = [];
  const answer = (call: Omit<Call, 'around'>, around: Surroundings): ArmResult => {
    calls.push({ ...call, around: around.map(({ name }) => name) });
    const failed = failure(calls.at(-1)!);
    if (failed !== null) return { ok: false, ...failed };
    const at = call.at.with(0, call.at[0]! + 1);
    return { ok: true, at, motion: { yaw: 0, path: [call.at, at], checks: 1 } };
  };
  return {
    calls,
    home: [0, 0, 0, 0, 0, 0, 0],
    pick: (at, block, around, random) => answer({ at, block, centre: null, drawn: random.uniform() }, around),
    place: (at, centre, around, random) => answer({ at, block: null, centre, drawn: random.uniform() }, around),
  };
}
