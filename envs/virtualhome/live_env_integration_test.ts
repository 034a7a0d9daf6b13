import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, Env } from '../env.ts';
import { householdEnvs } from '../household/household_env.ts';
import { householdOptionsSchema } from '../household/household_options.ts';
import { arbitraryHouseActions } from '../household/kit/walk_by.ts';
import type { HouseholdObservation } from '../household/observation.ts';
import { household } from '../household/world.ts';
import { envContract } from '../kit/env_contract.ts';
import { environmentOf, LiveHouseholdEnv } from './live_env.ts';
import { referencePlans, referenceTask } from './testing/reference_plans.ts';
import { type OnTheWay, servedClient, servedSimulator } from './testing/served_client.ts';
import { HOUSE_NUMBERS, shippedHouse } from './testing/shipped_house.ts';

/** By default every task in one of the houses; with TAPEDECK_TEST_FACTOR=5, as at night, in each. */
const isLong = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5;
const OPTIONS = householdOptionsSchema.parse({});

function liveEnv(client = servedClient(), number = 1, task = 'open_fridge') {
  return new LiveHouseholdEnv({
    ...{ house: shippedHouse(number), task: referenceTask(task, number), options: OPTIONS, client },
  });
}

function actions(text: string): Action[] {
  return text.split(', ').map((words) => {
    const [verb = '', ...args] = words.split(' ');
    return { verb, args };
  });
}

async function results(env: Env<HouseholdObservation>, walk: readonly Action[]) {
  const all: unknown[] = [await env.reset()];
  for (const action of walk) all.push(await env.step(action));
  return all;
}

function symbolicResults(walk: readonly Action[], number = 1, task = 'open_fridge') {
  return results(householdEnvs(shippedHouse(number), referenceTask(task, number))(), walk);
}

envContract({
  describe,
  it,
  title: 'a household in VirtualHome’s simulator',
  world: household,
  make: () => liveEnv(),
  walks: arbitraryHouseActions(shippedHouse(1)),
  accepted: { verb: 'move', args: ['kitchen1'] },
  runs: 5,
});

type LooseGraph = {
  nodes: { id: number; class_name: string; states: string[] }[];
  edges: { from_id: number; to_id: number; relation_type: string }[];
};

function changed(change: (graph: LooseGraph) => void): OnTheWay {
  return (reply, { action }) => {
    if (action !== 'environment_graph') return reply;
    const graph = JSON.parse(reply.message ?? '');
    change(graph);
    return { ...reply, message: JSON.stringify(graph) };
  };
}

function without(className: string): OnTheWay {
  return changed((graph) => {
    const gone = new Set(graph.nodes.filter(({ class_name }) => class_name === className).map(({ id }) => id));
    graph.nodes = graph.nodes.filter(({ id }) => !gone.has(id));
    graph.edges = graph.edges.filter(({ from_id, to_id }) => !gone.has(from_id) && !gone.has(to_id));
  });
}

const { nodes: NODES, indexOf } = shippedHouse(1);
const [PLATE, TWIN] = ['plate1', 'plate2'].map((name) => NODES[indexOf.get(name)!]!.id + 10);
const TAKE_PLATE = actions('move bedroom1, move plate1, pickup plate1');
const OPEN_FRIDGE = actions('move kitchen1, move fridge1, open fridge1');

