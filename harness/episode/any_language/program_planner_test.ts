import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { TapeMissError } from '../../../cassettes/cassette/replay.ts';
import { type Llm, LlmCallError } from '../../../cassettes/llm.ts';
import { temporaryFolder } from '../../../cassettes/testing/tape_fixture.ts';
import type { Observation } from '../../../envs/env.ts';
import type { PlannerNote, Start } from '../../../planners/planner.ts';
import { promptSet } from '../../../planners/prompts.ts';
import { namesProgram, programPlanner, readProgramCommand } from './program_planner.ts';
import { toProgramSchema } from './protocol.ts';

const SEEN = { world: 'lamps', lit: ['a'] } as Observation;
const ACT = { type: 'act', action: { verb: 'press', args: ['a'] } };
const ASK = { type: 'ask', messages: [{ role: 'user', content: 'what now?' }], purpose: 'plan' };
const STOP = { type: 'stop', reason: 'gave_up' };

const LLM: Llm = {
  chat: async () => ({ text: 'press a', finishReason: 'stop', usage: { promptTokens: 3, completionTokens: 2 } }),
  embed: async (texts) => texts.map(({ length }) => [length, 1]),
  countTokens: async ({ length }) => length,
};

type Scene = Readonly<{ llm?: Partial<Llm>; start?: Partial<Start<Observation>> }>;

/** Plays what a program says, line by line; null for its end, an error where it ends badly. */
async function played(lines: readonly (object | string | null | Error)[], { llm, start }: Scene = {}) {
  const [heard, notes, decisions]: [unknown[], PlannerNote[], unknown[]] = [[], [], []];
  let [last, ended, failure]: [unknown, number, unknown] = [null, 0, null];
  const left = [...lines];
  const planner = programPlanner('cmd:x', { depth: 3 }, () => ({
    async turn(line) {
      if (line !== null) heard.push(toProgramSchema.parse(JSON.parse(line)));
      const next = left.shift() ?? null;
      if (next instanceof Error) throw next;
      return typeof next === 'object' && next !== null ? JSON.stringify(next) : next;
    },
    async end(line) {
      ended += 1;
      if (line !== undefined) last = toProgramSchema.parse(JSON.parse(line));
    },
  }));
  const given: Start<Observation> = {
    ...{ instruction: 'Light it.', observation: SEEN, past: [], seed: 7 },
    actions: { verbs: { press: 1 }, namesIn: () => ['a', 'b'] },
    llm: { ...LLM, ...llm },
    prompts: promptSet('none', [], {}),
    note: (note) => notes.push(note),
    ...start,
  };
  const episode = planner.plan(given, { depth: 3 });
  const step = { ok: false, observation: SEEN };
  try {
    for (let turn = await episode.next(); turn.done !== true; turn = await episode.next(step))
      decisions.push(turn.value);
  } catch (error) {
    failure = error;
  }
  return { heard, notes, decisions, last, ended, failure };
}

