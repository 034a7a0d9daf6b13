/**
 * How often the gate fails on simulated sides. Each task has its own chance of success, from 40 to 100 %. Under `independent` noise both
 * sides draw from the same chances; under `by_task` noise each side shifts a task's chances by up to 30 points, as rewording may.
 */
import { type RandomNumbers, randomNumbers, seedOf } from '../../../envs/random_numbers.ts';
import { compareSides } from '../comparison.ts';
import { gate } from '../gate.ts';
import { OPTIONS, type Outcome, sideOf } from './side_fixture.ts';

/** `scenes`: episodes of each task. `loss`: taken off all chances of the candidate. */
export type Simulated = Readonly<Record<'tasks' | 'scenes' | 'loss' | 'seeds', number>> &
  Readonly<{
    noise: 'independent' | 'by_task';
    /** Each with noise of its own. */
    planners?: number;
  }>;

const SHIFT = 0.3;

/** Shares of seeds: the gate fails, and it would if McNemar's test over episodes decided alone. */
async function failingShares(simulated: Simulated): Promise<Readonly<Record<'gate' | 'overEpisodes', number>>> {
  let [failing, overEpisodes] = [0, 0];
  for (let seed = 0; seed < simulated.seeds; seed += 1) {
    const [baseline, candidate] = sidesOf(simulated, randomNumbers(seedOf(seed, 1)));
    const comparison = await compareSides(sideOf(baseline), sideOf(candidate), OPTIONS);
    const rules = { failOnRegression: true, failUnder: [], failOnMissing: false };
    if (gate(comparison, rules).passed === false) failing += 1;
    if (comparison.rows.some(({ pPairs, difference }) => pPairs < 0.05 && (difference ?? 0) < 0)) overEpisodes += 1;
  }
  return { gate: failing / simulated.seeds, overEpisodes: overEpisodes / simulated.seeds };
}

const SEEDS = 1_000;

/** 15 episodes of as many tasks, the 75 of the household, and 500. */
const SIZES = [
  { tasks: 15, scenes: 1 },
  { tasks: 15, scenes: 5 },
  { tasks: 50, scenes: 10 },
];

export const FALSE_ALARMS: readonly Simulated[] = [
  ...SIZES.flatMap((size) =>
    (['independent', 'by_task'] as const).map((noise) => ({ ...size, noise, loss: 0, seeds: SEEDS })),
  ),
  { tasks: 15, scenes: 5, noise: 'by_task', loss: 0, planners: 3, seeds: SEEDS },
];

const LOSSES = [0.1, 0.2, 0.3, 0.5];

export const POWERS: readonly (readonly Simulated[])[] = SIZES.map((size) =>
  LOSSES.map((loss) => ({ ...size, noise: 'independent', loss, seeds: SEEDS })),
);

export async function falseAlarmLine(simulated: Simulated): Promise<string> {
  const { noise, planners = 1 } = simulated;
  const { gate: failing, overEpisodes } = await failingShares(simulated);
  const alone = planners === 1 ? percent(overEpisodes) : '–';
  return `| ${sizeText(simulated)} | ${noise.replace('_', ' ')} | ${percent(failing)} | ${alone} |`;
}

export async function powerLine(all: readonly Simulated[]): Promise<string> {
  const shares = await Promise.all(all.map(failingShares));
  return `| ${sizeText(all[0]!)} | ${shares.map((share) => percent(share.gate)).join(' | ')} |`;
}

function sizeText({ tasks, scenes, planners = 1 }: Simulated): string {
  const size = `${tasks * scenes} episodes of ${tasks} tasks`;
  return planners === 1 ? size : `${size}, ${planners} planners`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

const NOTHING_ELSE = { row: { steps: null, failedSteps: null, goalConditionRecall: null } };

function sidesOf(simulated: Simulated, random: RandomNumbers): [Outcome[], Outcome[]] {
  const { tasks, scenes, noise, loss, planners = 1 } = simulated;
  const [baseline, candidate]: [Outcome[], Outcome[]] = [[], []];
  for (let planner = 0; planner < planners; planner += 1) {
    for (let task = 0; task < tasks; task += 1) {
      const chance = 0.4 + 0.6 * random.uniform();
      const shift = () => (noise === 'by_task' ? SHIFT * (2 * random.uniform() - 1) : 0);
      const [before, after] = [chance + shift(), chance + shift() - loss];
      for (let scene = 0; scene < scenes; scene += 1) {
        const name = { task: `task_${task}`, scene: `scene_${scene}`, planner: `planner_${planner}`, ...NOTHING_ELSE };
        baseline.push({ ...name, success: random.uniform() < before });
        candidate.push({ ...name, success: random.uniform() < after });
      }
    }
  }
  return [baseline, candidate];
}

// Run as a program, it prints the lines of the README.
if (import.meta.main) {
  for (const simulated of FALSE_ALARMS) console.log(await falseAlarmLine(simulated));
  for (const all of POWERS) console.log(await powerLine(all));
}
