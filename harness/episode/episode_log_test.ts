import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Action, Env, Model, StepResult } from '../../envs/env.ts';
import { householdEnvs } from '../../envs/household/household_env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import { readHouse } from '../../envs/household/scene/read_house.ts';
import { readTasks, taskFor } from '../../envs/household/tasks.ts';
import { smallHouse } from '../../envs/household/testing/small_house.ts';
import { household } from '../../envs/household/world.ts';
import { traceText } from '../run/reading/trace_text.ts';
import { readTrace, writeTrace } from '../trace/trace.ts';
import { GroundTruth } from './episode_log.ts';
import { act, episodeOf, OBSERVATION, type Plan, TASK } from './testing/episode_fixture.ts';

const episode = async (plan: Plan, env: Env<HouseholdObservation> = new Bell(false)) =>
  (await episodeOf(plan, env)).trace;
const PARSED = { kind: 'parsed', purpose: 'p', accepted: 0, discarded: [], remarks: [] };

describe('what a planner notes', () => {
  it.for([
    ['null', null],
    ['a kind that is none', { kind: 'diary', text: '' }],
    ['counts that are missing', { kind: 'parsed' }],
    ['a belief that is missing', { kind: 'belief', belief: undefined }],
    ['a belief that JSON cannot say', { kind: 'belief', belief: 1n }],
    ['a kind of discard that is none', { ...PARSED, discardedCounts: { rubbish: 3 } }],
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
    const isRefused = this.away && verb !== 'leave';
    this.away ||= verb === 'leave';
    if (!isRefused) return { ok: true, ...result };
    return this.foggy ? { ok: true, ...result, concealed: FAR } : { ok: false, ...result, reason: FAR };
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
  const ring: Plan = async function* () {
    yield act('leave');
    yield act('ring');
    yield { kind: 'stop', reason: 'tired' };
  };

  it('are in the wrong order, when the same was possible at the very start', async () => {
    const { events, summary } = await episode(ring);
    expect(events[1]).toMatchObject({ ok: false, reason: FAR, error: 'wrong_order' });
    expect(summary.counts).toMatchObject({ failedSteps: 1, errors: { wrong_order: 1 } });
  });

  it('are there and count, when the planner is told of a success', async () => {
    const { events, summary } = await episode(ring, new Bell(true));
    expect(events[1]).toMatchObject({ ok: true, concealed: FAR, error: 'wrong_order' });
    expect(events[1]).not.toHaveProperty('reason');
    expect(summary.counts).toMatchObject({ failedSteps: 1, failures: { close_to_robot: 1 } });
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
    const changed = { invariant: 'changes_with_evidence', text: 'fridge1: open → closed' };
    const dropped = { invariant: 'kept_until_evidence', text: 'fridge1: closed → nothing' };
    const broken = trace.events.flatMap((event) => (event.event === 'tracking' ? [event.broken ?? []] : []));
    expect(broken).toEqual([[], [], [changed], [dropped]]);
    expect(readTrace(writeTrace(trace), 'trace.jsonl')).toEqual(trace);
    expect(traceText(trace, null)).toContain('       breaks changes_with_evidence: fridge1: open → closed\n');
  });
});

const house = readHouse(readFileSync(`${household.scenesFolder}/house_1.json`, 'utf8'), 'house_1.json');
const task = readTasks(readFileSync(`${household.tasksFolder}/table_1.json`, 'utf8'), 'table_1.json').find(
  ({ name }) => name === 'make_toast',
);

function mistakes(actions: readonly string[]): string[] {
  if (task === undefined) throw new Error('The task is there');
  const env = householdEnvs(house, taskFor(house, task))();
  const groundTruth = new GroundTruth(env as unknown as Env, household, {});
  env.reset();
  groundTruth.remember();
  return actions.map((text) => {
    const [verb = '', ...args] = text.trim().split(' ');
    const result = env.step({ verb, args });
    if (result.ok) groundTruth.remember();
    return result.ok ? 'none' : `${result.reason.precondition}: ${groundTruth.errorOf({ verb, args }, result.reason)}`;
  });
}

const MISSING = {
  ...{ 'move fridge1': 'seen: missing_step', 'move kitchen1': 'none', 'open fridge1': 'close_to_robot: missing_step' },
  ...{ ' move fridge1': 'none', ' open fridge1': 'none' },
};
const ORDER = {
  'move facecream1': 'none',
  'move bedroom1': 'none',
  'pickup facecream1': 'close_to_robot: wrong_order',
};
const OTHERS = {
  ...{ 'move unicorn1': 'unknown_object: hallucinated_object', 'move bathroomcabinet1': 'none' },
  ...{ 'pickup bathroomcabinet1': 'grabbable: affordance', 'close bathroomcabinet1': 'is_open: additional_step' },
};

describe('GroundTruth', () => {
  it.each<[string, Record<string, string>]>([
    ['a missing step, when the action was not possible before', MISSING],
    ['the wrong order, when the action was possible before', ORDER],
    ['hallucinated what is not there, an affordance what forbids it, additional what is so already', OTHERS],
  ])('calls it %s', (_, expected) => {
    expect(mistakes(Object.keys(expected))).toEqual(Object.values(expected));
  });

  it('has nothing to say of a world that cannot be copied', () => {
    const groundTruth = new GroundTruth({} as Env, household, {});
    groundTruth.remember();
    expect(groundTruth.errorOf({ verb: 'move', args: [] }, { precondition: 'seen', message: '' })).toBeUndefined();
  });
});
