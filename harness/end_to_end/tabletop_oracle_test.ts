/**
 * The oracle in all scenes of the tabletop: what it has planned in PDDL is as short as what a search in the rules finds, and what
 * the arm refuses of it is planned around.
 *
 * @module
 */
import { expect, it } from 'vitest';
import type { Env } from '../../envs/env.ts';
import { findPlan } from '../../planners/oracle/find_plan.ts';
import { isSearchable } from '../../planners/oracle/searchable.ts';
import { PLACES } from '../files/places.ts';
import { planCells } from '../run_plan/run_plan.ts';
import { executeRun } from '../runs/execute_run.ts';
import { readSuite } from '../suites/suite.ts';

function play(envOptions: readonly string[]) {
  const terminal = { out() {}, say() {}, progress() {} } as unknown as Parameters<typeof executeRun>[2]['terminal'];
  return executeRun(
    { suite: 'tabletop', planners: ['oracle'], envOptions },
    { mode: 'replay', tapes: [PLACES.tapes], jobs: 1 },
    { signal: new AbortController().signal, terminal },
  );
}

const cells = planCells({ suite: 'tabletop' }, readSuite('tabletop'));
const references = new Map(cells.map(({ task, reference }) => [task.scene, reference]));

async function stepsByRules(env: Env): Promise<number | undefined> {
  await env.reset();
  const model = env.model?.();
  return isSearchable(model) ? findPlan(model, { expansionsMax: 20_000 }).lowerBound : undefined;
}

it('the oracle succeeds in all 170 scenes where every motion is possible, in as few steps as the rules allow', async () => {
  const { traces } = await play(['motion=none']);
  expect(traces).toHaveLength(170);
  const byRules = new Map(
    await Promise.all(cells.map(async ({ task, newEnv }) => [task.scene, await stepsByRules(newEnv(0))] as const)),
  );
  for (const { header, summary } of traces) {
    expect(summary, header.scene).toMatchObject({ end: 'goal', detail: 'plan_completed', success: true });
    expect(summary.steps, header.scene).toBe(byRules.get(header.scene));
  }
});

it('the oracle succeeds in all 170 scenes with the arm, which refuses nothing of what it does, in as few steps as it allows', async () => {
  const { traces } = await play([]);
  expect(traces).toHaveLength(170);
  for (const { header, events, summary } of traces) {
    expect(summary, header.scene).toMatchObject({ end: 'goal', detail: 'plan_completed', success: true });
    expect(
      events.filter((event) => event.event === 'step' && !event.ok),
      header.scene,
    ).toEqual([]);
    expect(summary.steps, header.scene).toBe(references.get(header.scene)?.steps);
  }
  // In some it is not the plan by the rules that is carried out.
  expect(
    traces.some(({ events }) => events.some((event) => event.event === 'note' && event.note.kind === 'belief')),
  ).toBe(true);
});
