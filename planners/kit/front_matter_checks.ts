/** What is checked of a planner before it plays: what it says of itself. */
import assert from 'node:assert/strict';
import { z } from 'zod';
import type { Observation } from '../../envs/env.ts';
import type { Planner } from '../planner.ts';
import { type PromptFile, promptSet } from '../prompts.ts';
import type { PlannerCheck } from './planner_check.ts';

/** What `tapedeck list planners` shows, the options, and the prompts. */
export function frontMatterChecks<O extends Observation, T>(
  planner: Planner<O, T>,
  files: readonly PromptFile[],
): readonly PlannerCheck[] {
  return [
    {
      title: 'name, title and summary can be printed in a table',
      async run() {
        assert.match(planner.name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, `Its name is no snake_case: "${planner.name}"`);
        assert.match(planner.title, /\S/, 'Its title is empty');
        const { summary } = planner;
        assert.match(summary, /^[^\n]{10,120}$/, `Its summary is no line of 10 to 120 characters: "${summary}"`);
      },
    },
    {
      title: 'options: each has a default and a description, and unknown ones are refused',
      async run() {
        const schema = z.toJSONSchema(planner.options, { io: 'input' });
        for (const [key, option] of Object.entries(schema.properties ?? {})) {
          assert.ok(typeof option === 'object', `option "${key}" takes anything`);
          assert.notEqual(option.default, undefined, `option "${key}" has no default`);
          assert.equal(typeof option.description, 'string', `option "${key}" has no description`);
        }
        assert.ok(planner.options.safeParse({}).success, 'The options have no defaults');
        const takesAny = planner.options.safeParse({ no_such_option: true }).success;
        assert.ok(!takesAny, 'The options take one that there is not');
      },
    },
    {
      title: 'prompts: the set loads and uses every slot',
      async run() {
        promptSet('contract', files, planner.promptSlots);
        const used = new Map(files.map(({ prompt, text }) => [prompt, slotsIn(text)]));
        for (const [prompt, slots] of Object.entries(planner.promptSlots)) {
          const unused = slots.filter((slot) => used.get(prompt)?.has(slot) !== true);
          assert.deepEqual(unused, [], `prompt "${prompt}" does not use what it is offered: ${unused.join(', ')}`);
        }
      },
    },
  ];
}

function slotsIn(text: string): Set<string> {
  const tags = Array.from(text.matchAll(/\{\{([^{}]*)\}\}/g), ([, tag = '']) => tag.trim());
  return new Set(tags.filter((tag) => !tag.startsWith('/')).map((tag) => tag.replace(/^[#^&]/, '').trim()));
}
