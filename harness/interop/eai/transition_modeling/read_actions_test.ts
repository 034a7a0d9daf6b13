import { describe, expect, it } from 'vitest';
import { readActions } from './read_actions.ts';

const ACTION = '(:action open :parameters (?c ?o) :precondition (and (closed ?o) ) :effect (open ?o))';
const READ = { parameters: '(?c ?o)', precondition: '(and (closed ?o))', effect: '(open ?o)' };

describe('readActions()', () => {
  it('reads the text that the answer has as "output", in a fence or not', () => {
    const answer = JSON.stringify({ output: ACTION });
    expect(Object.fromEntries(readActions(answer) ?? [])).toEqual({ open: READ });
    expect(Object.fromEntries(readActions(`\`\`\`json\n${answer}\n\`\`\``) ?? [])).toEqual({ open: READ });
  });

  it('reads an answer that is no JSON as it stands, in which a comment takes all the rest', () => {
    expect(readActions(`Here: ${ACTION}`)?.size).toBe(1);
    expect(readActions(`Here: ; opens\n ${ACTION}`)?.size).toBe(0);
    expect(readActions(JSON.stringify({ output: `; opens\n${ACTION}` }))?.size).toBe(1);
  });

  it.each([
    ['a list', { output: [ACTION] }],
    ['missing', { actions: ACTION }],
  ])('is null where "output" is %s, on which EAI raises an error', (_, answer) => {
    expect(readActions(JSON.stringify(answer))).toBeNull();
  });

  it('is null where the answer ends amid parameters', () => {
    expect(readActions('(:action open :parameters (?c :precondition :effect')).toBeNull();
  });

  it('takes empty bodies for ends that are missing', () => {
    const answer = '(:action open :parameters (?c) :precondition (a) :effect (and (b)';
    expect(Object.fromEntries(readActions(answer) ?? [])).toEqual({
      open: { parameters: '(?c)', precondition: '(a)', effect: '(()' },
    });
  });
});
