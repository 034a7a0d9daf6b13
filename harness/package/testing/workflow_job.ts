/**
 * Test support: a job of a workflow for GitHub Actions, its steps run one after the other as GitHub's runner does.
 *
 * Of expressions and conditions it knows those that the example workflows use, and throws at any other.
 *
 * @module
 */
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

export type JobSurroundings = {
  /** The checkout in which the steps run. */
  readonly cwd: string;
  /** A folder for the runner's own files. */
  readonly temporary: string;
  readonly path: string;
  /** In place of the workflow's own variables of these names, or beside them. */
  readonly variables?: Readonly<Record<string, string>>;
  /** What expressions stand for, such as `matrix.shard`; secrets and variables of the repository are empty unless given. */
  readonly contexts?: Readonly<Record<string, string>>;
  /** Commands of steps that are taken as done. */
  readonly done?: readonly string[];
};

export type JobEnded = {
  /** The first step that failed. */
  readonly failed: string | null;
  readonly said: string;
  /** What `upload-artifact` would keep: each path as the step names it. */
  readonly uploaded: readonly string[];
};

/** Once a step has failed, only those run that say `always()`. */
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

/** As on a pull request; files that steps may write to are there, and empty. */
function runnerVariables({ cwd, temporary, path }: JobSurroundings): Record<string, string> {
  mkdirSync(temporary, { recursive: true });
  const folder = mkdtempSync(join(temporary, 'runner-'));
  const files = ['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY', 'GITHUB_EVENT_PATH'];
  for (const name of files) writeFileSync(join(folder, name), name === 'GITHUB_EVENT_PATH' ? '{}\n' : '');
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTOR: 'reader',
    GITHUB_BASE_REF: 'main',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_HEAD_REF: 'brief',
    GITHUB_JOB: 'job',
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_REF_NAME: '7/merge',
    GITHUB_REPOSITORY: 'reader/planners',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_ID: '1',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_SHA: '0'.repeat(40),
    GITHUB_WORKFLOW: 'workflow',
    GITHUB_WORKSPACE: cwd,
    HOME: process.env['HOME'] ?? '',
    LANG: 'C.UTF-8',
    PATH: path,
    RUNNER_ARCH: 'X64',
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: folder,
    ...Object.fromEntries(files.map((name) => [name, join(folder, name)])),
  };
}

/** What an artifact is made of; other actions leave nothing behind that a later step reads here. */
function uploads({ uses = '', with: inputs = {} }: Step): string[] {
  return uses.startsWith('actions/upload-artifact@') ? String(inputs['path']).trim().split('\n') : [];
}

/** A step that names no shell is run by `bash -e`, from a file. */
function stepEnded(
  run: string,
  { cwd }: JobSurroundings,
  env: Readonly<Record<string, string>>,
): Promise<{ code: number; said: string }> {
  const script = join(env['RUNNER_TEMP']!, 'step.sh');
  writeFileSync(script, run);
  return new Promise((resolve) => {
    execFile('bash', ['-e', script], { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      resolve({ code, said: `${stdout}\n${stderr}` });
    });
  });
}
