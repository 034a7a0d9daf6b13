import { describe, expect, it, test } from 'vitest';
import { planDocument } from '../pddl/plan/plan_problem.ts';
import { fenced, MISTAKEN_PROBLEMS, RIGHT_PROBLEM, UNUSUAL_PROBLEMS, WRONG_PROBLEMS } from '../testing/pddl_corpus.ts';
import { shippedContract } from '../testing/shipped_prompts.ts';
import { playAtTable, SMALL_TABLE_SKILLS, SmallTable } from '../testing/small_table.ts';
import { llmP } from './llm_p.ts';

const solve = (reply: string) => playAtTable(llmP, { problem: reply });

describe('llmP.plan()', () => {
  it('has the model write the problem in answer to one user message, plans it, and carries the plan out', async () => {
    const { did, stacks, requests, notes } = await solve(fenced(RIGHT_PROBLEM));
    expect(did).toEqual(['pick C_block_1 table', 'place C_block_1 B_block_1', 'stop: plan_completed']);
    expect(stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
    const messages = [{ role: 'user', content: expect.stringContaining('(:domain tabletop)') }];
    expect(requests).toEqual([{ messages, options: { purpose: 'problem', temperature: 0.1, maxTokens: 2500 } }]);
    expect(requests[0]?.messages[0]?.content).not.toMatch(/:action|:effect|:precondition/);
    expect(notes).toEqual([
      { kind: 'parsed', purpose: 'problem', accepted: 1, discardedCounts: {}, discarded: [], remarks: [] },
      expect.objectContaining({ kind: 'planned', purpose: 'goal', status: 'solved', cost: 2 }),
    ]);
  });

  it('stops without a domain', async () => {
    const { did, requests } = await playAtTable(llmP, {}, { skills: null });
    expect(did).toEqual(['stop: no_domain']);
    expect(requests).toEqual([]);
  });

  it('stops where the search reaches its limit', async () => {
    const { did } = await playAtTable(llmP, { problem: RIGHT_PROBLEM }, { options: { expansionsMax: 1 } });
    expect(did).toEqual(['stop: planning_limit']);
  });

  it('can plan with Fast Downward', async () => {
    const asked: string[][] = [];
    const fastDownward = async (...texts: [string, string]) => {
      asked.push(texts);
      return { ...planDocument('solved'), plan: ['(pick c_block_1 table)'] };
    };
    const setting = { options: { solver: 'fast-downward' as const }, fastDownward };
    const { did } = await playAtTable(llmP, { problem: RIGHT_PROBLEM }, setting);
    expect(did).toEqual(['pick C_block_1 table', 'stop: plan_completed']);
    expect(asked).toEqual([[SMALL_TABLE_SKILLS, RIGHT_PROBLEM.trim()]]);
  });
});

describe('llmP.plan() on PDDL as models write it', () => {
  it.each([...UNUSUAL_PROBLEMS, ...WRONG_PROBLEMS, ...MISTAKEN_PROBLEMS])(
    '$name: $llmP',
    async ({ reply, llmP: end }) => {
      const { did, notes } = await solve(reply);
      expect(did.at(-1)).toBe(`stop: ${end}`);
      if (end === 'parse' || end === 'schema') {
        const said = notes.flatMap((note): readonly (string | null)[] => {
          if (note.kind === 'parsed') return note.remarks;
          return note.kind === 'planned' ? [note.message] : [];
        });
        expect(said.join(), 'the reason in the trace').not.toBe('');
      }
    },
  );

  it.each(UNUSUAL_PROBLEMS)('reads a right problem $name', async ({ reply }) => {
    expect((await solve(reply)).stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
  });
});

describe('llmP.plan() with retries', () => {
  const retrying = (...replies: string[]) => playAtTable(llmP, { problem: replies }, { options: { retriesMax: 2 } });

  it('asks again, with the reason', async () => {
    const { did, requests, notes } = await retrying('No.', RIGHT_PROBLEM.replace('(on A', '(above A'), RIGHT_PROBLEM);
    expect(did.at(-1)).toBe('stop: plan_completed');
    expect(requests.map(({ messages }) => messages.length)).toEqual([1, 3, 5]);
    expect(requests[2]?.messages.at(-1)?.content).toContain('unknown predicate "above"');
    expect(notes.flatMap((note) => (note.kind === 'parsed' ? note.remarks : []))).toEqual([
      'parse: it holds no "(define (problem …) …)"',
      'retry 1 of 2',
      expect.stringMatching(/^schema: problem, line 6/),
      'retry 2 of 2',
    ]);
  });

  it('does not ask again for a problem without a plan', async () => {
    const cyclic = MISTAKEN_PROBLEMS.find(({ name }) => name === 'a cyclic tower')?.reply ?? '';
    expect((await retrying(cyclic)).did).toEqual(['stop: unsolvable']);
  });
});

it('llmP sends golden/problem.txt', async () => {
  const { requests } = await solve(RIGHT_PROBLEM);
  await expect(`${requests[0]?.messages[0]?.content}\n`).toMatchFileSnapshot('golden/problem.txt');
});

const HUGE = 'x'.repeat(1_000_000);

shippedContract(llmP, {
  observation: new SmallTable().observe(),
  replies: { problem: [RIGHT_PROBLEM, fenced(RIGHT_PROBLEM)] },
  hugeReplies: { problem: [`${RIGHT_PROBLEM}\n${HUGE}`, `${RIGHT_PROBLEM}\n${'prose\n'.repeat(2000)}`] },
  start: { skills: SMALL_TABLE_SKILLS },
  variants: [
    ...[{ predicates: false }, { retriesMax: 2 }, { temperature: 1 }, { replyTokensMax: 100 }, { expansionsMax: 1000 }],
  ],
});

const CASES = [...WRONG_PROBLEMS, ...MISTAKEN_PROBLEMS];
test('the corpus has at least 50 cases', () => expect(CASES.length).toBeGreaterThanOrEqual(50));