describe('programPlanner()', () => {
  it('tells the program all that a planner is told', async () => {
    const past = [{ action: { verb: 'press', args: ['b'] }, ok: true }];
    const { heard } = await played([null], { start: { past, skills: '(define …)', memory: { lit: 1 } } });
    const given = {
      type: 'start',
      protocol: 1,
      instruction: 'Light it.',
      observation: SEEN,
      names: ['a', 'b'],
      seed: 7,
    };
    const options = { actions: { verbs: { press: 1 } }, options: { depth: 3 } };
    expect(heard).toEqual([{ ...given, ...options, past, memory: { lit: 1 }, skills: '(define …)' }]);
  });

  it('takes decisions, and tells what came of them and nothing of why', async () => {
    const { decisions, heard, ended, failure } = await played([ACT, { type: 'sense' }, STOP]);
    expect(failure).toBeNull();
    const stop = { kind: 'stop', reason: 'gave_up' };
    expect(decisions).toEqual([{ kind: 'act', action: ACT.action }, { kind: 'sense' }, stop]);
    const outcome = { type: 'outcome', ok: false, observation: SEEN, names: ['a', 'b'] };
    expect(heard.slice(1)).toEqual([outcome, outcome]);
    expect(ended).toBeGreaterThan(0);
  });

  it('asks, embeds and counts for it', async () => {
    const chat = vi.fn(LLM.chat);
    const asks = [ASK, { ...ASK, temperature: 0.5, maxTokens: 9 }];
    const embed = { type: 'embed', texts: ['abc', ''], purpose: 'find' };
    const { heard } = await played([...asks, embed, { type: 'count_tokens', text: 'four' }, STOP], { llm: { chat } });
    const usage = { promptTokens: 3, completionTokens: 2 };
    const reply = { type: 'reply', text: 'press a', finishReason: 'stop', usage };
    const vectors = [3, 0].map((length) => [length, 1]);
    expect(heard.slice(1)).toEqual([reply, reply, { type: 'vectors', vectors }, { type: 'tokens', count: 4 }]);
    expect(chat.mock.calls).toEqual([
      [ASK.messages, { purpose: 'plan', temperature: 0 }],
      [ASK.messages, { purpose: 'plan', temperature: 0.5, maxTokens: 9 }],
    ]);
  });

  it('passes notes on as they are written, and answers none', async () => {
    const note = { belief: { lamp: 'lit' }, kind: 'belief' };
    const { notes, heard } = await played([{ type: 'note', note }, STOP]);
    expect(JSON.stringify(notes)).toBe(JSON.stringify([note]));
    expect(heard).toHaveLength(1);
  });

  it('ends as a planner that returns where the program ends well', async () => {
    expect(await played([null])).toMatchObject({ decisions: [], failure: null });
    const failure = new Error('it ended with exit code 3');
    expect((await played([failure])).failure).toBe(failure);
  });

  it.each([
    ['Traceback (most recent call last):', 'which is not JSON; write only messages to standard output'],
    ['', 'the program wrote "" (line 1 of its output), which is not JSON'],
    ['x'.repeat(1e6), `the program wrote "${'x'.repeat(200)}…" (line 1`],
    ['['.repeat(1e6), 'more than 64 levels of nesting'],
    ['[]', 'field ""'],
    ['{"type":"fly"}', 'field "type"'],
    ['{"type":"act","action":{"verb":"press"}}', 'field "action.args"'],
    ['{"type":"stop"}', 'field "reason"'],
    ['{"type":"stop","reason":""}', 'field "reason"'],
    [`{"type":"stop","reason":"${'so '.repeat(34)}"}`, 'field "reason"'],
    ['{"type":"ask","messages":[],"purpose":"plan"}', 'field "messages"'],
    ['{"type":"ask","messages":[{"role":"tool","content":""}],"purpose":"p"}', 'field "messages.0.role"'],
    ['{"type":"note","note":{"kind":"mood"}}', 'field "note.kind"'],
    ['{"__proto__":{"type":"sense"}}', 'field "type"'],
  ])('ends the episode where the program writes %#', async (line, problem) => {
    const { failure, ended } = await played([line]);
    expect(failure).toMatchObject({ message: expect.stringContaining(problem) });
    expect(ended).toBeGreaterThan(0);
  });

  it('ends the episode of one that notes without end', async () => {
    const notes = Array.from({ length: 10_002 }, () => ({ type: 'note', note: { kind: 'belief', belief: 1 } }));
    expect((await played(notes)).failure).toMatchObject({
      message: 'the program sent 10000 messages without a decision',
    });
  });
});

