/**
 * From a sweep to its cells, in a fixed order: the same on every host that has the same code and files.
 *
 * A cell is what shares addresses: everything that plays in one task and trial, of one suite and model. So what is asked once is asked
 * within one cell, and cells can be played anywhere in any order.
 *
 * @module
 */

import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { invalid } from '../errors/failure.ts';
import { sha256 } from '../files/digest.ts';
import { isBelow } from '../files/is_below.ts';
import { foreignCode } from '../registry/planner_spec.ts';
import { planRun } from '../run_plan/run_plan.ts';
import type { RunRequest } from '../run_plan/run_request.ts';
import { codeVersion } from '../runs/code_version.ts';
import type { TraceHeader } from '../trace/trace_schema.ts';
import type { QueuedCell, SweepRecord } from './engine/sweep_engine.ts';
import type { Sweep, SweptModel, SweptSuite } from './engine/sweep_file.ts';

export type SweepCell = QueuedCell & {
  /** Of the tape. */
  readonly suite: string;
  readonly swept: SweptModel;
  /** `scene/name`. */
  readonly task: string;
  readonly trial: number;
  /** Played one after the other. */
  readonly runs: readonly RunRequest[];
};

export type SweepPlan = {
  readonly record: SweepRecord;
  readonly cells: readonly SweepCell[];
  readonly episodes: number;
};

/** Throws as `planRun` does at what cannot be played. */
export async function planSweep(sweep: Sweep, { allowCode }: { readonly allowCode: boolean }): Promise<SweepPlan> {
  const groups = new Map<string, { readonly header: TraceHeader; readonly runs: RunRequest[] }>();
  const digest: unknown[] = [sweep.models.map(({ model }) => model)];
  let episodes = 0;
  for (const swept of sweep.suites) {
    for (const request of requestsOf(swept, allowCode)) {
      const plan = await planRun(request);
      const { planners } = plan;
      // Who asks no model has nothing to record.
      const all = Array.from({ length: plan.list.length }, (_, number) => plan.list.header(number));
      const headers = all.filter(({ model }) => model !== null);
      digest.push(headers.map(({ model: _, ...header }) => header));
      episodes += headers.length;
      for (const group of Map.groupBy(headers, placeOf).values()) addRun(groups, group, { request, planners });
    }
  }
  const cells = sweep.models.flatMap((model) => [...groups.values()].map((group) => cellOf(group, model)));
  const { version, commit } = codeVersion();
  const record = { sweep, code: [version, commit ?? ''].join(' ').trim(), digest: sha256(JSON.stringify(digest)) };
  return { record, cells, episodes: episodes * sweep.models.length };
}

/** One for each choice of prompts. */
export function requestsOf(swept: SweptSuite, allowCode: boolean): RunRequest[] {
  const { prompts, suite, ...rest } = swept;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return prompts.map((one) => ({ suite, ...given, prompts: one, allowCode }));
}

/** Throws a CommandFailure where a sweep from elsewhere names planners whose code would be run. */
export function refuseSweptCode(sweep: Sweep, path: string): void {
  if (isBelow(realpathSync('.'), realpathSync(dirname(path)))) return;
  refuseCode(sweep, `Sweep file "${path}" lies outside the current folder and`);
}

/** The same, wherever it comes from. */
export function refuseCode(sweep: Sweep, which: string): void {
  const code = sweep.suites.flatMap(({ planners = [] }) => planners.filter((text) => foreignCode(text, '.') !== null));
  if (code.length === 0) return;
  throw invalid(
    `${which} would run the code of its planners: ${code.map((text) => `"${text}"`).join(', ')}. If you trust it, add --allow-code`,
  );
}

function placeOf({ suite, scene, task, trial }: TraceHeader): string {
  return JSON.stringify([suite, scene, task, trial]);
}

function addRun(
  groups: Map<string, { readonly header: TraceHeader; readonly runs: RunRequest[] }>,
  headers: readonly TraceHeader[],
  { request, planners }: { readonly request: RunRequest; readonly planners: readonly string[] },
): void {
  const [header] = headers;
  if (header === undefined) return;
  const place = placeOf(header);
  const group = groups.get(place) ?? { header, runs: [] };
  groups.set(place, group);
  const here = new Set(headers.map(({ planner }) => planner));
  // Planners and scenes that are both asked for by name have no limits, so only those are named that play here.
  const named = request.planners?.filter((_, at) => here.has(planners[at] ?? ''));
  const { scene, task, trial } = header;
  group.runs.push({
    ...request,
    ...(named === undefined ? {} : { planners: named }),
    scenes: [scene],
    tasks: [task],
    trial,
  });
}

function cellOf(
  { header, runs }: { readonly header: TraceHeader; readonly runs: readonly RunRequest[] },
  swept: SweptModel,
): SweepCell {
  const { suite, scene, task, trial } = header;
  const { model, priority } = swept;
  const id = `c${sha256(JSON.stringify([suite, scene, task, trial, model])).slice(0, 20)}`;
  const name = `${suite}/${scene}/${task}/${trial} ${model}`;
  const played = runs.map((request) => ({ ...request, model }));
  return { id, name, model, priority, suite, swept, task: `${scene}/${task}`, trial, runs: played };
}
