import { describe, expect, it } from 'vitest';
import type { Action, Env } from '../env.ts';
import { householdEnvs } from '../household/household_env.ts';
import { householdOptionsSchema } from '../household/household_options.ts';
import type { HouseholdObservation } from '../household/observation.ts';
import { SimulatorError } from '../simulator_error.ts';
import { httpClient } from './client.ts';
import { LiveHouseholdEnv } from './live_env.ts';
import type { ServedSimulator } from './server/served_simulator.ts';
import { type Faults, faultyProxy } from './testing/faulty_proxy.ts';
import { referencePlans, referenceTask } from './testing/reference_plans.ts';
import { servedClient, servedSimulator } from './testing/served_client.ts';
import { HOUSE_NUMBERS, shippedHouse } from './testing/shipped_house.ts';

/** One round plays all tasks of one house; with TAPEDECK_TEST_FACTOR=5, as at night, of each house 30 rounds. */
const isLong = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5;
const ROUNDS = isLong ? 30 * HOUSE_NUMBERS.length : 1;
const OPTIONS = householdOptionsSchema.parse({});
const SOME_OF_EACH: Faults = {
  ...{ cut: 0.003, delay: 0.02, duplicate: 0.02, garble: 0.005, lose: 0.004, stale: 0.003 },
  delayMs: 2,
};

type Step = Awaited<ReturnType<Env<HouseholdObservation>['step']>>;

async function played(env: Env<HouseholdObservation>, plan: readonly Action[]) {
  const steps: Step[] = [];
  try {
    const start = await env.reset();
    for (const action of plan) {
      steps.push(await env.step(action));
      if (!steps.at(-1)?.ok) break;
    }
    return { start, steps, error: null };
  } catch (error) {
    return { start: null, steps, error };
  }
}

function sceneOf(simulator: ServedSimulator): unknown {
  const { nodes, edges } = JSON.parse(simulator.answer('{"action":"environment_graph"}').reply.message ?? '');
  const isPlace = ({ relation_type }: { relation_type: string }) => !/CLOSE|FACING/.test(relation_type);
  return {
    states: nodes.map(({ id, states }: { id: number; states: string[] }) => `${id} ${states.toSorted()}`),
    places: edges
      .filter(isPlace)
      .map((edge: object) => Object.values(edge).join(' '))
      .toSorted(),
  };
}

describe('LiveHouseholdEnv on a line that cuts, delays, doubles, garbles, loses and mixes up', () => {
  it('succeeds, refuses, or reports that it cannot continue, in every task of a house', {
    timeout: 3_600_000,
  }, async () => {
    const count = { right: 0, refused: 0, failed: 0 };
    const faults: Record<string, number> = {};
    for (let round = 0; round < ROUNDS; round++) {
      const number = HOUSE_NUMBERS[round % HOUSE_NUMBERS.length]!;
      const house = shippedHouse(number);
      for (const [at, { name, plan }] of referencePlans(house.name).entries()) {
        const task = referenceTask(name, number);
        const simulator = servedSimulator([number]);
        const proxy = await faultyProxy(simulator, 100 * round + at, SOME_OF_EACH);
        const client = httpClient({ url: proxy.url, timeoutMs: 300 });
        const live = await played(new LiveHouseholdEnv({ house, task, options: OPTIONS, client }), plan);
        await proxy.close();
        for (const [fault, times] of Object.entries(proxy.counts)) faults[fault] = (faults[fault] ?? 0) + times;
        const symbolic = await played(householdEnvs(house, task)(), plan);
        const where = `${name} in house_${number}, round ${round}`;
        const isRefused = live.steps.at(-1)?.ok === false;
        const carriedOut = isRefused ? live.steps.slice(0, -1) : live.steps;
        expect(carriedOut, where).toEqual(symbolic.steps.slice(0, carriedOut.length));
        if (live.error !== null) {
          expect(live.error, where).toBeInstanceOf(SimulatorError);
          expect((live.error as Error).message, where).toMatch(/^Cannot (use|play)/);
          count.failed++;
        } else if (isRefused) {
          expect(live.steps.at(-1), where).toMatchObject({ reason: { precondition: 'controller_failed' } });
          count.refused++;
        } else {
          expect(live.start, where).toEqual(symbolic.start);
          expect(live.steps.at(-1)?.goal.success, where).toBe(true);
          const undisturbed = servedSimulator([number]);
          const direct = servedClient(undefined, undisturbed);
          await played(new LiveHouseholdEnv({ house, task, options: OPTIONS, client: direct }), plan);
          expect(sceneOf(simulator), where).toEqual(sceneOf(undisturbed));
          count.right++;
        }
      }
    }
    if (isLong) console.log(count, faults);
    expect(count.right).toBeGreaterThan(0);
    expect(count.failed).toBeGreaterThan(0);
    expect(Object.values(faults).filter((times) => times > 0).length).toBeGreaterThan(isLong ? 5 : 2);
  });
});
