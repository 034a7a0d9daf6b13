import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../envs/env.ts';
import type { PddlObservation } from '../../envs/pddl/observation.ts';
import { playScript } from '../testing/play_script.ts';
import { shippedContract, shippedPromptFiles } from '../testing/shipped_prompts.ts';
import { planbenchOneShot } from './planbench_one_shot.ts';

const PLAN = '[PLAN]\nunstack a from b\nput down a\npick up b\nstack b on a\n[PLAN END]';

const shipped = (path: string) => JSON.parse(readFileSync(new URL(`../../envs/pddl/${path}`, import.meta.url), 'utf8'));
const shippedTasks: readonly { scene: string; instance: string; instruction: string; goal: readonly string[] }[] =
  shipped('tasks/planbench.json').tasks;

function instancesIn(domain: string): Readonly<Record<string, Pick<PddlObservation, 'objects' | 'facts'>>> {
  return shipped(`scenes/${domain}.json`).instances;
}

function seenIn(domain: string): PddlObservation {
  const { actions, words } = shipped(`scenes/${domain}.json`);
  const [instance] = Object.values(instancesIn(domain));
  return { world: 'pddl', domain, actions, words, ...instance!, goal: [] };
}

const facts = ['clear a', 'handempty', 'on a b', 'ontable b'];
const towers = { ...seenIn('blocksworld'), objects: ['a', 'b'], facts, goal: ['on b a'] };

shippedContract(planbenchOneShot, {
  observation: towers,
  replies: { plan: [PLAN] },
  hugeReplies: { plan: ['unstack a from b\n'.repeat(20_000)] },
  variants: [{ request: 'instruction' }],
});

async function solve(reply: string, { observation = towers, options = {} } = {}) {
  let facts = new Set(observation.facts);
  const { did, requests, notes } = await playScript(
    [planbenchOneShot, options],
    { script: { plan: reply }, given: { observation, instruction: 'As published.' } },
    (decision) => {
      const next = decision.kind === 'act' ? after(decision.action, observation, facts) : null;
      facts = next ?? facts;
      return { ok: next !== null, observation };
    },
  );
  return { did, requests, notes, facts };
}

function after({ verb, args }: Action, { actions }: PddlObservation, facts: ReadonlySet<string>): Set<string> | null {
  const { parameters, needs, adds, deletes } = actions[verb]!;
  const ground = (schema: string) => schema.replace(/\?[a-z]+/g, (variable) => args[parameters.indexOf(variable)]!);
  if (!needs.every((need) => facts.has(ground(need)))) return null;
  return new Set([...facts].filter((fact) => !deletes.map(ground).includes(fact)).concat(adds.map(ground)));
}

describe('planbenchOneShot.plan()', () => {
  it('asks once, and carries the plan of the answer out', async () => {
    const { did, requests, notes } = await solve(`Let me think: stack a on b?\n${PLAN}`);
    expect(did).toEqual(['unstack a b', 'put-down a', 'pick-up b', 'stack b a', 'stop: plan_completed']);
    expect(requests.map(({ options }) => options)).toEqual([{ purpose: 'plan', temperature: 0 }]);
    expect(notes).toMatchObject([{ kind: 'parsed', accepted: 4, remarks: ['rule: marked'] }]);
  });

  it('stops at the first action that is refused', async () => {
    const { did } = await solve('[PLAN]\nunstack a from b\npick up b\nput down a\n[PLAN END]');
    expect(did).toEqual(['unstack a b', 'pick-up b', 'stop: action_failed']);
  });

  it('stops where the answer states no plan', async () => {
    expect((await solve('There is none.')).did).toEqual(['stop: parse']);
  });

  it('asks the instruction itself, where it is told to, in any domain', async () => {
    const observation = { ...towers, domain: 'elsewhere' };
    const { did, requests } = await solve(PLAN, { observation, options: { request: 'instruction' } });
    expect(requests.map(({ messages }) => messages)).toEqual([[{ role: 'user', content: 'As published.' }]]);
    expect(did.at(-1)).toBe('stop: plan_completed');
    expect((await solve(PLAN, { observation })).did).toEqual(['stop: no_prompt']);
  });

  it('tells trucks from airplanes, and gives objects their names in PDDL', async () => {
    const { text, seen } = exampleIn('logistics');
    const { did } = await solve(text, { observation: seen });
    expect(did.slice(2, 6)).toEqual([
      ...['drive-truck t0 l0-1 l0-0 c0', 'unload-truck p0 t0 l0-0'],
      ...['fly-airplane a0 l1-0 l0-0', 'load-airplane p0 a0 l0-0'],
    ]);
  });
});

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  blocksworld: {
    ...{ clear: 'block {} is clear', handempty: 'the hand is empty', holding: 'the hand holds block {}' },
    ...{ on: 'block {} is on block {}', ontable: 'block {} is on the table' },
  },
  mystery_blocksworld: {
    ...{ province: 'province {}', planet: 'planet {}', harmony: 'harmony', pain: 'pain {}', craves: '{} craves {}' },
  },
  logistics: { airport: '{} is an airport', at: '{} is at {}', in: '{} is in {}', 'in-city': '{} is in {}' },
};

