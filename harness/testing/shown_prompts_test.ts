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
const TOWER = { suite: 'tabletop', scene: 'tower_5_01', task: 'tower_5' };

const cases = (planner: string, ...tasks: readonly Omit<ShownCase, 'planner'>[]) =>
  tasks.map((task) => ({ ...task, planner }));

const DOCUMENTS: Readonly<Record<string, readonly ShownCase[]>> = {
  llm_state: [...cases('llm_state', LISTINGS, TOASTS, ROBOT), { ...ROBOT, planner: 'llm_state+hands=1', brief: true }],
  llm_state_without_states: cases('llm_state+states=false', LISTINGS, ROBOT),
  llm_state_without_summary: cases('llm_state+summary=false', LISTINGS),
  llm_state_without_objects: cases('llm_state+objects=false', LISTINGS),
  inner_monologue: [
    { ...LIGHTS, planner: 'inner_monologue' },
    { ...TOASTS, planner: 'inner_monologue+scene=short' },
    { ...ROBOT, planner: 'inner_monologue' },
    { ...ROBOT, planner: 'inner_monologue+hands=1', brief: true },
  ],
  progprompt: [...cases('progprompt', TOASTS, ROBOT), { ...ROBOT, planner: 'progprompt+hands=1', brief: true }],
  olp: cases('olp', TOWER),
  llm_planner: [...cases('llm_planner', TOWER), ...cases('llm_planner+calls=3+preconditions=true', TOWER)],
  llm_p: cases('llm_p', TOWER),
  delta: [...cases('delta', TOWER), { ...TOWER, planner: 'delta+domainFrom=example', brief: true }],
  planbench_one_shot: ['blocksworld_5', 'mystery_blocksworld_4', 'logistics_2'].map((task) => {
    return { suite: 'planbench', planner: 'planbench_one_shot', scene: task.slice(0, -2), task };
  }),
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

const BOTH_HANDS =
  /holding \['bread\d', 'bread\d'\].*\nObject List: .*'toaster1 ON kitchencounter1'.*\n.*\n.*\nRobot action:\n```/;

describe('results/prompts', () => {
  it('shows every method that asks a model, and holds no other document', async () => {
    expect(Object.keys(DOCUMENTS)).toEqual(expect.arrayContaining(namesIn(`${PLACES.root}results/prompts`, '.md')));
    const asking = (await allPlanners()).filter(({ asksModel }) => asksModel !== false).map(({ name }) => name);
    expect(Object.keys(DOCUMENTS)).toEqual(expect.arrayContaining(asking));
  });

  it.each([
    ['inner_monologue', BOTH_HANDS],
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
