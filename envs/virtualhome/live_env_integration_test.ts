import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, Env } from '../env.ts';
import { householdEnvs } from '../household/household_env.ts';
import { householdOptionsSchema } from '../household/household_options.ts';
import { arbitraryHouseActions } from '../household/kit/walk_by.ts';
import type { HouseholdObservation } from '../household/observation.ts';
import { household } from '../household/world.ts';
import { envContract } from '../kit/env_contract.ts';
import type { VirtualHomeClient } from './client.ts';
import { environmentOf, LiveHouseholdEnv } from './live_env.ts';
import { referencePlans, referenceTask } from './testing/reference_plans.ts';
import { type OnTheWay, servedClient } from './testing/served_client.ts';
import { HOUSE_NUMBERS, shippedHouse } from './testing/shipped_house.ts';
import type { WireReply } from './wire.ts';

/** By default every task in one of the houses; with TAPEDECK_TEST_FACTOR=5, as at night, in each. */
const isLong = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5;

const OPTIONS = householdOptionsSchema.parse({});
function liveEnv({
  house: number = 1,
  task = 'open_fridge',
  onTheWay,
  client = servedClient(onTheWay),
}: {
  house?: number;
  task?: string;
  onTheWay?: OnTheWay;
  client?: VirtualHomeClient;
} = {}) {
  const house = shippedHouse(number);
  return new LiveHouseholdEnv({
    house,
    task: referenceTask(task, number),
    options: OPTIONS,
    client,
  });
}

function actions(text: string): Action[] {
  return text.split(', ').map((words) => {
    const [verb = '', ...args] = words.split(' ');
    return { verb, args };
  });
}

