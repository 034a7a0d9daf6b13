import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Llm } from '../../cassettes/llm.ts';
import type { Action, Env, Model, StepResult, Task } from '../../envs/env.ts';
import { householdEnvs } from '../../envs/household/household_env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import { readHouse } from '../../envs/household/scene/read_house.ts';
import { readTasks, taskFor } from '../../envs/household/tasks.ts';
import { smallHouse } from '../../envs/household/testing/small_house.ts';
import { household } from '../../envs/household/world.ts';
import type { Planner } from '../../planners/planner.ts';
import { promptSet } from '../../planners/prompts.ts';
import { traceText } from '../run/reading/trace_text.ts';
import { traceHeader } from '../trace/testing/trace_fixture.ts';
import { readTrace, writeTrace } from '../trace/trace.ts';
import { EPISODE_LIMITS, runEpisode } from './episode.ts';
import { GroundTruth } from './episode_log.ts';

const OBSERVATION: HouseholdObservation = {
  world: 'household',
  objects: [],
  containers: [],
  surfaces: [],
  rooms: ['hall1'],
  holding: [],
  closeTo: [],
  room: 'hall1',
};
const TASK: Task = { name: 'ring', scene: 'hall', instruction: 'Ring.', goal: null, stepsMax: 4 };

const SILENT: Llm = {
  chat: async () => ({ text: '', finishReason: 'stop', usage: null }),
  embed: async () => [],
  countTokens: async () => 0,
};

type Plan = Planner<HouseholdObservation>['plan'];

function act(verb: string) {
  return { kind: 'act', action: { verb, args: [] } } as const;
}

/** Plays a planner, with a bell unless told otherwise. */
async function episode(plan: Plan, world: Env<HouseholdObservation> = new Bell(false)) {
  const planner: Planner<HouseholdObservation> = {
    name: 'made_up',
    title: 'Made up',
    worlds: ['household'],
    summary: '',
    options: z.strictObject({}),
    promptSlots: {},
    privileged: () => false,
    plan,
  };
  const { trace } = await runEpisode({
    header: traceHeader({ task: TASK.name, stepsMax: TASK.stepsMax }),
    task: TASK,
    planner: planner as unknown as Planner,
    env: world as unknown as Env,
    seed: 1,
    prompts: promptSet('none', [], {}),
    llm: () => SILENT,
    limits: EPISODE_LIMITS,
    signal: new AbortController().signal,
  });
  return trace;
}

describe('what a planner notes', () => {
  it.for([
    ['null', null],
    ['a kind that is none', { kind: 'diary', text: '' }],
    ['counts that are missing', { kind: 'parsed' }],
    ['a belief that is missing', { kind: 'belief', belief: undefined }],
    ['a belief that JSON cannot say', { kind: 'belief', belief: 1n }],
    [
      'a kind of discard that is none',
      { kind: 'parsed', purpose: 'p', accepted: 0, discardedCounts: { rubbish: 3 }, discarded: [], remarks: [] },
    ],
  ] as const)('ends the episode as the planner’s failure, when it is %s', async ([, note]) => {
    const trace = await episode(async function* (start) {
      start.note(note as never);
      yield act('ring');
    });
    expect(trace.summary).toMatchObject({ end: 'planner_failed', detail: expect.stringContaining('an invalid note') });
  });
});

/** At the start the bell can be rung; after `leave` it cannot. In a foggy world nobody is told of a refusal. */
class Bell implements Env<HouseholdObservation> {
  away = false;
  readonly foggy: boolean;
  constructor(foggy: boolean) {
    this.foggy = foggy;
  }
  reset() {
    this.away = false;
    return { observation: OBSERVATION, goal: { success: false, share: 0 } };
  }
  step({ verb }: Action): StepResult<HouseholdObservation> {
    const result = { observation: OBSERVATION, goal: { success: false, share: 0 } };
    if (verb === 'leave') this.away = true;
    else if (this.away)
      return this.foggy ? { ok: true, ...result, concealed: FAR } : { ok: false, ...result, reason: FAR };
    return { ok: true, ...result };
  }
  observe() {
    return OBSERVATION;
  }
  close() {}
  model() {
    const { away } = this;
    return { refusal: ({ verb }: Action) => (verb === 'ring' && away ? FAR : null) } as unknown as Model;
  }
}

const FAR = { precondition: 'close_to_robot', message: 'The bell is far' };