describe('LiveHouseholdEnv', () => {
  it.each(HOUSE_NUMBERS)('carries out reference plans in house_%d as the symbolic household does', async (number) => {
    const all = referencePlans(`house_${number}`);
    const plans = all.filter((_, at) => isLong || at % HOUSE_NUMBERS.length === number - 1);
    expect(plans.length).toBeGreaterThan(isLong ? 10 : 1);
    for (const { name, plan } of plans) {
      const live = await results(liveEnv(servedClient(), number, name), plan);
      expect(live, name).toEqual(await symbolicResults(plan, number, name));
      expect(live.at(-1), name).toMatchObject({ ok: true, goal: { success: true } });
    }
  });

  it('does what the symbolic household does for any actions', async () => {
    const walks = fc
      .constantFrom(...HOUSE_NUMBERS)
      .chain((number) => arbitraryHouseActions(shippedHouse(number)).map((walk) => ({ number, walk })));
    await fc.assert(
      fc.asyncProperty(walks, async ({ number, walk }) => {
        expect(await results(liveEnv(servedClient(), number), walk)).toEqual(await symbolicResults(walk, number));
      }),
      { numRuns: 10 },
    );
  });

  it('does not send actions that the paper’s rules refuse, although the simulator would walk by itself', async () => {
    let sent = 0;
    const onTheWay: OnTheWay = (reply) => {
      sent += 1;
      return reply;
    };
    const env = liveEnv(servedClient(onTheWay));
    await results(env, actions('move kitchen1'));
    const before = sent;
    const result = await env.step({ verb: 'open', args: ['fridge1'] });
    expect(result).toMatchObject({ ok: false, reason: { precondition: 'close_to_robot' } });
    expect(sent).toBe(before);
  });

  it('treats the target as held if the simulator reports its twin', async () => {
    const onTheWay = changed(({ edges }) => {
      for (const edge of edges) if (edge.relation_type.startsWith('HOLDS') && edge.to_id === PLATE) edge.to_id = TWIN!;
    });
    const live = await results(liveEnv(servedClient(onTheWay)), TAKE_PLATE);
    expect(live).toEqual(await symbolicResults(TAKE_PLATE));
    expect(live.at(-1)).toMatchObject({ ok: true, observation: { holding: ['plate1'] } });
  });

  it('refuses if the simulator took the twin, and the target is still at its place', async () => {
    const simulator = servedSimulator();
    const answer = (body: string) =>
      simulator.answer(body.replace(`[GRAB] <plate> (${PLATE})`, `[GRAB] <plate> (${TWIN})`));
    const live = await results(liveEnv(servedClient(undefined, { answer })), TAKE_PLATE);
    expect(live.at(-1)).toMatchObject({
      ...{ ok: false, reason: { precondition: 'controller_failed' }, observation: { holding: ['plate2'] } },
    });
  });

  it('refuses an action that the simulator reports as done but its scene does not show', async () => {
    const onTheWay = changed(({ nodes }) => {
      for (const node of nodes) node.states = node.states.map((state) => (state === 'OPEN' ? 'CLOSED' : state));
    });
    expect((await results(liveEnv(servedClient(onTheWay)), OPEN_FRIDGE)).at(-1)).toMatchObject({
      ...{ ok: false, goal: { success: false } },
      reason: { precondition: 'controller_failed', message: expect.stringContaining('does not show it') },
    });
  });

  it('trusts the scene if the simulator reports a failure', async () => {
    const onTheWay: OnTheWay = (reply, { stringParams }) =>
      stringParams?.[1]?.includes('[OPEN]') === true
        ? { ...reply, success: false, message: '{"0":{"message":"ScriptExcutor 0: impossible"}}' }
        : reply;
    const live = await results(liveEnv(servedClient(onTheWay)), OPEN_FRIDGE);
    expect(live.at(-1)).toMatchObject({ ok: true, goal: { success: true } });
  });

  let graphs = 0;
  it.each<[string, OnTheWay, string]>([
    ['a scene without a thing', without('fridge'), 'its scene has no fridge1'],
    ['a scene without a character', without('character'), 'no character; do not restart it'],
    ['no graph', (reply, { action }) => ({ ...reply, ...(/graph/.test(action) && { message: '{"n' }) }), 'Cannot read'],
    ['a refusal', (reply, { action }) => ({ ...reply, success: action !== 'environment' }), '"environment" failed'],
    [
      'two things of one moment',
      changed(({ nodes }) => {
        if (++graphs % 2 > 0) nodes.find(({ class_name }) => class_name === 'fridge')!.states = ['OPEN'];
      }),
      'two consecutive graphs differ',
    ],
  ])('says in one sentence that it cannot be played, given %s', async (_, onTheWay, message) => {
    await expect(liveEnv(servedClient(onTheWay)).reset()).rejects.toThrow(message);
  });

  it('rejects if the ids of the simulator’s things change', async () => {
    let shift = 0;
    const onTheWay = changed(({ nodes, edges }) => {
      for (const node of nodes) node.id += shift;
      for (const edge of edges) Object.assign(edge, { from_id: edge.from_id + shift, to_id: edge.to_id + shift });
    });
    const env = liveEnv(servedClient(onTheWay));
    await env.reset();
    shift = 1;
    await expect(env.step({ verb: 'move', args: ['kitchen1'] })).rejects.toThrow('ids of its things have changed');
  });

  it('starts from the simulator’s scene, and judges the goal by it', async () => {
    const onTheWay = changed(({ nodes }) => {
      nodes.find(({ class_name }) => class_name === 'fridge')!.states = ['OPEN', 'OFF'];
    });
    expect((await liveEnv(servedClient(onTheWay)).reset()).goal.success).toBe(true);
  });
});

it('environmentOf() takes the number of a scene', () => {
  expect(['house_3', 'testscene1_graph', 'kitchen'].map(environmentOf)).toEqual([2, 0, null]);
});
