/** A cell contains all runs that share addresses, so that no request is sent twice. */
import { dirname, resolve } from 'node:path';
import { namesProgram, readProgramCommand } from '../episode/any_language/program_planner.ts';
import { foreignCode, refuseForeignCode } from '../episode/planner_spec.ts';
import { sha256 } from '../io/digest.ts';
import { shellWord } from '../io/errors/counted.ts';
import { invalid } from '../io/errors/failure.ts';
import { isBelow } from '../io/places.ts';
import { codeVersion } from '../run/code_version.ts';
import { planRun } from '../run/plan/run_plan.ts';
import type { RunRequest } from '../run/plan/run_request.ts';
import type { TraceHeader } from '../trace/trace_schema.ts';
import type { QueuedCell, SweepRecord } from './sweep_engine.ts';
import { type QueuedSweep, queuedSweep, type Sweep, type SweptModel, type SweptSuite } from './sweep_file.ts';

export type SweepCell = QueuedCell &
  Readonly<{ suite: string; swept: SweptModel; task: string; trial: number; runs: readonly RunRequest[] }>;

type Group = Readonly<{ header: TraceHeader; runs: readonly RunRequest[] }>;

export async function planSweep(sweep: Sweep | QueuedSweep, { allowCode }: { readonly allowCode: boolean }) {
  const groups = new Map<string, Group>();
  const content: unknown[] = [sweep.models.map(({ model }) => model)];
  for (const swept of sweep.suites) {
    for (const request of requestsOf(swept, allowCode)) {
      const { planners, list } = await planRun(request);
      const all = Array.from({ length: list.length }, (_, number) => list.header(number));
      const headers = all.filter(({ model }) => model !== null);
      content.push(headers.map(({ model: _, ...header }) => header));
      for (const [place, group] of Map.groupBy(headers, placeOf)) {
        const { header, runs } = groups.get(place) ?? { header: group[0]!, runs: [] };
        groups.set(place, { header, runs: [...runs, runOf(group, request, planners)] });
      }
    }
  }
  const cells = sweep.models.flatMap((model) => [...groups.values()].map((group) => cellOf(group, model)));
  const { version, commit } = codeVersion();
  const record: SweepRecord = {
    format: 2,
    sweep: queuedSweep(sweep),
    code: [version, commit ?? ''].join(' ').trim(),
    digest: sha256(JSON.stringify(content)),
  };
  return { record, cells };
}

export function requestsOf(swept: SweptSuite, allowCode: boolean): RunRequest[] {
  const { prompts, ...rest } = swept;
  return prompts.map((set) => ({ ...rest, prompts: set, allowCode }));
}

export function refuseSweptCode(sweep: Sweep, path: string): void {
  refuseForeignCode(`Sweep file "${path}"`, { folder: dirname(path), planners: plannersIn(sweep), base: '.' });
}

/** Security: anyone may have written the queue. */
export function refuseQueued(sweep: QueuedSweep, allowedPlanners: readonly string[]): void {
  const allowed = new Set([null, ...allowedPlanners.map(codeOf)]);
  const code = plannersIn(sweep).filter((text) => !allowed.has(codeOf(text)));
  if (code.length > 0) {
    const options = code.map((text) => `--allow-planner ${shellWord(withoutOptions(text))}`);
    throw invalid(
      `Sweep "${sweep.name}" would run the code of its planners: ${quoted(code)}. If you trust this code, add ${[...new Set(options)].join(' ')}`,
    );
  }
  const paths = sweep.suites.flatMap(({ suite, prompts }) => [suite, ...prompts.flatMap((set) => Object.values(set))]);
  const outside = paths.filter((path) => !isBelow(resolve('.'), resolve(path)));
  if (outside.length === 0) return;
  throw invalid(
    `Sweep "${sweep.name}" names files outside the current folder: ${quoted(outside)}. A worker reads suites and prompts only from its current folder`,
  );
}

function plannersIn({ suites }: Sweep | QueuedSweep): string[] {
  return suites.flatMap(({ planners = [] }) => planners);
}

function codeOf(text: string): string | null {
  return foreignCode(withoutOptions(text), '.');
}

function withoutOptions(text: string): string {
  if (namesProgram(text)) return `cmd:${readProgramCommand(text, '.').command.text}`;
  const [name = ''] = text.split('+');
  return name;
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(', ');
}

function placeOf({ suite, scene, task, trial }: TraceHeader): string {
  return JSON.stringify([suite, scene, task, trial]);
}

function runOf(headers: readonly TraceHeader[], request: RunRequest, planners: readonly string[]): RunRequest {
  const { scene, task, trial } = headers[0]!;
  // A request with planners and scenes ignores `plannerScenes`.
  const present = request.planners?.filter((_, at) => headers.some(({ planner }) => planner === planners[at]));
  return { ...request, planners: present, scenes: [scene], tasks: [task], trial };
}

function cellOf({ header, runs }: Group, swept: SweptModel): SweepCell {
  const { suite, scene, task, trial } = header;
  const { model, priority } = swept;
  const id = `c${sha256(JSON.stringify([suite, scene, task, trial, model])).slice(0, 20)}`;
  return {
    ...{ id, name: `${suite}/${scene}/${task}/${trial} ${model}`, model, priority },
    ...{ suite, swept, task: `${scene}/${task}`, trial, runs: runs.map((request) => ({ ...request, model })) },
  };
}
