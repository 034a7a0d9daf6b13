import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cassettes/testing/tape_fixture.ts';
import { CommandFailure } from '../io/errors/failure.ts';
import { choosePlanner } from './planner_spec.ts';

const folder = temporaryFolder(afterAll);

async function failure(spec: string): Promise<CommandFailure> {
  const error: unknown = await choosePlanner(spec).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CommandFailure);
  return error as CommandFailure;
}

describe('choosePlanner()', () => {
  it('gives a planner with all its defaults, when only the name is written', async () => {
    const { spec, options } = await choosePlanner('llm_state');
    expect(spec).toBe('llm_state');
    expect(options).toMatchObject({ states: true, summary: true, objects: true });
  });

  it('has one spelling: options sorted, defaults left out', async () => {
    const { spec, options } = await choosePlanner('llm_state+summary=false+states=true+emptyPlansMax=7');
    expect(spec).toBe('llm_state+emptyPlansMax=7+summary=false');
    expect(options).toMatchObject({ summary: false, emptyPlansMax: 7 });
  });

  it('lists what is known, when a planner or an option is not', async () => {
    expect((await failure('lm_state')).message).toBe(
      'No planner is called "lm_state"; did you mean "llm_state"? Known: inner_monologue, progprompt, llm_state, olp, llm_planner, llm_p, delta, planbench_one_shot, random, oracle',
    );
    const { message, exitCode } = await failure('llm_state+sumary=false');
    expect(message).toContain('sumary');
    expect(exitCode).toBe(2);
    expect((await failure('llm_state+summary=maybe')).message).toContain('summary');
    expect((await failure('llm_state+summary')).message).toContain('expected key=value');
  });

  it('loads a planner of one’s own from a path, and says what is wrong with one that is none', async () => {
    const MINE = `const options = { parse: () => ({}), safeParse: () => ({ success: true, data: {} }) };
      export const planner = {
        name: 'mine', title: 'Mine', summary: '', worlds: ['household'], privileged: () => false, options, promptSlots: {},
        async *plan() {},
      };`;
    const file = (name: string, text = MINE) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    expect((await choosePlanner(file('mine.ts'))).spec).toBe('mine');
    expect((await choosePlanner(file('other.ts'))).spec).toBe('other.mine');
    const escaping = file('escaping.ts', MINE.replace("name: 'mine'", "name: '../../mine'"));
    expect((await failure(escaping)).message).toContain('planner.name: expected a name in snake_case');
    const empty = file('empty.ts', 'export const nothing = 1;');
    expect((await failure(empty)).message).toContain('must export `planner`');
    expect((await failure(join(folder, 'missing.ts'))).message).toContain('Cannot load planner');
  });
});
