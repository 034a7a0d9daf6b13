import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatBody, scriptedServer } from '../../cassettes/testing/scripted_server.ts';
import { graspsFile } from '../../envs/tabletop/motion/testing/problems_fixture.ts';
import { sampleAnswers, writeSampleCheckout } from '../interop/eai/testing/sample_checkout.ts';
import { writeSampleCheckout as writePublishedAnswers } from '../interop/planbench/testing/sample_checkout.ts';
import { PLACES } from '../io/places.ts';
import { pageBlocks } from '../testing/page_blocks.ts';
import { projectCopy } from '../testing/project_copy.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { type ServedCommands, servedCommands, wordsServed } from '../testing/served_commands.ts';
import { commandParser } from './command_parser.ts';
import { COMMANDS } from './commands.ts';
import type { CommandContext, Example } from './terminal/command.ts';

const NOT_CARRIED_OUT: Readonly<Record<string, string>> = {
  'tables --check': 'replays every tape',
  'compare results/baseline results/baseline --pair llm_state:inner_monologue':
    'takes 10 s; compare_test.ts has one such',
  'check-planner llm_state --runs 10 --seed 2': 'takes 10 s; check_planner_test.ts has others',
  'sweep start my_sweep.json --dry-run': 'page_commands_test.ts runs it',
  'run household --planner llm_state --model my-model --mode record': 'asks a model for 75 episodes',
  'sweep start my_sweep.json --redis redis://localhost:6379/0': 'needs Redis',
  'worker --redis redis://queue/0 --provider openai=https://api.openai.com/v1,OPENAI_KEY': 'needs Redis',
  'worker --redis redis://queue/0 --provider local=http://localhost:8000/v1 --until-idle': 'needs Redis',
  'serve openai --tapes my_tapes': 'serves until it is interrupted',
  'serve openai --mode record --tapes my_tapes': 'serves until it is interrupted',
  'serve virtualhome --port 8080': 'serves until it is interrupted',
  'serve coppeliasim --scene tower_3_01': 'serves until it is interrupted',
};

const EXIT_CODES: Readonly<Record<string, number>> = { 'cassettes diff cassettes/tapes my_tapes': 1 };

const PAGES = [
  'planners/pddl/README.md',
  'planners/foon/README.md',
  'envs/household/virtualhome/README.md',
  'envs/tabletop/README.md',
  'harness/scale/README.md',
];

type Exampled = Readonly<{ name: string; isGroup: boolean; examples: readonly Example[] }>;

const EXAMPLED: readonly Exampled[] = (
  await Promise.all(
    COMMANDS.map(async ({ usage, load }) => {
      const { examples, subcommands = [] } = await load();
      const name = nameIn(usage);
      const inner = subcommands.map((each) => [`${name} ${nameIn(each.usage)}`, false, each.examples] as const);
      const all = [[name, inner.length > 0, examples] as const, ...inner];
      return all.map(([name, isGroup, examples]): Exampled => ({ name, isGroup, examples }));
    }),
  )
).flat();
const EXAMPLES = EXAMPLED.filter(({ isGroup }) => !isGroup).flatMap(({ examples }) => examples.map(([words]) => words));

function nameIn(usage: string): string {
  return usage.replace(/ .*/, '');
}

function wordsOf(example: string): string[] {
  return wordsServed(`npx tapedeck ${example}`) ?? expect.fail(`"${example}" needs a shell`);
}

class Parsed extends Error {}

async function parse(words: readonly string[]): Promise<void> {
  const terminal = { out() {}, say() {}, progress() {} };
  const signal = new AbortController().signal;
  const context: CommandContext = { terminal, signal, environment: {}, typed: words, exitWith() {} };
  const stop = () => {
    throw new Parsed();
  };
  await commandParser(words, context)
    .middleware(stop)
    .parseAsync([...words], {}, () => {});
}

describe('the examples in the help of a command', () => {
  it.each(EXAMPLED)('of $name are one to three, begin with its name, and stand in it', async ({ name, examples }) => {
    expect([1, 2, 3]).toContain(examples.length);
    const lines = examples.flatMap(([words, about]) => [`  # ${about}`, `  tapedeck ${words}`]);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    for (const [words] of examples) expect(`${words} `).toMatch(new RegExp(`^${name} `));
    expect((await tapedeck(...name.split(' '), '--help')).out).toContain(`Examples:\n${lines.join('\n')}`);
  });

  it.each(EXAMPLES)('are taken by the parser: %s', async (example) => {
    await expect(parse(wordsOf(example))).rejects.toThrow(Parsed);
    await expect(parse([...wordsOf(example), '--no-such-option'])).rejects.not.toThrow(Parsed);
  });
});

