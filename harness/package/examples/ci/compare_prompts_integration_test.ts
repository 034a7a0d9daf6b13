import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { chatBody, scriptedServer } from '../../../../cassettes/testing/scripted_server.ts';
import { PLANTED, plantedRun } from '../../../compare/testing/record_planted.ts';
import { PLANTED_TASKS, scriptedHouse } from '../../../compare/testing/scripted_house.ts';
import { tapedeck, tapedeckIn } from '../../../testing/run_tapedeck.ts';
import { jobEnded, readWorkflow } from '../../testing/workflow_job.ts';

const WORKFLOW = readWorkflow(join(import.meta.dirname, 'compare_prompts.yml'));

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-workflow-'));
afterAll(() => rmSync(folder, { recursive: true }));
const tools = join(folder, 'tools');

async function carriedOut([cwd = '', key = '', url = '', ...argv]: readonly string[]): Promise<string> {
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const given = Object.entries({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url }).filter(([, value]) => value !== '');
    const { exitCode, out, said } = await tapedeckIn({ environment: Object.fromEntries(given) }, ...argv);
    writeFileSync(join(tools, 'out'), `${out}\n`);
    writeFileSync(join(tools, 'said'), `${said}\n`);
    return `${exitCode}\n`;
  } finally {
    process.chdir(before);
  }
}

/** Receives the number of words, then each, from bash's `printf '%s\0'`. */
const carrier = createServer((socket) => {
  let heard = '';
  socket.on('data', async (bytes) => {
    heard += bytes;
    const [count, ...words] = heard.split('\0').slice(0, -1);
    if (count !== undefined && words.length === Number(count)) socket.end(await carriedOut(words));
  });
});
afterAll(() => void carrier.close());

beforeAll(async () => {
  mkdirSync(tools);
  carrier.listen(0, '127.0.0.1');
  await once(carrier, 'listening');
  const { port } = carrier.address() as AddressInfo;
  const programs = {
    npx: `shift; exec 3<> /dev/tcp/127.0.0.1/${port}
printf '%s\\0' $(($# + 3)) "$PWD" "\${OPENAI_API_KEY:-}" "\${OPENAI_BASE_URL:-}" "$@" >&3
read -r code <&3; cat '${tools}/out'; cat '${tools}/said' >&2; exit "$code"`,
    gh: 'echo "$*" > gh_words.txt; for file; do :; done; cp "$file" posted.md',
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(tools, name), `#!/bin/bash\n${text}\n`);
    chmodSync(join(tools, name), 0o755);
  }
  const words = plantedRun(join(PLANTED, 'prompts/before'), [join(PLANTED, 'tapes')]);
  await tapedeck(...words, '--out', join(folder, 'baseline'));
});

type Texts = Readonly<Record<string, string>>;

async function job(
  set: string,
  change: (policy: string) => string,
  { settings = {}, secrets = {} }: { readonly settings?: Texts; readonly secrets?: Texts } = {},
) {
  const project = mkdtempSync(join(folder, 'project-'));
  cpSync(join(PLANTED, 'prompts', set), join(project, 'prompts/llm_state'), { recursive: true });
  const policy = join(project, 'prompts/llm_state/policy.txt');
  writeFileSync(policy, change(readFileSync(policy, 'utf8')));
  cpSync(join(PLANTED, 'tapes'), join(project, 'shipped'), { recursive: true });
  const variables = {
    PLANNER: 'llm_state+states=false',
    MODEL: 'scripted',
    EPISODES: `--scene house_1 ${PLANTED_TASKS.map((task) => `--task ${task}`).join(' ')}`,
    TAPES: '--tapes shipped --tapes results/tapes',
    BASELINE: join(folder, 'baseline'),
    ...settings,
  };
  const { failed, said } = await jobEnded(WORKFLOW, 'compare', {
    cwd: project,
    temporary: join(folder, 'runner'),
    path: [tools, process.env['PATH']].join(delimiter),
    variables,
    contexts: { 'github.token': 'none', 'github.event.pull_request.number': '7', ...secrets },
    done: ['npm ci'],
  });
  const posted = join(project, 'posted.md');
  return { failed, said, posted: existsSync(posted) ? readFileSync(posted, 'utf8') : '', project };
}

const same = (policy: string) => policy;
const brief = (policy: string) => policy.replace('Task: ', 'Be brief.\nTask: ');

describe('the workflow', () => {
  it('runs on changed prompts, may only read and comment, and uses actions of known versions', () => {
    expect(WORKFLOW.on).toEqual({ pull_request: { paths: ['prompts/**'] } });
    expect(WORKFLOW.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
    const used = WORKFLOW.jobs['compare']!.steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((name) => !/^actions\/[\w-]+@v\d+$/.test(name))).toEqual([]);
  });

  it('passes a prompt that is recorded and no worse, and comments', async () => {
    const { failed, posted, project } = await job('reworded', same);
    expect(failed).toBeNull();
    expect(posted).toContain('## Prompt comparison: passed');
    expect(readFileSync(join(project, 'gh_words.txt'), 'utf8')).toBe(
      'pr comment 7 --edit-last --create-if-none --body-file comment.md\n',
    );
  });

  it('fails on a planted regression, and comments all the same', async () => {
    const { failed, said, posted } = await job('regression', same);
    expect(failed).toBe('Compare');
    expect(said).toContain('The gate fails: Success of llm_state+states=false in household is worse');
    expect(posted).toContain('## Prompt comparison: failed');
  });

  it('without a key says what is missing, and fails or passes as set', async () => {
    const { failed, said, posted } = await job('before', brief);
    expect(failed).toBe('Compare');
    expect(said).toMatch(/There is no key, so nothing is recorded\n10 of 10 episodes would make requests/);
    expect(said).toMatch(/at least 10 calls and [\d,]+ prompt tokens are missing/);
    expect(posted).toContain('## Prompt comparison: nothing could be compared');
    expect(posted).toContain('missing: 10 (tape_miss in the candidate)');
    expect((await job('before', brief, { settings: { WHEN_MISSING: 'pass' } })).failed).toBeNull();
  });

  it('with a key records what is missing onto a layer of its own, then compares', async () => {
    const answer = scriptedHouse();
    const server = await scriptedServer((_, { body }) => {
      const { messages } = body as { messages: { content: string }[] };
      const text = answer(messages.map(({ content }) => content).join('\n'));
      return { status: 200, body: chatBody(text, { model: 'scripted' }) };
    });
    onTestFinished(server.close);
    const key = { 'secrets.OPENAI_API_KEY': 'sk-not-a-real-key-0123456789abcdef' };
    const secrets = { ...key, 'vars.OPENAI_BASE_URL': server.baseUrl };
    const { failed, said, posted, project } = await job('before', brief, { secrets });
    expect(failed, said).toBeNull();
    expect(posted).toContain('## Prompt comparison: passed');
    expect(existsSync(join(project, 'results/tapes/household/scripted/manifest.json'))).toBe(true);
    const shipped = 'household/scripted/manifest.json';
    expect(readFileSync(join(project, 'shipped', shipped), 'utf8')).toBe(
      readFileSync(join(PLANTED, 'tapes', shipped), 'utf8'),
    );
  });
});
