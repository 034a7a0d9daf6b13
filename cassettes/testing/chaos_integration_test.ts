/** `TAPEDECK_TEST_FACTOR=20` records 2,000 requests; `TAPEDECK_TEST_SEED` has other things go wrong. */
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { verifyTapes } from '../care/tape_verify.ts';
import { openCassette } from '../cassette/cassette.ts';
import { chatBody, type ScriptedResponse, type SeenRequest, scriptedServer } from './scripted_server.ts';
import { contentOf, tapeIn, temporaryFolder } from './tape_fixture.ts';

const FIXTURE = fileURLToPath(new URL('./chaos_fixture.ts', import.meta.url));
const EPISODES = 20;
const PROMPTS = 5 * Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1);
const SEED = process.env['TAPEDECK_TEST_SEED'] ?? '1';
const IN_FLIGHT = 8;
const RUNS_MAX = 20 * PROMPTS;

type Asked = Readonly<{ run: number; episode: string; prompt: string; isGood: boolean }>;

test('recording under kills, failing disks and bad replies gives the tape of an undisturbed run', {
  timeout: 1_800_000,
}, async ({ annotate }) => {
  const folder = temporaryFolder(onTestFinished);
  const calm = await recordUndisturbed(join(folder, 'calm'));
  const { asked, endings } = await recordUnderChaos(join(folder, 'chaos'));

  const repeated = repetitions(asked, endings);
  await annotate(`${asked.length} requests, ${endings.length} runs, ${repeated} requests again`);
  expect(endings.filter((ending) => ending === 'SIGKILL').length).toBeGreaterThan(0);
  expect(endings.filter((ending) => ending === 1 || ending === 3).length).toBeGreaterThan(0);
  expect(asked.filter(({ isGood }) => !isGood).length).toBeGreaterThan(0);

  expect(await verifyTapes(join(folder, 'chaos'))).toMatchObject({ replies: calm.size, problems: [] });
  expect(contentOf(tapeIn(join(folder, 'chaos')))).toEqual(contentOf(tapeIn(join(folder, 'calm'))));
  expect(await replayed(join(folder, 'chaos'))).toEqual(calm);
});

async function recordUndisturbed(tapesDir: string): Promise<ReadonlyMap<string, string>> {
  const server = await scriptedServer((_, request) => lastingResponse(promptOf(request)));
  onTestFinished(server.close);
  expect(await record(tapesDir, server.baseUrl)).toBe(0);
  expect(server.seen).toHaveLength(EPISODES * PROMPTS);
  return replayed(tapesDir);
}

async function recordUnderChaos(tapesDir: string) {
  const asked: Asked[] = [];
  const endings: unknown[] = [];
  const server = await scriptedServer((_, request) => {
    const prompt = promptOf(request);
    const before = asked.filter((one) => one.prompt === prompt).length;
    const bad = before < 2 ? badResponse(`${SEED} ${prompt} ${before}`) : null;
    const response = bad ?? lastingResponse(prompt);
    const isGood = bad === null && typeof response === 'object' && response.status === 200;
    asked.push({ run: endings.length, episode: prompt.split(',')[0] ?? '', prompt, isGood });
    return response;
  });
  onTestFinished(server.close);
  while (endings.at(-1) !== 0 && endings.length < RUNS_MAX) {
    const run = endings.length;
    endings.push(await record(tapesDir, server.baseUrl, `${SEED}/${run}`, FATES[run] ?? ''));
  }
  expect(endings.at(-1)).toBe(0);
  return { asked, endings };
}

/** Of the first runs, so that what is to be survived happens in a short test, too. */
const FATES = ['fail:30', 'kill:25'];

async function record(tapesDir: string, baseUrl: string, ...seed: string[]): Promise<unknown> {
  const argv = [FIXTURE, tapesDir, baseUrl, String(EPISODES), String(PROMPTS), ...seed];
  const [code, signal] = await once(spawn(process.execPath, argv, { stdio: 'inherit' }), 'exit');
  return code ?? signal;
}

/** Counts good answers that were asked for again: only those in flight may be, not those whose episode went on or whose run was stored. */
function repetitions(asked: readonly Asked[], endings: readonly unknown[]): number {
  let repeated = 0;
  for (const [prompt, requests] of Map.groupBy(asked, (one) => one.prompt)) {
    for (const { run, episode, isGood } of requests.slice(0, -1)) {
      if (!isGood) continue;
      repeated += 1;
      const last = asked.findLast((one) => one.run === run && one.episode === episode);
      expect(last?.prompt, `asked again: "${prompt}" of run ${run}`).toBe(prompt);
      expect(['SIGKILL', 3], `asked again: "${prompt}" of run ${run}`).toContain(endings[run]);
    }
  }
  const lost = endings.filter((ending) => ending === 'SIGKILL' || ending === 3);
  expect(repeated).toBeLessThanOrEqual(IN_FLIGHT * lost.length);
  return repeated;
}

function promptOf({ body }: SeenRequest): string {
  return JSON.stringify(body).match(/episode \d+, prompt \d+/)?.[0] ?? '';
}

function lastingResponse(prompt: string): ScriptedResponse {
  const text = `re: ${prompt}`;
  const odd = [
    chatBody(text, { model: '' }),
    chatBody(`${text}\u2028\0\ud800 alone`, { model: '\ud800\n"}' }),
    chatBody(text, { model: 'm'.repeat(2_000), usage: { prompt_tokens: 2 ** 53, completion_tokens: -1 } }),
    chatBody('', { choices: [{ message: { content: null }, finish_reason: 'content_filter' }] }),
    chatBody('', { choices: [{ message: { content: null, refusal: 'I will not.' }, finish_reason: 'stop' }] }),
    chatBody('', { choices: [{ message: { content: '' }, finish_reason: 'length' }] }),
    null,
  ];
  const body = odd[numberOf(prompt) % 24];
  if (body !== null) return { status: 200, body: body ?? chatBody(text) };
  return { status: 400, body: '{"error":{"message":"status 400, for good","code":"content_policy_violation"}}' };
}

function badResponse(draw: string): ScriptedResponse | null {
  const bad: readonly ScriptedResponse[] = [
    { status: 500, body: '{}' },
    { status: 429, body: '{}', headers: { 'retry-after': '0' } },
    { status: 200, body: '<html>' },
    { status: 200, body: '{"choices":[]}' },
    { status: 200, body: chatBody('', { choices: [{ message: { content: 7 } }] }) },
    'break',
  ];
  return bad[numberOf(draw) % 40] ?? null;
}

function numberOf(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16);
}

async function replayed(tapesDir: string): Promise<ReadonlyMap<string, string>> {
  const cassette = await openCassette({ ...tapeIn(tapesDir), mode: 'replay' });
  const texts = new Map<string, string>();
  for (let episode = 1; episode <= EPISODES; episode += 1) {
    const llm = cassette.episode({ task: `house_${episode % 4}/make_toast`, trial: episode, planner: 'replay' });
    for (let number = 1; number <= PROMPTS; number += 1) {
      const content = `episode ${episode}, prompt ${number}`;
      const isRefused = JSON.stringify(lastingResponse(content)).includes('status 400');
      const asked = llm.chat([{ role: 'user', content }], { purpose: 'test', temperature: 0 });
      if (isRefused) await expect(asked).rejects.toThrow('Cannot replay request');
      else texts.set(content, JSON.stringify(await asked));
    }
  }
  await cassette.finish();
  return texts;
}
