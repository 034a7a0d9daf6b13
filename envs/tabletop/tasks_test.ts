import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { domainText, isMeantFor, readTasks, type TabletopTask, taskFor } from './tasks.ts';
import { DISTRACTOR_SETTINGS, makeScene, SETTINGS } from './testing/make_scenes.ts';
import { sceneOf } from './testing/scene_of.ts';

const PATH = 'tasks/olp.json';
const text = readFileSync(new URL(PATH, import.meta.url), 'utf8');
const tasks = readTasks(text, PATH);

const scene = sceneOf({ K_block_1: [0.39, 0], L_block_1: [0.39, 0.11] });
const own = (goal: TabletopTask['goal']): TabletopTask => ({ name: 'own', instruction: 'Do.', stepsMax: 10, goal });

describe('tasks/olp.json', () => {
  it('has a task for each setting, with the goal that its scenes are drawn for, and no others', () => {
    expect(tasks.map(({ name, setting, goal }) => [name, setting, goal])).toEqual(
      SETTINGS.map(({ name, goal }) => [name, name, goal]),
    );
    for (const setting of SETTINGS) {
      const stored = makeScene(setting, 1);
      expect(tasks.filter((task) => isMeantFor(stored, task)).map(({ name }) => name)).toEqual([setting.name]);
    }
  });

  it('speaks as the paper does', () => {
    const [tower, word, piles] = [0, 5, 10].map((index) => tasks[index]?.instruction);
    expect([tower, piles]).toEqual([
      'Make a tower with 3 blocks.',
      'Organize the table by stacking all similar blocks into piles.',
    ]);
    expect(word).toContain('Spell the word FUN');
  });
});

it('tasks/spelling_distractors.json asks for the same words in the same words, of scenes with a letter too many', () => {
  const name = 'tasks/spelling_distractors.json';
  const own = readTasks(readFileSync(new URL(name, import.meta.url), 'utf8'), name);
  const words = tasks.filter(({ goal }) => goal.kind === 'spelling');
  expect(own.map(({ setting, goal, instruction }) => [setting, goal, instruction])).toEqual(
    DISTRACTOR_SETTINGS.map(({ name: setting, goal }, index) => [setting, goal, words[index]?.instruction]),
  );
});

describe('readTasks()', () => {
  it.each([
    ['"height": 3', '"height": 0', 'goal.height'],
    ['"height": 3', '"height": 3.5', 'goal.height'],
    ['"height": 3', '"width": 3', 'goal'],
    ['"kind": "tower"', '"kind": "castle"', 'goal'],
    ['"FUN"', '"F!N"', 'goal.word'],
    ['"FUN"', '""', 'goal.word'],
    ['"stepsMax": 100', '"stepsMax": "100"', 'stepsMax'],
    ['"name": "tower_4"', '"name": "tower_3"', 'name'],
  ])('says where, given %s → %s', (find, replace, field) => {
    const line = text.slice(0, text.indexOf(find)).split('\n').length;
    const where = `Cannot read "tasks/olp.json", line ${line}, column \\d+, field tasks\\[\\d+\\].*`;
    expect(() => readTasks(text.replace(find, replace), PATH)).toThrow(new RegExp(where + field.replace('.', '\\.')));
  });
});

describe('taskFor()', () => {
  it('binds a task to a scene, with the domain for planners', () => {
    const task = taskFor(scene, own({ kind: 'tower', height: 2 }));
    expect(task).toMatchObject({ name: 'own', scene: 'mine', endsBy: 'planner', skills: domainText('fixed_table') });
    const { skills } = taskFor(scene, own({ kind: 'tower', height: 2 }), { domain: 'figure_5' });
    expect(skills).toBe(domainText('figure_5'));
  });

  it('refuses a task of another setting', () => {
    expect(() => taskFor({ ...scene, setting: 'tower_4' }, tasks[0]!)).toThrow(
      `Cannot set task "tower_3" ("tasks/olp.json", line 8, field goal) in scene "mine": its setting is "tower_3", the scene's "tower_4"`,
    );
  });

  it.each([
    [{ kind: 'tower', height: 3 }, 'a tower of 3 needs 3 blocks; the scene has 2'],
    [{ kind: 'tower', height: 1 }, 'the goal already holds at the start'],
    [{ kind: 'spelling', word: 'kill' }, '"kill" needs 2 blocks with the letter L; the scene has 1'],
    [{ kind: 'spelling', word: 'SKI' }, '"SKI" needs 1 block with the letter I; the scene has 0'],
    [{ kind: 'organize' }, 'the goal already holds at the start'],
    [{ kind: 'facts', facts: [['under', 'table', 'K_block_1']] }, '(under table K_block_1) can never hold'],
    [{ kind: 'facts', facts: [['on', 'K_block_1', 'M']] }, '(on K_block_1 M) has the unknown name "M"'],
    [{ kind: 'facts', facts: [['on', 'K_block_1', 'K_block_1']] }, '(on K_block_1 K_block_1) can never hold'],
    [{ kind: 'facts', facts: [['on', 'table', 'L_block_1']] }, 'the goal already holds at the start'],
  ] as const)('refuses %o, which the scene cannot meet or meets already', (goal, problem) => {
    expect(() => taskFor(scene, own(goal as TabletopTask['goal']))).toThrow(
      `Cannot set task "own" in scene "mine": ${problem}`,
    );
  });
});

it.each(['fixed_table', 'figure_5'] as const)('domainText() is pddl/%s.pddl', async (domain) => {
  // One name, so that prompts that show it are the same for both.
  expect(domainText(domain)).toContain('(define (domain tabletop)');
  await expect(domainText(domain)).toMatchFileSnapshot(`pddl/${domain}.pddl`);
});