describe('the examples in the help of a command, in a copy of the project', () => {
  const copy = projectCopy();
  let commands: ServedCommands;
  let server: Awaited<ReturnType<typeof scriptedServer>>;

  beforeAll(async () => {
    server = await scriptedServer(() => ({ status: 200, body: chatBody('1. wait()') }));
    for (const part of ['cassettes/tapes/household', 'cassettes/tapes/robot', 'results/baseline'])
      cpSync(join(PLACES.root, part), join(copy.folder, part), { recursive: true });
    for (const page of PAGES)
      for (const { file, text } of pageBlocks(readFileSync(join(PLACES.root, page), 'utf8')))
        if (file !== null) copy.add(file, text.replaceAll('http://localhost:8000/v1', server.baseUrl));
    for (const own of ['planner', 'suite'])
      cpSync(join(PLACES.root, 'harness/package/examples', own), copy.folder, { recursive: true });
    for (const tapes of ['my_tapes', 'more_tapes'])
      cpSync(join(PLACES.root, 'cassettes/tapes/listings'), join(copy.folder, tapes, 'listings'), { recursive: true });
    copy.add('grasp-problems.json', JSON.stringify(graspsFile()));
    writeSampleCheckout(join(copy.folder, 'embodied-agent-interface'));
    copy.add('my_model_goals.json', sampleAnswers('{}'));
    const answer = 'unstack the red block from on top of the blue block';
    writePublishedAnswers(join(copy.folder, 'LLMs-Planning'), {
      'gpt-4-turbo_chat/task_1': [{ answer, correct: true }],
    });
    const { OPENAI_BASE_URL: _, OPENAI_API_KEY: __, ...env } = process.env;
    const model = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'key' };
    commands = servedCommands(copy.folder, { cwd: copy.folder, env: { ...env, ...model } });
    copy.add('my.plan', (await commands.carryOut(['plan', 'domain.pddl', 'problem.pddl'])).out);
  });
  afterAll(async () => {
    commands.close();
    await server.close();
  });

  async function carryOut(line: string, expected = EXIT_CODES[line] ?? 0): Promise<void> {
    const { exitCode, said } = await commands.carryOut(wordsOf(line));
    expect(exitCode, `${line}\n${said.slice(-2000)}`).toBe(expected);
  }

  const begins = (...names: string[]) => EXAMPLES.filter((each) => names.some((name) => each.startsWith(`${name} `)));
  const [made, removed, batched] = [begins('run'), begins('runs rm'), begins('batch')];
  const others = EXAMPLES.filter((each) => ![...made, ...removed, ...batched].includes(each));
  const isCarriedOut = (each: string) => !Object.hasOwn(NOT_CARRIED_OUT, each);

  it('are known where they are not carried out', () => {
    expect(Object.keys(NOT_CARRIED_OUT).filter((each) => !EXAMPLES.includes(each))).toEqual([]);
  });

  it.each(made.filter(isCarriedOut))('%s', (example) => carryOut(example));

  it('have shards to merge', async () => {
    await carryOut('run household --planner oracle --scene house_1 --shard 1/2 --name first');
    await carryOut('run household --planner oracle --scene house_1 --shard 2/2 --name second');
    await carryOut('run household --planner llm_state --scene house_1 --task make_toast --name newest');
  });

  it.each(others.filter(isCarriedOut))('%s', (example) => carryOut(example));

  it('have something that is missing', async () => {
    await carryOut('run household --planner llm_state --scene house_1 --model my-model --mode batch', 3);
  });

  it.each(batched)('%s', async (example) => {
    if (example.startsWith('batch ingest')) {
      const lines = readFileSync(join(copy.folder, 'requests.jsonl'), 'utf8').trim().split('\n');
      const answers = lines.map((line) => ({ custom_id: JSON.parse(line).custom_id, content: '1. wait()' }));
      copy.add('answers.jsonl', answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
    }
    await carryOut(example);
  });

  it.each(removed)('%s', (example) => carryOut(example));
});
