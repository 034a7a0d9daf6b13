import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLACES } from '../../io/places.ts';
import { writeChattyPlanner } from '../testing/chatty_planner.ts';
import { type AskedOfProvider, fakeProvider } from '../testing/fake_provider.ts';
import { REDIS_MISSING, redisServer } from '../testing/redis_server.ts';

const WORKERS = 4;
const QUESTIONS = 10;
const SUITE = { suite: 'household', scenes: ['house_1'], tasks: ['make_toast'] };

/** Requests a second of four workers at a provider with limit, burst, errors and latency. Null without Redis. Takes a minute. */
export async function benchSweep({ requestsPerMinute = 900, answers = 600 } = {}) {
  if (REDIS_MISSING !== null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-sweep-bench-'));
  const redis = await redisServer();
  const options = { requestsPerMinute, latencyMs: 200, errorEvery: 20 };
  const provider = await fakeProvider({ nowMs: () => performance.now(), ...options });
  const children: ChildProcess[] = [];
  try {
    const planner = writeChattyPlanner(folder, { name: 'chatty', questions: QUESTIONS });
    const sweep = {
      name: 'bench',
      suites: [{ ...SUITE, planners: [planner], trials: Math.ceil(answers / QUESTIONS) }],
      models: [{ model: 'gpt-a', provider: 'fake' }],
      providers: { fake: { url: provider.url, requestsPerMinute } },
    };
    writeFileSync(join(folder, 'sweep.json'), JSON.stringify(sweep));
    const worker = ['worker', '--provider', `fake=${provider.url}`, '--allow-planner', planner];
    const start = ['sweep', 'start', 'sweep.json', '--tapes', 'tapes', '--allow-code'];
    for (const command of [start, ...Array(WORKERS).fill(worker)]) {
      const program = [join(PLACES.root, 'harness/main.ts'), ...command, '--redis', redis.url];
      children.push(spawn(process.execPath, program, { cwd: folder, stdio: 'ignore' }));
    }
    const [exitCode] = await once(children[0] as ChildProcess, 'exit');
    if (exitCode !== 0) throw new Error(`The sweep ended with exit code ${exitCode}`);
    return measured(provider.asked, requestsPerMinute / 60);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await provider.close();
    await redis.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function measured(asked: readonly AskedOfProvider[], limitPerSecond: number) {
  const taken = asked.filter(({ status }) => status !== 429).toSorted((a, b) => a.atMs - b.atMs);
  const middle = taken.slice(Math.floor(taken.length * 0.1), Math.ceil(taken.length * 0.9));
  const [first, last] = [middle[0], middle.at(-1)];
  if (first === undefined || last === undefined) throw new Error('Nothing was asked');
  const requestsPerSecond = (1_000 * (middle.length - 1)) / (last.atMs - first.atMs);
  return { requestsPerSecond, limitPerSecond, refused: asked.length - taken.length };
}