/** What each action of a walk comes to; the reason's words are the simulator's own at times. */
async function results(env: Env<HouseholdObservation>, walk: readonly Action[]) {
  const all: unknown[] = [await env.reset()];
  for (const action of walk) all.push(await env.step(action));
  return all;
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

const FRIDGE = 'move kitchen1, move fridge1, open fridge1, pickup milk1';

describe('LiveHouseholdEnv', () => {
  it.each(HOUSE_NUMBERS)('carries out reference plans in house_%d as the symbolic household does', async (number) => {
    const house = shippedHouse(number);
    let steps = 0;
    for (const { name, plan: walk } of referencePlans(house.name).filter(
      (_, at) => isLong || at % HOUSE_NUMBERS.length === number - 1,
    )) {
      const live = await results(liveEnv({ house: number, task: name }), walk);
      const symbolic = await results(householdEnvs(house, referenceTask(name, number))(), walk);
      expect(live, `${house.name}/${name}`).toEqual(symbolic);
      expect(live.at(-1), `${house.name}/${name}`).toMatchObject({ ok: true, goal: { success: true } });
      steps += walk.length;
    }
    expect(steps).toBeGreaterThan(isLong ? 50 : 10);
  });

  it('does what the symbolic household does on any walk', async () => {
    const walks = fc
      .constantFrom(...HOUSE_NUMBERS)
      .chain((number) => arbitraryHouseActions(shippedHouse(number)).map((walk) => ({ number, walk })));
    await fc.assert(
      fc.asyncProperty(walks, async ({ number, walk }) => {
        const house = shippedHouse(number);
        const live = await results(liveEnv({ house: number }), walk);
        expect(live).toEqual(await results(householdEnvs(house, referenceTask('open_fridge', number))(), walk));
      }),
      { numRuns: 10 },
    );
  });

  it('does not send what the paper’s rules refuse, though the simulator would walk there by itself', async () => {
    const sent: string[] = [];
    const env = liveEnv({
      onTheWay(reply, { action }) {
        sent.push(action);
        return reply;
      },
    });
    await env.reset();
    sent.length = 0;
    await env.step({ verb: 'move', args: ['kitchen1'] });
    const before = sent.length;
    const result = await env.step({ verb: 'open', args: ['fridge1'] });
    expect(result).toMatchObject({ ok: false, reason: { precondition: 'close_to_robot' } });
    expect(sent.length).toBe(before);
  });

  it('takes for held what it took, where the simulator names a twin of it', async () => {
    const house = shippedHouse(1);
    const [first, twin] = ['plate1', 'plate2'].map((name) => house.nodes[house.indexOf.get(name)!]!.id + 10);
    const onTheWay: OnTheWay = (reply, { action }) => {
      if (action !== 'environment_graph') return reply;
      const graph = JSON.parse(reply.message ?? '');
      for (const edge of graph.edges) {
        if (edge.relation_type.startsWith('HOLDS') && edge.to_id === first) edge.to_id = twin;
      }
      return { ...reply, message: JSON.stringify(graph) };
    };
    const walk = actions('move bedroom1, move plate1, pickup plate1');
    const live = await results(liveEnv({ onTheWay }), walk);
    const symbolic = await results(householdEnvs(house, referenceTask('open_fridge', 1))(), walk);
    expect(live).toEqual(symbolic);
    expect(live.at(-1)).toMatchObject({ ok: true, observation: { holding: ['plate1'] } });
  });

  it('refuses where a twin was taken indeed, and the thing still lies where it was', async () => {
    const house = shippedHouse(1);
    const [first, twin] = ['plate1', 'plate2'].map((name) => house.nodes[house.indexOf.get(name)!]!.id + 10);
    const { send, ...named } = servedClient();
    const client: VirtualHomeClient = {
      ...named,
      send: ({ stringParams, ...message }, signal) =>
        send(
          {
            ...message,
            ...(stringParams && {
              stringParams: stringParams.map((text) =>
                text.replace(`[GRAB] <plate> (${first})`, `[GRAB] <plate> (${twin})`),
              ),
            }),
          },
          signal,
        ),
    };
    const live = await results(liveEnv({ client }), actions('move bedroom1, move plate1, pickup plate1'));
    expect(live.at(-1)).toMatchObject({
      ok: false,
      reason: { precondition: 'controller_failed' },
      observation: { holding: ['plate2'] },
    });
  });

  it('refuses what the simulator says was done and its scene does not show', async () => {
    const onTheWay: OnTheWay = (reply, { action }) => {
      if (action !== 'environment_graph') return reply;
      return { ...reply, message: (reply.message ?? '').replaceAll('"OPEN"', '"CLOSED"') };
    };
    const results_ = await results(liveEnv({ onTheWay }), actions('move kitchen1, move fridge1, open fridge1'));
    expect(results_.at(-1)).toMatchObject({
      ok: false,
      goal: { success: false },
      reason: { precondition: 'controller_failed', message: expect.stringContaining('does not show it') },
    });
  });

  it('goes by the scene where the simulator says that it failed', async () => {
    const onTheWay: OnTheWay = (reply, { action, stringParams }) =>
      action === 'render_script' && stringParams?.[1]?.includes('[OPEN]') === true
        ? { ...reply, success: false, message: '{"0":{"message":"ScriptExcutor 0: impossible"}}' }
        : reply;
    const walk = actions('move kitchen1, move fridge1, open fridge1');
    expect((await results(liveEnv({ onTheWay }), walk)).at(-1)).toMatchObject({ ok: true, goal: { success: true } });
  });

  it.each<[string, OnTheWay, RegExp]>([
    ['a scene without a thing', changed((graph) => removed(graph, 'fridge')), /its scene lacks fridge1/],
    ['a scene without a character', changed((graph) => removed(graph, 'character')), /no character; was it restarted/],
    [
      'no graph',
      (reply, { action }) => (action === 'environment_graph' ? { ...reply, message: '{"nodes"' } : reply),
      /Cannot read/,
    ],
    [
      'a refusal to load',
      (reply, { action }) => (action === 'environment' ? { ...reply, success: false } : reply),
      /"environment" failed/,
    ],
  ])('says in one sentence that it cannot be played, given %s', async (_, onTheWay, message) => {
    await expect(liveEnv({ onTheWay }).reset()).rejects.toThrow(message);
  });

  it('rejects where the simulator gives its things other ids in the middle, or says two things of one moment', async () => {
    let isShifted = false;
    const shift: OnTheWay = (reply, { action }) => {
      if (!isShifted || action !== 'environment_graph') return reply;
      return {
        ...reply,
        message: (reply.message ?? '').replaceAll(
          /"(id|from_id|to_id)":(\d+)/g,
          (_all, key, id) => `"${key}":${Number(id) + 1}`,
        ),
      };
    };
    const env = liveEnv({ onTheWay: shift });
    await env.reset();
    isShifted = true;
    await expect(env.step({ verb: 'move', args: ['kitchen1'] })).rejects.toThrow('other ids');

    let count = 0;
    const flicker: OnTheWay = (reply, { action }) => {
      if (action !== 'environment_graph' || ++count % 2 === 0) return reply;
      return { ...reply, message: (reply.message ?? '').replaceAll('"CLOSED"', '"OPEN"') };
    };
    await expect(liveEnv({ onTheWay: flicker }).reset()).rejects.toThrow('two things of one moment');
  });

  it('starts from what the simulator shows, and judges the goal by that', async () => {
    const onTheWay = changed((graph) => {
      const fridge = graph.nodes.find(({ class_name }) => class_name === 'fridge');
      fridge!.states = ['OPEN', 'OFF'];
      return graph;
    });
    expect((await liveEnv({ onTheWay }).reset()).goal.success).toBe(true);
    expect(await results(liveEnv(), actions(FRIDGE))).toHaveLength(5);
  });
});

describe('environmentOf()', () => {
  it.each([
    ['house_3', 2],
    ['testscene1_graph', 0],
    ['kitchen', null],
  ])('of %s is %s', (scene, environment) => expect(environmentOf(scene)).toBe(environment));
});

type LooseGraph = {
  nodes: { id: number; class_name: string; states: string[] }[];
  edges: { from_id: number; to_id: number }[];
};

function changed(change: (graph: LooseGraph) => LooseGraph): OnTheWay {
  return (reply: WireReply, { action }) =>
    action === 'environment_graph'
      ? { ...reply, message: JSON.stringify(change(JSON.parse(reply.message ?? ''))) }
      : reply;
}

function removed({ nodes, edges }: LooseGraph, className: string): LooseGraph {
  const gone = new Set(nodes.filter(({ class_name }) => class_name === className).map(({ id }) => id));
  return {
    nodes: nodes.filter(({ id }) => !gone.has(id)),
    edges: edges.filter(({ from_id, to_id }) => !gone.has(from_id) && !gone.has(to_id)),
  };
}
