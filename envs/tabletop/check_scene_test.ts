import { describe, expect, it } from 'vitest';
import { SceneError, sceneProblem } from './check_scene.ts';
import { micrometres, spotsTaken } from './table/boxes.ts';
import { SPOTS } from './table/table.ts';

describe('sceneProblem()', () => {
  it('finds nothing wrong with blocks on the table', () => {
    expect(sceneProblem([{ name: 'A', centre: [0.39, 0, 0.0275] }])).toBeNull();
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [Number.NEGATIVE_INFINITY]])(
    'refuses %d as a coordinate',
    (bad) => {
      for (const axis of [0, 1, 2]) {
        const centre = ([0.39, 0, 0.0275] as [number, number, number]).with(axis, bad) as unknown as [
          number,
          number,
          number,
        ];
        const problem = sceneProblem([{ name: 'A', centre }]);
        expect(problem).toMatchObject({ at: ['blocks', 0, 'centre'], problem: 'not_finite' });
      }
    },
  );

  it('counts a block that stands between spots as often as it takes one away', () => {
    const [[x1, y], [, y2]] = SPOTS as unknown as [[number, number], [number, number]];
    const between = { name: 'Z', centre: [x1, (y + y2) / 2, 0.0275] as const };
    const towers = (count: number) =>
      Array.from({ length: count }, (_, index) => {
        const [x, side] = SPOTS[14 - Math.floor(index / 7)]!;
        return { name: `A_${index}`, centre: [x, side, micrometres(0.0275 + 0.055 * (index % 7))] as const };
      });
    const taken = Math.max(1, SPOTS.filter((_, spot) => (spotsTaken(between.centre) >> spot) & 1).length);
    expect(sceneProblem([between, ...towers(SPOTS.length - taken)])).toBeNull();
    expect(sceneProblem([between, ...towers(SPOTS.length - taken + 1)])).toMatchObject({ problem: 'too_many_blocks' });
  });
});

describe('SceneError', () => {
  it('names scene, block and problem', () => {
    const blocks = [{ name: 'A', centre: [9, 0, 0] as const }];
    const problem = sceneProblem(blocks);
    expect(problem).not.toBeNull();
    if (problem === null) return;
    const error = new SceneError({ name: 'mine', blocks }, problem);
    expect(error.message).toContain('Cannot use scene "mine": block 1 (off_table): expected a block on the table');
  });
});
