/** Runs the steps of a GitHub Actions job. Knows the expressions and conditions of the examples, and throws at any other. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const variablesSchema = z.record(z.string(), z.string());
const stepSchema = z.strictObject({
  name: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  run: z.string().optional(),
  if: z.enum(['always()']).optional(),
  env: variablesSchema.optional(),
});
const workflowSchema = z.object({
  on: z.unknown(),
  permissions: variablesSchema,
  env: variablesSchema.default({}),
  jobs: z.record(z.string(), z.object({ steps: z.array(stepSchema) })),
});

export type Workflow = z.infer<typeof workflowSchema>;
type Step = z.infer<typeof stepSchema>;

export function readWorkflow(path: string): Workflow {
  return workflowSchema.parse(parse(readFileSync(path, 'utf8')));
}

export type JobSurroundings = Readonly<{
  cwd: string;
  temporary: string;
  path: string;
  variables?: Readonly<Record<string, string>>;
  /** Values of expressions such as `matrix.shard`; the repository's secrets and variables are empty unless given. */
  contexts?: Readonly<Record<string, string>>;
  done?: readonly string[];
}>;

export type JobEnded = Readonly<{
  /** The first step that failed. */
  failed: string | null;
  said: string;
  uploaded: readonly string[];
}>;

export async function jobEnded(workflow: Workflow, job: string, surroundings: JobSurroundings): Promise<JobEnded> {
  const { contexts = {}, done = [], variables = {} } = surroundings;
  const filledIn = (text: string) =>
    text.replace(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => contextValue(name, contexts));
  const runner = runnerVariables(surroundings);
  let failed: string | null = null;
  let said = '';
  const uploaded: string[] = [];
  for (const step of workflow.jobs[job]!.steps) {
    if (failed !== null && step.if !== 'always()') continue;
    if (step.uses !== undefined) uploaded.push(...uploads(step).map(filledIn));
    if (step.run === undefined || done.includes(step.run)) continue;
    const given = Object.entries({ ...workflow.env, ...step.env }).map(([name, text]) => [name, filledIn(text)]);
    const env = { ...runner, ...Object.fromEntries(given), ...variables };
    const ended = await stepEnded(filledIn(step.run), surroundings, env);
    said += ended.said;
    if (ended.code !== 0) failed ??= step.name ?? step.run;
  }
  return { failed, said, uploaded };
}

function contextValue(name: string, contexts: Readonly<Record<string, string>>): string {
  const value = contexts[name] ?? (/^(secrets|vars)\./.test(name) ? '' : undefined);
  if (value === undefined) throw new Error(`An expression names "${name}", of which the test knows no value`);
  return value;
}

function runnerVariables({ cwd, temporary, path }: JobSurroundings): Record<string, string> {
  mkdirSync(temporary, { recursive: true });
  const folder = mkdtempSync(join(temporary, 'runner-'));
  const files = ['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY', 'GITHUB_EVENT_PATH'];
  for (const name of files) writeFileSync(join(folder, name), name === 'GITHUB_EVENT_PATH' ? '{}\n' : '');
  return {
    ...RUNNER,
    ...{ GITHUB_SHA: '0'.repeat(40), GITHUB_WORKSPACE: cwd, HOME: process.env['HOME'] ?? '' },
    ...{ PATH: path, RUNNER_TEMP: folder },
    ...Object.fromEntries(files.map((name) => [name, join(folder, name)])),
  };
}

const RUNNER: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'CI=true LANG=C.UTF-8 RUNNER_ARCH=X64 RUNNER_OS=Linux GITHUB_ACTIONS=true GITHUB_ACTOR=reader GITHUB_BASE_REF=main ' +
    'GITHUB_EVENT_NAME=pull_request GITHUB_HEAD_REF=brief GITHUB_JOB=job GITHUB_REF=refs/pull/7/merge ' +
    'GITHUB_REF_NAME=7/merge GITHUB_REPOSITORY=reader/planners GITHUB_RUN_ATTEMPT=1 GITHUB_RUN_ID=1 ' +
    'GITHUB_SERVER_URL=https://github.com GITHUB_WORKFLOW=workflow'
  )
    .split(' ')
    .map((pair) => pair.split('=')),
);

function uploads({ uses = '', with: inputs = {} }: Step): string[] {
  return uses.startsWith('actions/upload-artifact@') ? String(inputs['path']).trim().split('\n') : [];
}

function stepEnded(run: string, { cwd }: JobSurroundings, env: Readonly<Record<string, string>>) {
  const script = join(env['RUNNER_TEMP']!, 'step.sh');
  writeFileSync(script, run);
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile('bash', ['-e', script], { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: `${stdout}\n${stderr}` });
    });
  });
}