const KINDS = { p: 'obj', t: 'truck', a: 'airplane', l: 'location', c: 'city' } as const;

function exampleIn(domain: string): Readonly<{ text: string; seen: PddlObservation }> {
  const prompt = shippedPromptFiles(planbenchOneShot).find((file) => file.prompt === domain)!.text;
  const text = prompt.slice(prompt.indexOf('\nExample\n'), prompt.indexOf('\nYour task\n'));
  const seen = seenIn(domain);
  const factsIn = (part: string) => factsStated(domain, part);
  const [start = '', goal = ''] = text.split('Goal:');
  const facts = factsIn(start);
  const objects = [...new Set(facts.flatMap((fact) => fact.split(' ').slice(1)))];
  const kinds = domain === 'logistics' ? objects.map((name) => `${KINDS[name[0] as keyof typeof KINDS]} ${name}`) : [];
  return { text, seen: { ...seen, objects, facts: [...facts, ...kinds].sort(), goal: factsIn(goal) } };
}

function factsStated(domain: string, text: string): string[] {
  const forms = Object.entries(WORDS[domain]!).map(([predicate, template]) => {
    return { predicate, form: new RegExp(`^- ${template.replaceAll('{}', '(\\w+)')}$`) };
  });
  return (text.match(/^- .*$/gm) ?? []).map((line) => {
    const fitting = forms.filter((each) => each.form.test(line));
    // A package is in a truck, a place in a city.
    const { predicate, form } = fitting[line.includes('city') ? fitting.length - 1 : 0]!;
    const names = form.exec(line)!.slice(1);
    return [predicate, ...names.map((word) => word.replace(/^([a-z])[a-z]+_(\d+)(?:_(\d+))?$/, nameOf))].join(' ');
  });
}

function nameOf(_: string, letter: string, first: string, second?: string): string {
  return `${letter}${first}${second === undefined ? '' : `-${second}`}`;
}

describe.each(['blocksworld', 'mystery_blocksworld', 'logistics'])('prompts/paper/%s.txt', (domain) => {
  const { text, seen } = exampleIn(domain);

  it('has an example whose plan reaches its goal', async () => {
    const { did, facts } = await solve(text, { observation: seen });
    expect(did.at(-1)).toBe('stop: plan_completed');
    expect(seen.goal.filter((fact) => facts.has(fact))).toEqual(seen.goal);
    expect(seen.goal.every((fact) => seen.facts.includes(fact))).toBe(false);
  });

  it('puts its example as the instructions of the shipped tasks are put, which state start and goal', async () => {
    const tasks = shippedTasks.filter(({ scene }) => scene === domain);
    expect(tasks).toHaveLength(50);
    for (const { instruction, instance, goal } of tasks) {
      const { facts } = instancesIn(domain)[instance]!;
      const [stated = '', wanted = ''] = instruction.split('Goal:');
      const inWords = facts.filter((fact) => Object.hasOwn(WORDS[domain]!, fact.split(' ')[0]!));
      expect(factsStated(domain, stated).toSorted()).toEqual(inWords.toSorted());
      expect(factsStated(domain, wanted)).toEqual(goal);
    }
    const { requests } = await solve('', { observation: seen });
    expect(requests[0]!.messages[0]!.content).toContain('\nYour task\n\nAs published.');
  });
});
