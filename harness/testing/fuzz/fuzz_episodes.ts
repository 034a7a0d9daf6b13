/** `npm run fuzz -- --seconds 600 --seed 1`; `--seed N --rounds 1` plays round N again. Exit code 1 if it finds a problem. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { PlayedRound } from './play_round.ts';

const PLAYER = fileURLToPath(new URL('./play_rounds.ts', import.meta.url));
const SILENCE_MAX_MS = 60_000;
const count = z.coerce.number().int().nonnegative();
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1000000000' },
  },
});
const { seconds, seed, rounds } = z.object({ seconds: count, seed: count, rounds: count }).parse(values);
const total = { rounds: 0, episodes: 0, steps: 0, replies: 0, findings: 0, ends: {} as Record<string, number> };
let round = seed;
let player: ChildProcess | null = null;
let isTimeUp = false;
setTimeout(() => {
  isTimeUp = true;
  player?.kill('SIGKILL');
}, seconds * 1_000).unref();

while (!isTimeUp && round < seed + rounds) {
  const begun = round;
  const ending = await playFrom(round);
  if (isTimeUp || round >= seed + rounds) break;
  found(round, ending);
  if (total.rounds === 0 && round === begun) break;
  round += 1;
}
console.log(JSON.stringify(total));
process.exitCode = total.findings === 0 ? 0 : 1;

async function playFrom(first: number): Promise<string> {
  const child = spawn(process.execPath, [PLAYER, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  player = child;
  let isSilent = false;
  const watchdog = setTimeout(() => {
    isSilent = true;
    child.kill('SIGKILL');
  }, SILENCE_MAX_MS);
  const exit = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    watchdog.refresh();
    const said = JSON.parse(line) as Partial<PlayedRound>;
    if (said.problems === undefined) continue;
    add(said as PlayedRound);
    round += 1;
    if (round >= seed + rounds) child.kill('SIGKILL');
  }
  clearTimeout(watchdog);
  const [code, signal] = await exit;
  return isSilent ? `nothing got done for ${SILENCE_MAX_MS / 1_000} s` : `its process ended with ${code ?? signal}`;
}

function add({ episodes, steps, replies, ends, problems }: PlayedRound): void {
  total.rounds += 1;
  total.episodes += episodes;
  total.steps += steps;
  total.replies += replies;
  for (const end of ends) total.ends[end] = (total.ends[end] ?? 0) + 1;
  for (const problem of problems) found(round, problem);
}

function found(where: number, problem: string): void {
  total.findings += 1;
  console.log(`round ${where}: ${problem.slice(0, 2_000)}`);
}
