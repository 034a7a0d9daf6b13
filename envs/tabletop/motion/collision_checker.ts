/**
 * Whether a configuration collides, as fast as it goes: `clearance() <= 0` without the number; and how far along a line no
 * configuration can collide.
 *
 * Bodies are taken from the hand towards the base, since the hand collides most often. Each is asked for its exact distance
 * only where its upright bounding box meets that of the other side, and what no configuration can bring together is left out
 * when the checker is made.
 */
import { BALLS, type Bodies } from './bodies.ts';
import { BASE_BOX, type CheckedWorld, checkedWorld, ELBOW_END, NEAR_END, TURNING } from './checked_world.ts';
import { clearance, type MotionWorld, type Obstacle } from './clearance.ts';
import { FreeStretch } from './free_stretch.ts';
import { linkFrames } from './kinematics.ts';
import { boundsMeet, segmentBoxSquared, segmentsSquared } from './segment_distance.ts';

export class CollisionChecker {
  readonly world: MotionWorld;
  /** How many configurations `collides` and `freeShare` were asked about. */
  checks = 0;

  readonly #checked: CheckedWorld;
  readonly #bodies: Bodies;
  /** The base, which cannot move away, collides. */
  readonly #hopeless: boolean;
  /** Made when it is first asked for. */
  #stretch: FreeStretch | null = null;

  constructor(world: MotionWorld) {
    this.world = world;
    this.#checked = checkedWorld(world);
    this.#bodies = this.#checked.bodies;
    this.#hopeless = [0, 1].some((body) => this.#meetsWorld(body));
  }

  /** Whether a configuration collides; one that is no number does. */
  collides(q: Float64Array): boolean {
    this.checks++;
    if (this.#hopeless) return true;
    linkFrames(q, this.#bodies.frames);
    if (this.#checked.isCarrying && this.#carriedCollides()) return true;
    for (let body = this.#bodies.capsules - 1; body >= TURNING; body--) {
      this.#bodies.place(body);
      if (this.#meetsWorld(body) || this.#meetsBase(body)) return true;
    }
    return false;
  }

  /** What is nearest to a configuration or deepest in it, by `clearance`; slow, and not counted as a check. */
  nearestObstacle(q: Float64Array): Obstacle {
    return clearance(this.world, q).obstacle;
  }

  /** Says along which line `freeShare` will be asked. */
  alongLine(from: Float64Array, to: Float64Array): void {
    this.#stretch ??= new FreeStretch(this.#checked);
    this.#stretch.alongLine(from, to);
  }

  /**
   * How far from the configuration at `q[0]`, on the line of `alongLine`, everything is free, as a share of the line's length and
   * either way; at most `most`, which is above 0. 0 or less where the configuration itself collides. At a `level` above 0 what is
   * `most` that way must be part of what it was when this was last asked at the level before.
   */
  freeShare(q: Float64Array, most: number, level = 0): number {
    if (this.#stretch === null) throw new Error('Cannot say what is free on a line that alongLine() was not told of');
    this.checks++;
    return this.#hopeless ? 0 : this.#stretch.freeShare(q, most, level);
  }

  /** Whether a placed body meets the table or a block. */
  #meetsWorld(body: number): boolean {
    const { boxes, allBlocks, top, nearTable, nearBlocks } = this.#checked;
    const { ends, radii } = this.#bodies;
    const from = ends[body * 6 + 2]!;
    const to = ends[body * 6 + 5]!;
    if ((from < to ? from : to) - radii[body]! > top) return false;
    if (nearTable[body] === 1 && this.#meetsBox(body, 0)) return true;
    if (nearBlocks[body] === 1 && boundsMeet(ends, body * 6, radii[body]!, allBlocks, 0)) {
      for (let box = 6; box < boxes.length; box += 6) {
        if (this.#meetsBox(body, box)) return true;
      }
    }
    return false;
  }

  #meetsBox(body: number, box: number): boolean {
    const { boxes } = this.#checked;
    const { ends, radii } = this.#bodies;
    const radius = radii[body]!;
    if (!boundsMeet(ends, body * 6, radius, boxes, box)) return false;
    return !(segmentBoxSquared(ends, body * 6, boxes, box) > radius * radius);
  }

  /** Whether a placed body meets links 0 to 2. */
  #meetsBase(body: number): boolean {
    const { ends, radii } = this.#bodies;
    if (this.#checked.nearBase[body] === 0) return false;
    if (!boundsMeet(ends, body * 6, radii[body]!, BASE_BOX, 0)) return false;
    this.#bodies.place(TURNING);
    return this.#meetsCapsules(body, 0, NEAR_END);
  }

  #meetsCapsules(body: number, first: number, end: number): boolean {
    const { ends, radii } = this.#bodies;
    for (let capsule = first; capsule < end; capsule++) {
      const near = radii[body]! + radii[capsule]!;
      if (!(segmentsSquared(ends, body * 6, ends, capsule * 6) > near * near)) return true;
    }
    return false;
  }

  /** Whether a ball of the carried block meets anything; none does where the ball around them does not. */
  #carriedCollides(): boolean {
    this.#bodies.place(NEAR_END);
    this.#bodies.place(NEAR_END + 1);
    const first = this.#bodies.capsules;
    if (!this.#ballCollides(first + BALLS)) return false;
    for (let ball = first; ball < first + BALLS; ball++) {
      if (this.#ballCollides(ball)) return true;
    }
    return false;
  }

  #ballCollides(ball: number): boolean {
    this.#bodies.place(ball);
    return this.#meetsWorld(ball) || this.#meetsBase(ball) || this.#meetsCapsules(ball, NEAR_END, ELBOW_END);
  }
}
