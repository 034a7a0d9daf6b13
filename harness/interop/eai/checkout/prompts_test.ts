import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { sampleCheckout } from '../testing/sample_checkout.ts';
import { EVALUATIONS } from './checkout.ts';
import { PROMPTS } from './prompts.ts';
import { taskIds } from './tasks.ts';

const checkout = sampleCheckout(afterAll);

describe('the prompts of EAI’s evaluations', () => {
  it('goal_interpretation: the template of the checkout, filled as Python would', () => {
    const content = `
Objects:
character, initial states: [], possible states: []
fridge, initial states: ['CLOSED', 'CLEAN'], possible states: []
milk, initial states: [], possible states: []
lamp, initial states: ['OFF', 'PLUGGED_IN', 'CLEAN'], possible states: ['ON', 'OFF']

Relations: {'ON': 'One lies on the other.', 'CLOSE': "One is at the other's side."}
Of which: {'ON': {'bed', 'table'}, 'CLOSE': set()}
Actions: {'GRAB': 'grab it'}
Goal name: Turn on light
Goal description: As one does it.

Answer with "node goals", "edge goals" and "action goals".
`;
    expect(PROMPTS.goal_interpretation(checkout)('1_1').messages).toEqual([{ role: 'user', content }]);
  });

  it('goal_interpretation: gives a missing character the states of the last object', () => {
    const { messages } = PROMPTS.goal_interpretation(checkout)('2_1');
    expect(messages[0]?.content).toContain("character, initial states: ['DIRTY'], possible states: []\n\nRelations");
  });

  it('action_sequencing: the complete prompt of the checkout', () => {
    const messages = [{ role: 'user', content: 'Plan: Read book (3_1)' }];
    expect(PROMPTS.action_sequencing(checkout)('3_1')).toEqual({ messages });
  });

  it('subgoal_decomposition: the same after the system message', () => {
    const system = { role: 'system', content: 'List subgoals as JSON.' };
    const messages = [system, { role: 'user', content: 'Decompose: Read book (3_1)' }];
    expect(PROMPTS.subgoal_decomposition(checkout)('3_1')).toEqual({ messages, maxTokens: 512 });
  });

  it('transition_modeling: the template with problem and heads of actions', () => {
    const [message] = PROMPTS.transition_modeling(checkout)('1_1').messages;
    expect(message?.content).toMatch(/^Complete the actions\.\n\(define \(problem Turn_on_light\)/);
    const head =
      '(:action switch_on\n  :parameters (?char - character ?obj - object)\n  :precondition ()\n  :effect ()\n)';
    expect(message?.content).toContain(`${head}\n\n>\n`);
  });

  it.each([
    ['a prompt', 'action_sequencing', 'helm_prompts.json', '[]', /helm_prompts\.json", line 1.* task "1_1"/],
    ['a template', 'transition_modeling', 'one_shot.py', 'print(1)', /one_shot\.py": expected prompt = """…"""/],
    ['its end', 'transition_modeling', 'one_shot.py', 'prompt = """ <problem_file>', /expected prompt = """…"""/],
    ['a slot', 'transition_modeling', 'one_shot.py', "prompt = '''x'''", /expected "<problem_file>" in the prompt/],
  ] as const)('name the file that lacks %s', (_, evaluation, file, text, message) => {
    const other = sampleCheckout(onTestFinished);
    writeFileSync(other.path(`evaluation/${evaluation}/prompts/${file}`), text);
    expect(() => PROMPTS[evaluation](other)('1_1')).toThrow(message);
  });

  it('exist for every task', () => {
    for (const evaluation of EVALUATIONS) {
      const ids = taskIds(checkout, evaluation);
      const texts = ids.map((id) => PROMPTS[evaluation](checkout)(id).messages.at(-1)?.content);
      expect(new Set(texts).size, evaluation).toBe(ids.length);
    }
  });
});
