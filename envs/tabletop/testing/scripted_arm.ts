/** Test support: an arm that does what it is told, and remembers what it was asked. */
import type { Arm, ArmResult, Configuration } from '../table/arm.ts';
import type { Vector } from '../table/table.ts';

export type Asked = {
  readonly at: Configuration;
  readonly block: string | null;
  readonly centre: Vector | null;
  readonly around: readonly string[];
  readonly drawn: number;
};

/** Fails where `failure` says so; otherwise every action takes it one step on in its first joint. */
export function scriptedArm(
  failure: (asked: Asked) => Extract<ArmResult, { ok: false }> | null = () => null,
): Arm & { readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const answer = (question: Asked): ArmResult => {
    asked.push(question);
    const at = question.at.map((angle, joint) => (joint === 0 ? angle + 1 : angle));
    return failure(question) ?? { ok: true, at, motion: { yaw: 0, path: [question.at, at], checks: 1 } };
  };
  return {
    asked,
    home: [0, 0, 0, 0, 0, 0, 0],
    pick: (at, block, around, random) =>
      answer({ at, block, centre: null, around: around.map(({ name }) => name), drawn: random.uniform() }),
    place: (at, centre, around, random) =>
      answer({ at, block: null, centre, around: around.map(({ name }) => name), drawn: random.uniform() }),
  };
}
