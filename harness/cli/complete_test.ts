import { describe, expect, it } from 'vitest';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { COMMANDS } from './commands.ts';

async function candidates(...words: string[]): Promise<string[]> {
  const { exitCode, out, said } = await tapedeck('--complete', ...words);
  expect([exitCode, said]).toEqual([0, '']);
  return out === '' ? [] : out.split('\n').map((line) => line.replace(/\t.*/, ''));
}

describe('complete()', () => {
  it('names commands, and says what they do', async () => {
    const all = await candidates('');
    expect(all).toEqual(expect.arrayContaining(['run', 'tables', 'check-planner', 'completion', 'help']));
    expect(all).toHaveLength(COMMANDS.length + 1);
    expect((await tapedeck('--complete', 'tabl')).out).toBe(
      'tables\tReplay all shipped tapes and write the papers’ tables beside the published figures',
    );
  });

  it.each([
    ['ru', 'run runs'],
    ['help val', 'validate'],
    ['run ', 'household listings planbench robot spelling_distractors tabletop'],
    ['run household --planner llm_', 'llm_p llm_planner llm_state'],
    ['run household --planner random --scene house_', 'house_1 house_2 house_3 house_4 house_5'],
    ['run --jobs 2 robot --task ', 'heat_food_and_bring_to_sofa'],
    ['run household --mode re', 'record replay rerecord'],
    ['--json run household --mo', '--mode --model'],
    ['run household --mode replay --mod', '--model'],
    ['run household --plan', '--planner'],
    ['run household --planner random --plan', '--planner'],
    ['run household --jobs ', ''],
    ['run household ', ''],
    ['run ./nowhere.json --scene ', ''],
    ['list sc', 'scenes schemas'],
    ['list tasks --suite ro', 'robot'],
    ['tables --table olp_', 'olp_failures olp_figure_7 olp_table_1'],
    ['list tasks --suite robot --suite t', 'tabletop'],
    ['check-planner or', 'oracle'],
    ['check-planner oracle --world ', 'household pddl tabletop'],
    ['init ', 'planner suite tests'],
    ['completion ', 'bash fish zsh'],
    ['cassettes p', 'prune'],
    ['serve openai --mo', '--mode --model'],
    ['serve openai --mode b', 'batch'],
    ['foon draw --level ', '1 2 3'],
    ['--js', '--json'],
    ['no_such_command ', ''],
    ['run -- ', ''],
    ['compare ', ''],
  ])('for "%s" gives "%s"', async (line, expected) => {
    expect((await candidates(...line.split(' '))).toSorted().join(' ')).toBe(expected);
  });

  it.each(COMMANDS.map(({ usage }) => usage.replace(/ .*/, '')))('knows the options of %s', async (name) => {
    expect(await candidates(name, '--')).toEqual(expect.arrayContaining(['--json', '--help']));
  });
});
