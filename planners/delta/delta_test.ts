import { describe, expect, it, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { checkPddl } from '../pddl/check/check_pddl.ts';
import {
  changed,
  fenced,
  MISTAKEN_PROBLEMS,
  RIGHT_DOMAIN,
  RIGHT_PROBLEM,
  RIGHT_SUBGOALS,
  UNUSUAL_PROBLEMS,
  WRONG_PROBLEMS,
} from '../testing/pddl_corpus.ts';
import { chatText } from '../testing/play_script.ts';
import { shippedContract, shippedPrompts } from '../testing/shipped_prompts.ts';
import { playAtTable, SmallTable } from '../testing/small_table.ts';
import { delta, executableActions, type Options, readDomain, subgoalProblem } from './delta.ts';
import { SUBGOAL_CASES, UNUSUAL_DOMAINS, WRONG_DOMAINS } from './testing/domain_corpus.ts';

type Replies = Readonly<{ domain?: string; problem?: string; subgoals?: string }>;

const RIGHT = { domain: RIGHT_DOMAIN, problem: RIGHT_PROBLEM, subgoals: RIGHT_SUBGOALS };

function solve(replies: Replies = {}, options: Partial<Options> = {}) {
  return playAtTable(delta, { ...RIGHT, ...replies }, { options });
}

const THREE_SUBGOALS = `1. Clear A
1.1 (on table B_block_1)
2. Put C on A
2.1 (on A_block_1 C_block_1)
2.2 (in hand air)
3. Put B on C
3.1 (on C_block_1 B_block_1)`;

describe('delta.plan()', () => {
  it('has the model write domain, problem and subgoals, and plans from one to the next', async () => {
    const { did, stacks, requests, notes } = await solve({ subgoals: THREE_SUBGOALS });
    expect(did).toEqual([
      ...['pick B_block_1 A_block_1', 'place B_block_1 table', 'pick C_block_1 table', 'place C_block_1 A_block_1'],
      ...['pick B_block_1 table', 'place B_block_1 C_block_1', 'stop: plan_completed'],
    ]);
    expect(stacks).toEqual(['A_block_1 C_block_1 B_block_1']);
    expect(requests.map(({ options }) => options)).toEqual(
      ['domain', 'problem', 'subgoals'].map((purpose) => ({ purpose, temperature: 0.1, maxTokens: 2500 })),
    );
    const first = { text: 'Clear A', conditions: ['(on table B_block_1)'], isBroken: false, leftOut: [], added: [] };
    const [second, third] = ['Put C on A', 'Put B on C'].map((text) => expect.objectContaining({ text }));
    const found = notes.map((note) => ('purpose' in note ? note.purpose : note.belief));
    const plans = [first, second, third].flatMap((belief) => [belief, 'subgoal']);
    expect(found).toEqual(['domain', 'problem', 'subgoals', ...plans]);
  });

  it('skips a subgoal without a plan, goes on, and says so at the end', async () => {
    const subgoals = `1. A on itself\n1.1 (on A_block_1 A_block_1)\n2. C\n2.1 (clear C_block_1)\n${RIGHT_SUBGOALS}`;
    const { did, stacks } = await solve({ subgoals });
    expect(did).toEqual(['pick C_block_1 table', 'place C_block_1 B_block_1', 'stop: unsolvable']);
    expect(stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
  });

  it('ends with a refused action', async () => {
    const domain = WRONG_DOMAINS.find(({ end }) => end === 'action_failed')?.domain ?? '';
    const { did } = await solve({ domain, subgoals: `${RIGHT_SUBGOALS}2. More\n2.1 (in hand A_block_1)` });
    expect(did).toEqual(['refused: place C_block_1 B_block_1', 'stop: action_failed']);
  });

  it('stops where the search reaches its limit', async () => {
    const { did } = await solve({}, { expansionsMax: 1 });
    expect(did).toEqual(['stop: planning_limit']);
  });

  it.each([
    ['domain', 1],
    ['problem', 2],
    ['subgoals', 3],
  ])('asks for no more once the %s cannot be used', async (purpose, count) => {
    expect((await solve({ [purpose]: '' })).requests).toHaveLength(count);
  });

  it('asks again, as often as it is told', async () => {
    const script = Object.fromEntries(Object.entries(RIGHT).map(([purpose, reply]) => [purpose, ['No.', reply]]));
    const { did, requests } = await playAtTable(delta, script, { options: { retriesMax: 1 } });
    expect(did.at(-1)).toBe('stop: plan_completed');
    expect(requests.map(({ messages }) => messages.length)).toEqual([2, 4, 6, 8, 10, 12]);
  });
});

describe('delta.plan() with domainFrom=example', () => {
  const stacking = UNUSUAL_DOMAINS.find(({ name }) => name.startsWith('no "under"'));

  it('plans with the predicates of the example, which are those sensed', async () => {
    const { did, stacks } = await solve(stacking, { domainFrom: 'example' });
    expect(did.at(-1)).toBe('stop: plan_completed');
    expect(stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
  });

  it('has nothing to plan from where the domain has predicates of its own', async () => {
    const own = (text = '') => text.replaceAll('(on ', '(stands ').replaceAll('(in ', '(grips ');
    const { domain, problem, subgoals } = stacking ?? {};
    const replies = { domain: own(domain), problem: own(problem), subgoals: own(subgoals) };
    const { did, notes } = await solve(replies, { domainFrom: 'example' });
    expect(did).toEqual(['stop: unsolvable']);
    const leftOut = notes.flatMap((note) => (note.kind === 'belief' ? [note.belief] : []));
    expect(leftOut).toEqual([expect.objectContaining({ leftOut: ['in', 'on', 'under'] })]);
  });
});

describe('delta.plan() on PDDL as models write it', () => {
  it.each([...UNUSUAL_DOMAINS, ...WRONG_DOMAINS])('a domain with $name: $end', async ({ end, name: _, ...replies }) => {
    const { did, notes } = await solve(replies);
    expect(did.at(-1)).toBe(`stop: ${end}`);
    if (end === 'parse' || end === 'schema') {
      const [reading] = notes;
      expect(notes.length > 3 || (reading?.kind === 'parsed' && reading.remarks.join().length > 0)).toBe(true);
    }
  });

  it.each(UNUSUAL_DOMAINS)('carries out the plan of a domain with $name', async ({ end: _, name: __, ...replies }) => {
    expect((await solve(replies)).stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
  });

  it.each([...UNUSUAL_PROBLEMS, ...WRONG_PROBLEMS, ...MISTAKEN_PROBLEMS])(
    'a problem: $name: $delta',
    async ({ reply, delta: end }) => expect((await solve({ problem: reply })).did.at(-1)).toBe(`stop: ${end}`),
  );

  it.each(SUBGOAL_CASES)('subgoals: $name: $end', async ({ end, subgoals }) => {
    expect((await solve({ subgoals })).did.at(-1)).toBe(`stop: ${end}`);
  });
});

describe('the prompts of delta', () => {
  it.each(['domain', 'problem', 'subgoals'])('golden/%s.txt', async (purpose) => {
    const { requests } = await solve();
    const messages = requests.find(({ options }) => options.purpose === purpose)?.messages ?? [];
    await expect(chatText(messages)).toMatchFileSnapshot(`golden/${purpose}.txt`);
  });

  it('golden/from_example.txt: no word about the robot, its actions and predicates', async () => {
    const { requests } = await solve({}, { domainFrom: 'example' });
    const text = chatText(requests[2]?.messages.filter(({ role }) => role !== 'assistant'));
    expect(text).not.toMatch(/senses|block is|\bhand at a table/);
    await expect(text).toMatchFileSnapshot('golden/from_example.txt');
  });
});

const FLAGS =
  shippedPrompts(delta)
    .render('system', {})
    .match(/:[a-z-]+[a-z]/g) ?? [];

describe('delta.plan() on the PDDL that its system prompt promises', () => {
  test('which is eight requirements', () => expect(FLAGS).toHaveLength(8));

  it.each(FLAGS)('plans with the requirement %s', async (flag) => {
    const domain = changed(RIGHT_DOMAIN, [[':strips :equality', `:strips ${flag} :equality`]]);
    expect((await solve({ domain })).stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
  });

  it.each([
    '(or (on C_block_1 B_block_1) (on B_block_1 C_block_1))',
    '(not (on table C_block_1))',
    '(exists (?above) (and (on B_block_1 ?above) (not (= ?above air))))',
    '(forall (?below) (not (and (under C_block_1 ?below) (= ?below table))))',
  ])('reaches a subgoal with %s', async (fact) => {
    const subgoals = `1. C off the table\n1.1 ${fact}\n1.2 (in hand air)\n1.3 (on B_block_1 C_block_1)`;
    expect((await solve({ subgoals })).stacks).toEqual(['A_block_1 B_block_1 C_block_1']);
  });
});

const domainOf = (text: string) => readDomain(text, new ParseLog());

describe('readDomain()', () => {
  it('gives the text of the domain', () => {
    expect(domainOf(fenced(RIGHT_DOMAIN))).toEqual({ ok: true, value: RIGHT_DOMAIN.trim(), accepted: 1 });
  });

  it('ignores a name in a comment', () => {
    expect(domainOf(RIGHT_DOMAIN.replace('(domain', '; (domain other)\n(domain')).ok).toBe(true);
  });

  it('names the missing action', () => {
    const problem = 'the domain has no action for place; its actions: "pick", "put"';
    const put = RIGHT_DOMAIN.replace('action place', 'action put');
    expect(domainOf(put)).toEqual({ ok: false, failure: 'schema', problem });
  });
});

describe('executableActions()', () => {
  const blocks = ['K_block_1', 'L_block_1'];

  it('gives the actions of longer names, with blocks as the world spells them, and omits other arguments', () => {
    expect(executableActions(['(PICK-UP robot k_block_1 table hand)', '(place k_block_1 l_block_1)'], blocks)).toEqual([
      { verb: 'pick', args: ['K_block_1', 'table'] },
      { verb: 'place', args: ['K_block_1', 'L_block_1'] },
    ]);
  });

  it.each([
    '(stack k_block_1 l_block_1)',
    '(unpick k_block_1 table)',
    '(pick k_block_1)',
    '(pick)',
    '(pick table k_block_1)',
    '(pick air hand)',
    '(place k_block_1 z_block_1)',
    '(place k_block_1 table l_block_1)',
  ])('gives none with %s', (step) => expect(executableActions(['(pick k_block_1 table)', step], blocks)).toBeNull());
});

const OBSERVATION = new SmallTable().observe();

function problemOf(sections: string, objects: string) {
  const domain = `(define (domain Own) ${sections})`;
  const checked = checkPddl(domain, `(define (problem p) (:domain own) ${objects} (:init) (:goal (and)))`);
  if (checked.status !== 'ok') throw new Error(checked.message);
  const made = subgoalProblem(checked, OBSERVATION, { conditions: ['(on A_block_1 C_block_1)', '(in hand air)'] });
  const again = checkPddl(domain, made.text);
  if (again.status !== 'ok') throw new Error(again.message);
  const typed = again.problem.objects.map(({ name, types }) => `${name.written} - ${types?.[0]?.written}`);
  return { ...made, objects: typed, init: again.problem.init };
}

const PREDICATES = '(:predicates (on ?a ?b) (under ?a ?b) (in ?a ?b))';
const BLOCKS = 'A_block_1 B_block_1 C_block_1';

describe('subgoalProblem()', () => {
  it('writes the objects, what is sensed, and the goal', () => {
    const { text, leftOut, added } = problemOf(`(:constants air hand table) ${PREDICATES}`, `(:objects ${BLOCKS})`);
    expect(text).toBe(`(define (problem subgoal)
  (:domain Own)
  (:objects
    A_block_1 - object
    B_block_1 - object
    C_block_1 - object
  )
  (:init
${OBSERVATION.facts.map((fact) => `    (${fact.join(' ')})`).join('\n')}
  )
  (:goal (and
    (on A_block_1 C_block_1)
    (in hand air)
  )))
`);
    expect([leftOut, added]).toEqual([[], []]);
  });

  it('keeps the types that the model gave, and gives them to blocks that it forgot', () => {
    const types = '(:types block place - object) (:constants table - place air hand - object)';
    const { objects, added } = problemOf(`${types} ${PREDICATES}`, '(:objects shelf - place a_block_1 - block)');
    expect(objects).toEqual(['shelf - place', 'a_block_1 - block', 'B_block_1 - block', 'C_block_1 - block']);
    expect(added).toEqual(['B_block_1', 'C_block_1']);
  });

  it('declares hand, air and table where nobody did', () => {
    const { objects, added } = problemOf(PREDICATES, `(:objects ${BLOCKS} table)`);
    expect(objects.slice(3)).toEqual(['table - object', 'air - object', 'hand - object']);
    expect(added).toEqual(['air', 'hand']);
  });

  it('leaves out what the domain cannot say', () => {
    const sections = '(:constants air hand table) (:predicates (on ?a ?b) (under ?a) (in ?a ?b) (clear ?a))';
    const { init, leftOut } = problemOf(sections, `(:objects ${BLOCKS})`);
    expect(leftOut).toEqual(['under']);
    expect(init).toHaveLength(OBSERVATION.facts.filter(([predicate]) => predicate !== 'under').length);
  });
});

const HUGE = 'x'.repeat(1_000_000);

shippedContract(delta, {
  observation: new SmallTable().observe(),
  replies: {
    domain: [RIGHT_DOMAIN, fenced(RIGHT_DOMAIN)],
    problem: [RIGHT_PROBLEM],
    subgoals: [RIGHT_SUBGOALS, THREE_SUBGOALS],
  },
  hugeReplies: {
    domain: [`${RIGHT_DOMAIN}\n${HUGE}`],
    problem: [`${RIGHT_PROBLEM}\n${'prose\n'.repeat(2000)}`],
    subgoals: [
      `${RIGHT_SUBGOALS}${HUGE}`,
      `${RIGHT_SUBGOALS}${'1.1 (in hand air)\n'.repeat(500)}`,
      RIGHT_SUBGOALS + Array.from({ length: 200 }, (_, i) => `${i + 2}. More\n${i + 2}.1 (in hand air)\n`).join(''),
    ],
  },
  variants: [
    ...[{ domainFrom: 'example' as const }, { retriesMax: 2 }, { temperature: 1 }],
    ...[{ replyTokensMax: 100 }, { expansionsMax: 1000 }],
  ],
});

test('WRONG_DOMAINS has at least 25 cases', () => expect(WRONG_DOMAINS.length).toBeGreaterThanOrEqual(25));
