import type { Action } from '../../envs/env.ts';
import type { Fact, TabletopObservation } from '../../envs/tabletop/observation.ts';
import { planJson } from '../../planners/olp/testing/tower_episode.ts';
import { domainName, tabletopProblem } from '../../planners/tabletop_problem.ts';
import { planText } from '../run/suites/suite.ts';
import type { Script } from './ask_script.ts';
import { numbered } from './household_script.ts';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];

export function towerScript(plan: readonly Action[], observation: TabletopObservation, domain: string): Script {
  const tower = towerOf(plan, observation);
  const words = tower.map((_, index) => `${ORDINALS[index]} block`);
  const [pairs, wordPairs] = [pairsOf(tower), pairsOf(words)];
  const steps = wordPairs.map(({ below, above }, index) => {
    const under = words[index - 1];
    return { moved: above, onto: below, ...(under === undefined ? {} : { below: under }) };
  });
  const sentences = wordPairs.map(({ below, above }) => `Place the ${above} on the ${below}.`);
  const replies: Readonly<Record<string, string>> = {
    prototype: 'Prototype #1',
    plan_sketch: `${numbered(sentences)}\n\nJustification: Each block is placed on the one before it, so the tower grows from its base.`,
    used_objects: words.map((word) => `- ${word}`).join('\n'),
    object_level_plan: planJson(...steps),
    grounding: JSON.stringify(Object.fromEntries(words.map((word, index) => [word, tower[index]]))),
    objects: [...observation.blocks.map((block) => `${block}: a block`), 'table: a table'].join('\n'),
    goal: pairs.map(({ below, above }) => `${above} on ${below}`).join('\n'),
    plan: numbered(planText(plan)),
    actions: numbered(planText(plan)),
    domain,
    problem: tabletopProblem(domainName(domain) ?? '', observation, pairs.flatMap(factsOf)),
    subgoals: pairs.map(subgoalText).join('\n'),
  };
  return (purpose) => {
    const reply = replies[purpose];
    if (reply === undefined) throw new Error(`No answer is written for "${purpose}"`);
    return reply;
  };
}

function towerOf(plan: readonly Action[], { facts }: TabletopObservation): string[] {
  const below = new Map(facts.flatMap(([predicate, block, under]) => (predicate === 'under' ? [[block, under]] : [])));
  const placed = plan.filter(({ verb }) => verb === 'place').map(({ args }) => args);
  for (const [block = '', onto = ''] of placed) below.set(block, onto);
  const tower: string[] = [];
  for (let block = placed.at(-1)?.[0]; block !== undefined && block !== 'table'; block = below.get(block))
    tower.unshift(block);
  return tower;
}

type Pair = Readonly<{ below: string; above: string }>;

function pairsOf(tower: readonly string[]): Pair[] {
  return tower.slice(1).map((above, index) => ({ below: tower[index]!, above }));
}

function factsOf({ below, above }: Pair): Fact[] {
  return [
    ['on', below, above],
    ['under', above, below],
  ];
}

function subgoalText(pair: Pair, index: number): string {
  const facts = factsOf(pair).map((fact, at) => `${index + 1}.${at + 1} (${fact.join(' ')})`);
  return [`${index + 1}. Put ${pair.above} on ${pair.below}`, ...facts].join('\n');
}
