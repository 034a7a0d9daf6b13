import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nock from 'nock';
import OpenAI from 'openai';
import { completionBody } from '../../../cassettes/bench/cassettes_bench.ts';
import { fastDownward } from '../../../planners/pddl/plan/fast_downward.ts';
import { planProblem } from '../../../planners/pddl/plan/plan_problem.ts';
import { blocksProblem } from '../../../planners/pddl/testing/blocks_problem.ts';
import { benchReplay } from './replay_bench.ts';
import type { Row } from './rows.ts';

const CALLS = 1_000;
const PROMPTFOO_TESTS = 400;
export type Peers = Readonly<{ rows: readonly Row[]; missing: readonly string[] }>;

export async function benchPeers(): Promise<Peers> {
  const { directCallsPerSecond, sdkCallsPerSecond } = await benchReplay();
  const rows: Row[] = [
    {
      what: 'LLM calls in episodes, through the SDK',
      perSecond: sdkCallsPerSecond,
      reference: 'the SDK over nock, no planner, no world',
      referencePerSecond: await nockCallsPerSecond(),
    },
  ];
  const missing = ['OMPL: it has no package in npm; the stored figure of another machine stands in the group "motion"'];
  const promptfoo = process.env['PROMPTFOO'];
  if (promptfoo === undefined) missing.push('promptfoo: PROMPTFOO does not name its program');
  else {
    const reference = 'promptfoo tests with its echo provider';
    const measured = { perSecond: directCallsPerSecond, referencePerSecond: promptfooTestsPerSecond(promptfoo) };
    rows.push({ what: 'LLM calls in episodes, from a tape', reference, ...measured });
  }
  const downward = process.env['FAST_DOWNWARD'];
  if (downward === undefined) missing.push('Fast Downward: FAST_DOWNWARD does not name its program');
  else rows.push(await fastDownwardRow(downward));
  return { rows, missing };
}

async function nockCallsPerSecond(): Promise<number> {
  const url = 'http://nock.invalid';
  const body = completionBody('claude', '1. open(fridge)');
  nock(url).persist().post('/chat/completions').reply(200, body, { 'content-type': 'application/json' });
  try {
    const client = new OpenAI({ apiKey: 'none', baseURL: url, maxRetries: 0 });
    const began = performance.now();
    for (let call = 0; call < CALLS; call++) {
      const messages = [{ role: 'user' as const, content: `What next after step ${call}?` }];
      await client.chat.completions.create({ model: 'claude', messages });
    }
    return (CALLS * 1_000) / (performance.now() - began);
  } finally {
    nock.cleanAll();
    nock.restore();
  }
}

function promptfooTestsPerSecond(program: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-promptfoo-'));
  const seconds = (tests: number) => {
    const config = {
      prompts: ['What next after step {{step}}?'],
      providers: ['echo'],
      tests: Array.from({ length: tests }, (_, step) => ({ vars: { step } })),
    };
    writeFileSync(join(folder, 'promptfooconfig.json'), JSON.stringify(config));
    const began = performance.now();
    const words = ['eval', '--config', 'promptfooconfig.json', '--no-table', '--no-progress-bar', '--no-write'];
    const quiet = { PROMPTFOO_DISABLE_TELEMETRY: '1', PROMPTFOO_DISABLE_UPDATE: '1', PROMPTFOO_CONFIG_DIR: folder };
    const env = { ...process.env, ...quiet };
    execFileSync(process.execPath, [program, ...words], { cwd: folder, env, stdio: 'ignore' });
    return (performance.now() - began) / 1_000;
  };
  try {
    return PROMPTFOO_TESTS / (seconds(PROMPTFOO_TESTS + 1) - seconds(1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function fastDownwardRow(path: string): Promise<Row> {
  const texts = blocksProblem(8, 1);
  const began = performance.now();
  const { status } = await fastDownward(...texts, { path });
  const between = performance.now();
  if (status !== 'solved') throw new Error(`Fast Downward does not solve the problem of eight blocks: ${status}`);
  planProblem(...texts, {});
  const ended = performance.now();
  return {
    what: 'eight blocks, text to shortest plan',
    perSecond: 1_000 / (ended - between),
    reference: 'Fast Downward',
    referencePerSecond: 1_000 / (between - began),
  };
}
