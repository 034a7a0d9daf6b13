import { openRedisSweep, STALLED_S } from '../../scale/open_sweep.ts';
import { keyOf, readServedProviders } from '../../scale/providers.ts';
import { runWorker } from '../../scale/worker.ts';
import { command } from '../terminal/command.ts';
import { checkCount, checkNumber, option } from '../terminal/option.ts';
import { CLOCKS, GRACE_OPTION, SWEEP_PLACE_OPTIONS } from './sweep.ts';

export const workerCommand = command(
  (args) =>
    args.options({
      redis: { ...SWEEP_PLACE_OPTIONS.redis, demandOption: true },
      provider: option.requiredTexts(
        'Provider for sweeps: NAME=URL,KEYVARIABLE, with its base URL and, if it needs a key, the environment variable that holds the key',
      ),
      concurrency: option.number(8, 'Number of cells to play in parallel, each in its own thread'),
      'until-idle': option.flag('Exit when no cell is left, instead of waiting for more'),
      'grace-s': GRACE_OPTION,
      'stalled-s': option.number(
        STALLED_S,
        'Number of seconds of silence after which other workers take over a worker’s cells; use the same value for all workers',
      ),
      'allow-planner': option.texts('Let sweeps run the code of this planner (path or command), with any options'),
    }),
  async (args, { terminal: { say }, signal, environment, exitWith }) => {
    const { redis, concurrency, untilIdle, graceS, stalledS, allowPlanner: allowedPlanners = [] } = args;
    checkCount('--concurrency', concurrency);
    checkNumber('--grace-s', graceS, 'at least 0');
    checkNumber('--stalled-s', stalledS, 'at least 1');
    const served = readServedProviders(args.provider);
    for (const name of served.keys()) keyOf(served, name, environment);
    const engine = await openRedisSweep(redis, { environment, say }, stalledS * 1_000);
    try {
      const playing = { concurrency, untilIdle, graceS, served, allowedPlanners };
      await runWorker(engine, { ...playing, signal, environment, clocks: CLOCKS, say });
    } finally {
      await engine.close();
    }
    if (signal.aborted) exitWith(130);
  },
  {
    'worker --redis redis://queue/0 --provider openai=https://api.openai.com/v1,OPENAI_KEY':
      'Play cells for this provider, until Ctrl-C',
    'worker --redis redis://queue/0 --provider local=http://localhost:8000/v1 --until-idle':
      'Play cells until none is left',
  },
);
