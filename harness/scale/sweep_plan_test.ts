import { describe, expect, it } from 'vitest';
import { plannedEpisodes, planRun } from '../run/plan/run_plan.ts';
import type { Sweep } from './sweep_file.ts';
import { planSweep, refuseQueued } from './sweep_plan.ts';

const MODEL = { model: 'a', provider: 'p', priority: 0, embeddingPrice: 0 };
const SHORT = 'inner_monologue+scene=short';

function sweepOf(suites: Sweep['suites'], models = [MODEL]): Sweep {
  const providers = { p: { url: 'http://localhost:1/v1', concurrency: 1, timeoutS: 1, retries: 0 } };
  return { name: 'mine', suites, models, providers, attempts: 1 };
}

const plan = (suites: Sweep['suites'], models = [MODEL]) => planSweep(sweepOf(suites, models), { allowCode: false });

describe('planSweep()', () => {
  it('puts planners, prompt sets and entries that share addresses into one cell', async () => {
    const task = { suite: 'household', scenes: ['house_1'], tasks: ['make_toast'] };
    const { cells } = await plan([
      { ...task, planners: ['llm_state'], prompts: [{}, { llm_state: 'paper' }], trials: 2 },
      { ...task, planners: ['progprompt'], prompts: [{}] },
    ]);
    expect(cells.map(({ name, runs }) => [name, runs.length])).toEqual([
      ['household/house_1/make_toast/1 a', 3],
      ['household/house_1/make_toast/2 a', 2],
    ]);
  });

  it('plays exactly the suite’s episodes, except those of planners without a model', async () => {
    const { cells } = await plan([{ suite: 'household', planners: ['llm_state', SHORT, 'oracle'], prompts: [{}] }]);
    const whole = await planRun({ suite: 'household', planners: ['llm_state', SHORT, 'oracle'] });
    const wanted = whole.list.firstHeaders().filter(({ model }) => model !== null).length;
    const named = cells.flatMap(({ runs }) => runs.flatMap(({ planners = [] }) => planners));
    expect(named).toHaveLength(wanted);
    const elsewhere = cells.find(({ task }) => task.startsWith('house_2/'));
    const played = await planRun(elsewhere?.runs[0] ?? { suite: '' });
    expect([...plannedEpisodes(played)].map(({ header }) => header.planner)).toEqual(['llm_state']);
  });

  it('has cells of every model, each with a stable id of its own', async () => {
    const suites = [{ suite: 'household', scenes: ['house_1'], planners: ['llm_state'], prompts: [{}] }];
    const models = [MODEL, { ...MODEL, model: 'b', priority: 3 }];
    const [one, other] = [await plan(suites, models), await plan(suites, models)];
    expect(one.cells.map(({ id }) => id)).toEqual(other.cells.map(({ id }) => id));
    expect(new Set(one.cells.map(({ id }) => id)).size).toBe(one.cells.length);
    expect(one.record.digest).toBe(other.record.digest);
    expect((await plan(suites)).record.digest).not.toBe(one.record.digest);
    expect((await plan([{ ...suites[0]!, trials: 2 }], models)).record.digest).not.toBe(one.record.digest);
  });
});

describe('refuseQueued()', () => {
  const refusing = (suites: Sweep['suites'], allowed: string[] = []) =>
    refuseQueued.bind(null, sweepOf(suites), allowed);
  const planners = ['llm_state', './mine.ts+depth=2', 'cmd:python3 x.py --fast+depth=3'];
  const suites = [{ suite: 'household', planners, prompts: [{}] }];

  it('names planners that are modules or programs, and how to allow them', () => {
    expect(refusing(suites)).toThrow(
      'Sweep "mine" would run the code of its planners: "./mine.ts+depth=2", "cmd:python3 x.py --fast+depth=3". ' +
        "If you trust this code, add --allow-planner ./mine.ts --allow-planner 'cmd:python3 x.py --fast'",
    );
    expect(refusing([{ suite: 'household', prompts: [{}] }])).not.toThrow();
  });

  it('accepts only planners that are allowed by name, with any options', () => {
    expect(refusing(suites, ['./mine.ts', 'cmd:python3 x.py --fast'])).not.toThrow();
    const other = refusing(suites, ['./mine.ts', 'cmd:python3 x.py']);
    expect(other).toThrow("--allow-planner 'cmd:python3 x.py --fast'");
    expect(refusing([{ ...suites[0]!, planners: ['cmd:sh'] }], ['./mine.ts'])).toThrow('"cmd:sh"');
  });

  it('refuses suites and prompts outside the current folder', () => {
    const naming = (suite: string, prompts: string) => refusing([{ suite, prompts: [{ llm_state: prompts }] }]);
    expect(naming('./mine/suite.json', 'mine/prompts')).not.toThrow();
    expect(naming('household', 'paper')).not.toThrow();
    expect(naming('/etc/suite.json', 'mine/../../notes')).toThrow(
      'names files outside the current folder: "/etc/suite.json", "mine/../../notes"',
    );
  });
});
