/** RRT-Connect (Kuffner and LaValle 2000); the caller judges states. */
import { randomNumbers } from '../../random_numbers.ts';
import { distance, interpolate } from '../../tabletop/motion/kinematics.ts';
import { EXTENT } from '../../tabletop/motion/panda.ts';

export type JudgedQuery = Readonly<{
  start: Float64Array;
  goal: Float64Array;
  lower: readonly number[];
  upper: readonly number[];
  stepMax: number;
}>;

type Judging<R> = Generator<Float64Array, R, boolean>;

const ITERATIONS_MAX = 1000;
/** OMPL's default. */
const RANGE = 0.2 * EXTENT;

type Node = Readonly<{ q: Float64Array; parent: Node | null }>;

export function* judgedSearch(query: JudgedQuery): Judging<readonly Float64Array[] | null> {
  const { start, goal, lower, upper } = query;
  if (!(yield start) || !(yield goal)) return null;
  if (yield* isLineValid(start, goal, query)) return [start, goal];
  const random = randomNumbers(0);
  const trees: [Node[], Node[]] = [[{ q: start, parent: null }], [{ q: goal, parent: null }]];
  for (let iteration = 0; iteration < ITERATIONS_MAX; iteration++) {
    const [grown, other] = iteration % 2 === 0 ? trees : trees.toReversed();
    const sample = Float64Array.from(lower, (least, joint) => least + random.uniform() * (upper[joint]! - least));
    const reached = yield* extend(grown!, sample, query);
    if (reached === null) continue;
    let meeting = yield* extend(other!, reached.q, query);
    while (meeting !== null && distance(meeting.q, reached.q) > 0) meeting = yield* extend(other!, reached.q, query);
    if (meeting === null) continue;
    const [fromStart, fromGoal] = iteration % 2 === 0 ? [reached, meeting] : [meeting, reached];
    return yield* shorten([...branch(fromStart).toReversed(), ...branch(fromGoal).slice(1)], query);
  }
  return null;
}

function* extend(tree: Node[], towards: Float64Array, query: JudgedQuery): Judging<Node | null> {
  const nearest = tree.reduce((best, node) => (distance(node.q, towards) < distance(best.q, towards) ? node : best));
  const away = distance(nearest.q, towards);
  const q = towards.slice();
  if (away > RANGE) interpolate(nearest.q, towards, RANGE / away, q);
  if (!(yield* isLineValid(nearest.q, q, query))) return null;
  const node = { q, parent: nearest };
  tree.push(node);
  return node;
}

function* isLineValid(from: Float64Array, to: Float64Array, { stepMax }: JudgedQuery): Judging<boolean> {
  const steps = Math.max(1, Math.ceil(distance(from, to) / stepMax));
  for (let step = 1; step <= steps; step++) {
    const q = to.slice();
    if (step < steps) interpolate(from, to, step / steps, q);
    if (!(yield q)) return false;
  }
  return true;
}

function* shorten(path: readonly Float64Array[], query: JudgedQuery): Judging<readonly Float64Array[]> {
  const corners = [path[0]!];
  for (let corner = 0; corner < path.length - 1; ) {
    const from = path[corner]!;
    let next = path.length - 1;
    while (next > corner + 1 && !(yield* isLineValid(from, path[next]!, query))) next--;
    corners.push(path[next]!);
    corner = next;
  }
  return corners;
}

function branch(node: Node): Float64Array[] {
  return node.parent === null ? [node.q] : [node.q, ...branch(node.parent)];
}
