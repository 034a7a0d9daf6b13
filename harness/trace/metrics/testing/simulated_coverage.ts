/**
 * How often the interval of a share holds the true share, over simulated tasks. Their chances are beta-distributed, so that two episodes of
 * a task correlate by `correlation`: each episode is drawn from the outcomes before it (Pólya's urn), which is the same.
 */
import { type RandomNumbers, randomNumbers, seedOf } from '../../../../envs/random_numbers.ts';
import { clusteredInterval, type TaskShare } from '../intervals.ts';

/** `episodes` of each task. */
type Simulated = Readonly<{ tasks: number; episodes: number; correlation: number }>;

const EPISODES = [3, 5, 10] as const;
const SHARES = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97, 0.99] as const;
const DRAWS = 2_000;

/** The least of all true shares and numbers of episodes. */
export function leastCoverage({ tasks, correlation }: Omit<Simulated, 'episodes'>): number {
  return Math.min(
    ...EPISODES.flatMap((episodes) => SHARES.map((share) => coverage({ tasks, episodes, correlation }, share))),
  );
}

function coverage(simulated: Simulated, share: number): number {
  const { tasks, episodes, correlation } = simulated;
  const random = randomNumbers(seedOf(tasks, episodes, 100 * correlation, 100 * share));
  let held = 0;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const [low, high] = clusteredInterval(Array.from({ length: tasks }, () => taskOf(simulated, { share, random })));
    if (low <= share && share <= high) held += 1;
  }
  return held / DRAWS;
}

function taskOf(
  { episodes, correlation }: Simulated,
  { share, random }: Readonly<{ share: number; random: RandomNumbers }>,
): TaskShare {
  let successes = 0;
  for (let run = 0; run < episodes; run += 1) {
    const weight = (correlation * run) / (1 - correlation + correlation * run);
    const chance = run === 0 ? share : (1 - weight) * share + weight * (successes / run);
    if (random.uniform() < chance) successes += 1;
  }
  return { successes, runs: episodes };
}
