import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Env } from '../../../envs/env.ts';
import { findPlan } from '../../../planners/oracle/find_plan.ts';
import { isSearchable } from '../../../planners/oracle/searchable.ts';
import { PLACES } from '../../io/places.ts';
import { collectRun } from '../../run/execute_run.ts';
import { planCells } from '../../run/plan/episode_list.ts';
import { readSuite } from '../../run/suites/suite.ts';
import { someOf } from '../some_of.ts';

function play(envOptions: readonly string[], scenes?: readonly string[]) {
  const messages = { say() {}, progress() {} };
  return collectRun(
    { suite: 'tabletop', planners: ['oracle'], envOptions, ...(scenes === undefined ? {} : { scenes }) },
    { mode: 'replay', tapes: [PLACES.tapes], jobs: 1 },
    { signal: new AbortController().signal, messages },
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
  const byRules = new Map<string, number | undefined>();
  for (const { task, newEnv } of cells) byRules.set(task.scene, await stepsByRules(newEnv(0)));
  for (const { header, summary } of traces) {
    expect(summary, header.scene).toMatchObject({ end: 'goal', detail: 'plan_completed', success: true });
    expect(summary.steps, header.scene).toBe(byRules.get(header.scene));
  }
});

// That the committed tables are what is played today: harness/tables/papers/replayed_tables_integration_test.ts
it('the oracle succeeds in all 170 scenes with the arm, which refuses nothing of what it does, in as few steps as it allows', () => {
  const { rows } = JSON.parse(readFileSync(join(PLACES.baseline, 'episodes.json'), 'utf8'));
  const played = new Map<string, object>(rows.map((row: { episode: string }) => [row.episode, row]));
  expect(cells).toHaveLength(170);
  for (const { task, reference } of cells) {
    const episode = `tabletop/${task.scene}/${task.name}/oracle/1`;
    const expected = { end: 'goal', success: true, steps: reference?.steps, failedSteps: 0 };
    expect(played.get(episode), episode).toMatchObject(expected);
  }
});

it('the oracle with the arm stops at the goal, and in some scenes it is not the plan by the rules that it carries out', async () => {
  const scenes = someOf(cells).map(({ task }) => task.scene);
  const { traces } = await play([], scenes);
  expect(traces).toHaveLength(scenes.length);
  for (const { header, events, summary } of traces) {
    expect(summary, header.scene).toMatchObject({ end: 'goal', detail: 'plan_completed', success: true });
    const refused = events.filter((event) => event.event === 'step' && !event.ok);
    expect(refused, header.scene).toEqual([]);
    expect(summary.steps, header.scene).toBe(references.get(header.scene)?.steps);
  }
  const events = traces.flatMap((trace) => trace.events);
  expect(events.some((event) => event.event === 'note' && event.note.kind === 'belief')).toBe(true);
});