describe('mistakes in a trace', () => {
  const ring = (foggy: boolean) =>
    episode(async function* () {
      yield act('leave');
      yield act('ring');
      yield { kind: 'stop', reason: 'tired' };
    }, new Bell(foggy));

  it('are in the wrong order, when the same was possible at the very start', async () => {
    const trace = await ring(false);
    expect(trace.events[1]).toMatchObject({ ok: false, reason: FAR, error: 'wrong_order' });
    expect(trace.summary.counts).toMatchObject({ failedSteps: 1, errors: { wrong_order: 1 } });
  });

  it('are there and count, when the planner is told of a success', async () => {
    const trace = await ring(true);
    expect(trace.events[1]).toMatchObject({ ok: true, concealed: FAR, error: 'wrong_order' });
    expect(trace.events[1]).not.toHaveProperty('reason');
    expect(trace.summary.counts).toMatchObject({ failedSteps: 1, failures: { close_to_robot: 1 } });
  });
});

describe('a belief that no right one is', () => {
  const believe = (attributes: Readonly<Record<string, string>>) => ({
    kind: 'belief' as const,
    belief: { keyObjects: Object.entries(attributes).map(([name, text]) => ({ name, attributes: [text] })) },
  });

  it('is told of in the trace behind it, with what has been seen and done since the last', async () => {
    const house = smallHouse({ things: [{ is: 'fridge1', in: 'kitchen1', at: [0, 0, 0] }] });
    const env = householdEnvs(house, { ...TASK, goal: [{ weight: 1, that: { heated: ['fridge1'] } }] })();
    const open = { kind: 'act', action: { verb: 'open', args: ['fridge1'] } } as const;
    const trace = await episode(async function* ({ note }) {
      note(believe({ fridge1: 'closed' }));
      yield open;
      note(believe({ fridge1: 'open' }));
      yield { kind: 'sense' };
      note(believe({ fridge1: 'closed' }));
      note(believe({}));
    }, env);
    expect(trace.events.flatMap((event) => (event.event === 'tracking' ? [event.broken ?? []] : []))).toEqual([
      [],
      [],
      [{ invariant: 'changes_with_evidence', text: 'fridge1: open → closed' }],
      [{ invariant: 'kept_until_evidence', text: 'fridge1: closed → nothing' }],
    ]);
    const written = writeTrace(trace);
    expect(readTrace(written, 'trace.jsonl')).toEqual(trace);
    expect(traceText(trace, null)).toContain('       breaks changes_with_evidence: fridge1: open → closed\n');
  });
});

const house = readHouse(readFileSync(`${household.scenesFolder}/house_1.json`, 'utf8'), 'house_1.json');
const task = readTasks(readFileSync(`${household.tasksFolder}/table_1.json`, 'utf8'), 'table_1.json').find(
  ({ name }) => name === 'make_toast',
);

/** Carries out actions such as `move kitchen1` and names the mistake in each, or says that there is none. */
function mistakes(actions: readonly string[]): string[] {
  if (task === undefined) throw new Error('The task is there');
  const env = householdEnvs(house, taskFor(house, task))();
  const groundTruth = new GroundTruth(env as unknown as Env, household, {});
  env.reset();
  groundTruth.remember();
  return actions.map((text) => {
    const [verb = '', ...args] = text.split(' ');
    const result = env.step({ verb, args });
    if (result.ok) groundTruth.remember();
    return result.ok ? 'none' : `${result.reason.precondition}: ${groundTruth.errorOf({ verb, args }, result.reason)}`;
  });
}

describe('GroundTruth', () => {
  it('calls it a missing step, when the action was not possible before', () => {
    expect(mistakes(['move fridge1', 'move kitchen1', 'open fridge1', 'move fridge1', 'open fridge1'])).toEqual([
      'seen: missing_step',
      'none',
      'close_to_robot: missing_step',
      'none',
      'none',
    ]);
  });

  it('calls it the wrong order, when the action was possible before', () => {
    expect(mistakes(['move facecream1', 'move bedroom1', 'pickup facecream1'])).toEqual([
      'none',
      'none',
      'close_to_robot: wrong_order',
    ]);
  });

  it('tells objects that are not there from those that do not allow it and those that are so already', () => {
    expect(
      mistakes(['move unicorn1', 'move bathroomcabinet1', 'pickup bathroomcabinet1', 'close bathroomcabinet1']),
    ).toEqual(['unknown_object: hallucinated_object', 'none', 'grabbable: affordance', 'is_open: additional_step']);
  });

  it('has nothing to say of a world that cannot be copied', () => {
    const groundTruth = new GroundTruth({} as Env, household, {});
    groundTruth.remember();
    expect(groundTruth.errorOf({ verb: 'move', args: [] }, { precondition: 'seen', message: '' })).toBeUndefined();
  });
});
