/** `npx vitest run harness/testing/shown_prompts_test.ts -u` writes `results/prompts/` anew. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allPlanners } from '../episode/planners.ts';
import { namesIn, PLACES } from '../io/places.ts';
import { type ShownCase, shownPrompts } from './shown_prompts.ts';

const LISTINGS = { suite: 'listings', scene: 'house_1', task: 'listing_switch_off_all_lights' };
const LIGHTS = { suite: 'household', scene: 'house_1', task: 'switch_off_all_lights' };
const TOASTS = { suite: 'household', scene: 'house_1', task: 'make_2_toasts' };
const ROBOT = { suite: 'robot', scene: 'robot_home', task: 'heat_food_and_bring_to_sofa' };
const PLANBENCH = { suite: 'planbench', planner: 'planbench_one_shot' };
const TOWER = { suite: 'tabletop', scene: 'tower_5_01', task: 'tower_5' };

const DOCUMENTS: Readonly<Record<string, readonly ShownCase[]>> = {
  llm_state: [
    { ...LISTINGS, planner: 'llm_state' },
    { ...TOASTS, planner: 'llm_state' },
    { ...ROBOT, planner: 'llm_state' },
    { ...ROBOT, planner: 'llm_state+hands=1', brief: true },
  ],
  llm_state_without_states: [
    { ...LISTINGS, planner: 'llm_state+states=false' },
    { ...ROBOT, planner: 'llm_state+states=false' },
  ],
  llm_state_without_summary: [{ ...LISTINGS, planner: 'llm_state+summary=false' }],
  llm_state_without_objects: [{ ...LISTINGS, planner: 'llm_state+objects=false' }],
  inner_monologue: [
    { ...LIGHTS, planner: 'inner_monologue' },
    { ...TOASTS, planner: 'inner_monologue+scene=short' },
    { ...ROBOT, planner: 'inner_monologue' },
    { ...ROBOT, planner: 'inner_monologue+hands=1', brief: true },
  ],
  progprompt: [
    { ...TOASTS, planner: 'progprompt' },
    { ...ROBOT, planner: 'progprompt' },
    { ...ROBOT, planner: 'progprompt+hands=1', brief: true },
  ],
  olp: [{ ...TOWER, planner: 'olp' }],
  llm_planner: [
    { ...TOWER, planner: 'llm_planner' },
    { ...TOWER, planner: 'llm_planner+calls=3+preconditions=true' },
  ],
  llm_p: [{ ...TOWER, planner: 'llm_p' }],
  delta: [
    { ...TOWER, planner: 'delta' },
    { ...TOWER, planner: 'delta+domainFrom=example', brief: true },
  ],
  planbench_one_shot: [
    { ...PLANBENCH, scene: 'blocksworld', task: 'blocksworld_5' },
    { ...PLANBENCH, scene: 'mystery_blocksworld', task: 'mystery_blocksworld_4' },
    { ...PLANBENCH, scene: 'logistics', task: 'logistics_2' },
  ],
};

describe.each(Object.entries(DOCUMENTS))('results/prompts/%s.md', (name, cases) => {
  it('shows what is asked on the way to the goal, a failure and all', async () => {
    const sections: string[] = [];
    for (const each of cases) {
      const { text, trace } = await shownPrompts(each);
      const refused = trace.events.filter((event) => event.event === 'step' && !event.ok);
      const isHouse = trace.header.world === 'household';
      expect(trace.summary).toMatchObject({ end: 'goal', detail: isHouse ? null : 'plan_completed' });
      expect(refused).toHaveLength(isHouse ? 1 : 0);
      sections.push(text);
    }
    const title = `# The prompts of ${name}\n\nAs rendered in scripted episodes along the reference plans. planners/README.md, "Change a prompt", says how this file is written anew.\n`;
    await expect([title, ...sections].join('\n')).toMatchFileSnapshot(`${PLACES.root}results/prompts/${name}.md`);
  });
});

describe('results/prompts', () => {
  it('shows every method that asks a model, and holds no other document', async () => {
    expect(Object.keys(DOCUMENTS)).toEqual(expect.arrayContaining(namesIn(`${PLACES.root}results/prompts`, '.md')));
    const asking = (await allPlanners()).filter(({ asksModel }) => asksModel !== false).map(({ name }) => name);
    expect(Object.keys(DOCUMENTS)).toEqual(expect.arrayContaining(asking));
  });

  it.each([
    [
      'inner_monologue',
      /holding \['bread\d', 'bread\d'\].*\nObject List: .*'toaster1 ON kitchencounter1'.*\n.*\n.*\nRobot action:\n```/,
    ],
    ['inner_monologue', /\n\(Earlier actions that are not shown: \d+\)\nRobot action: /],
    ['progprompt', /^### program: .* asked again after a reply without an action$/m],
    ['progprompt', /^assert\('hamburger\d' in 'hands'\)\n```/m],
    ['progprompt', /^assert\('fridge\d' is 'opened'\)\n```/m],
    ['llm_state', /^You only have two hands.*\n(.*\n)*## `llm_state\+hands=1`, suite robot/m],
  ])('shows in %s.md %s', (name, prompt) => {
    expect(readFileSync(`${PLACES.root}results/prompts/${name}.md`, 'utf8')).toMatch(prompt);
  });

  it('shows Listings 3 to 5 of LLM-State as printed', async () => {
    const { text } = await shownPrompts({ ...LISTINGS, planner: 'llm_state' });
    for (const purpose of ['attention', 'state_estimator', 'policy']) {
      expect(text).toContain(readFileSync(`${PLACES.planners}/llm_state/golden/${purpose}.txt`, 'utf8').trimEnd());
    }
  });
});