describe('programPlanner(), where a call fails,', () => {
  const failing = (error: Error) => ({ llm: { chat: () => Promise.reject(error) } });
  const tooLong = new LlmCallError('context_length_exceeded', 'too long');

  it('tells the program, which may go on', async () => {
    const { heard, decisions, failure } = await played([ASK, ACT, null], failing(tooLong));
    expect(heard[1]).toEqual({ type: 'failed', code: 'context_length_exceeded', message: 'too long' });
    expect(decisions).toHaveLength(1);
    expect(failure).toBeNull();
  });

  it.each([
    ['ends', null],
    ['dies', new Error('it ended with exit code 1')],
  ])('passes the failure on where the program %s over it', async (_, end) => {
    expect((await played([ASK, end], failing(tooLong))).failure).toBe(tooLong);
  });

  it('passes on that no model answers where the program stops over it, and only then', async () => {
    const noAnswer = new LlmCallError('api_error', 'the connection failed');
    const stopped = await played([ASK, STOP], failing(noAnswer));
    expect(stopped).toMatchObject({ failure: noAnswer, decisions: [], ended: 1 });
    expect((await played([ASK, ACT, STOP], failing(noAnswer))).failure).toBeNull();
    expect((await played([ASK, STOP], failing(tooLong))).failure).toBeNull();
  });

  it.each([
    ['tape_miss', new TapeMissError('not there', {} as ConstructorParameters<typeof TapeMissError>[1])],
    ['refused_secret', new LlmCallError('refused_secret', 'a key')],
    ['other', new Error('too many calls')],
  ])('tells the program and ends at once: %s', async (code, error) => {
    const { heard, last, failure } = await played([ASK, ACT], failing(error));
    expect(failure).toBe(error);
    expect(heard).toHaveLength(1);
    expect(last).toEqual({ type: 'failed', code, message: error.message });
  });
});

const folder = temporaryFolder(afterAll);
writeFileSync(join(folder, 'mine.py'), 'print()\n');
writeFileSync(join(folder, 'my planner.py'), 'print(2)\n');

const read = (text: string) => readProgramCommand(text, folder);

it('namesProgram() tells a command from a name and a file', () => {
  expect(['cmd:x y', 'cmd:', 'llm_state', './cmd.ts', 'Cmd:x'].map(namesProgram)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

describe('readProgramCommand()', () => {
  it.each([
    ['cmd:python3 mine.py', ['python3', 'mine.py']],
    ['cmd:  ./mine   --fast ', ['./mine', '--fast']],
    ['cmd:python3 "my planner.py" \'a "b"\' --x="1 2"', ['python3', 'my planner.py', 'a "b"', '--x=1 2']],
    [`cmd:a '' ""`, ['a', '', '']],
    ['cmd:g++ a+b c=d', ['g++', 'a+b', 'c=d']],
    ['cmd:echo $HOME; rm *', ['echo', '$HOME;', 'rm', '*']],
  ])('takes %s apart as a shell would, and has nothing evaluated', (text, words) => {
    expect(read(text)).toMatchObject({ command: { words, folder }, settings: [] });
  });

  it('takes options from the end, and leaves the rest as it is written', () => {
    const { command, settings } = read('cmd:python3 mine.py a+b+depth=3+name=x');
    expect(command.text).toBe('python3 mine.py a+b');
    expect(settings).toEqual(['depth=3', 'name=x']);
  });

  it('digests every file that the command names', () => {
    const { digests } = read('cmd:python3 mine.py "my planner.py" nothing.py .').command;
    expect(digests).toEqual({
      'mine.py': 'd8594fa1268ecabc62af7c9e2449b8c46db0f426cd9aad384c67efe59e582b3e',
      'my planner.py': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each([
    ['cmd:', 'expected a program after "cmd:"'],
    ['cmd:   +depth=3', 'expected a program after "cmd:"'],
    ['cmd:"" x', 'expected a program'],
    ['cmd:python3 "mine.py', 'a closing quotation mark is missing'],
    ["cmd:it's", 'a closing quotation mark is missing'],
    ['cmd:python3\0', 'it contains a control character'],
    ['cmd:python3\nmine.py', 'it contains a control character'],
  ])('refuses %j', (text, problem) => {
    expect(() => read(text)).toThrow(problem);
  });
});
