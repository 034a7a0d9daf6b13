import { cpSync, existsSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { household } from '../../../envs/household/world.ts';
import { PLACES } from '../../io/places.ts';
import { documentOf, refusal, tapedeck, words } from '../run_tapedeck.ts';
import { scratchFolder } from '../scratch_folder.ts';

const { at, file, read } = scratchFolder();

const WAITING_PLANNER = `
  const options = { parse: () => ({}), safeParse: () => ({ success: true, data: {} }) };
  export const planner = {
    name: 'patient', title: 'Patient', worlds: ['household'], summary: '', options, promptSlots: {}, privileged: () => false,
    async *plan() { while (true) yield { kind: 'act', action: { verb: 'wait', args: [] } }; },
  };`;

const SUITE = {
  ...{ name: 'mine', title: 'Mine', world: 'household', scenes: ['./house.json'], tasks: './tasks.json' },
  ...{ planners: ['llm_state'], model: 'nobody' },
};

beforeEach(() => {
  rmSync(at('run'), { recursive: true, force: true });
  cpSync(`${household.scenesFolder}/house_1.json`, at('house.json'));
  cpSync(`${household.tasksFolder}/table_1.json`, at('tasks.json'));
  cpSync(`${PLACES.planners}/llm_state/prompts/paper`, at('prompts'), { recursive: true });
  file('patient.ts', WAITING_PLANNER);
  file('suite.json', JSON.stringify(SUITE, null, 2));
});

const RUN = words`run ${at('suite.json')} --tapes ${at('tapes')} --out ${at('run')}`;
const run = (...argv: string[]) => tapedeck(...RUN, ...argv);
const refused = (...argv: string[]) => refusal(...RUN, ...argv);

function damage(name: string, find: string, replace: string): number {
  const text = read(name);
  expect(text).toContain(find);
  const before = text.slice(0, text.indexOf(find));
  file(name, before + replace + text.slice(before.length + find.length));
  return before.split('\n').length;
}

describe('tapedeck run with files of one’s own', () => {
  it('plays them, with paths in a suite relative to it, and a note where a suite says what is recorded', async () => {
    const recorded = [{ tasks: ['make_toast'] }];
    file('suite.json', JSON.stringify({ ...SUITE, planners: ['./patient.ts'], recorded }));
    const { exitCode, said, out } = await run(...words`--task open_fridge --allow-code --json`);
    expect(exitCode).toBe(0);
    expect(said).toContain('Suite "mine": its field `recorded` is ignored; the tapes decide');
    expect(said).not.toContain('Cannot load');
    expect(JSON.parse(out)).toMatchObject({
      run: { planners: ['patient'] },
      episodes: [{ episode: 'mine/house_1/open_fridge/patient/1', end: 'step_limit', steps: 30 }],
    });
  });

  it('keeps traces within the run, whatever the value of an option, and finds them again', async () => {
    const options = `const options = {
      parse: () => ({ room: 'hall' }),
      safeParse: (given) => ({ success: true, data: { room: 'hall', ...given } }),
    };`;
    const roaming = file('roaming.ts', WAITING_PLANNER.replace(/const options = .*/, options));
    const room = '../../../../outside/Hall';
    const { exitCode, out } = await run(...words`--planner ${roaming}+room=${room} --task open_fridge --json`);
    expect([exitCode, existsSync(at('outside'))]).toEqual([0, false]);
    const planner = `roaming.patient+room=${room}`;
    const [{ episode }] = JSON.parse(out).episodes;
    expect(episode).toBe(`mine/house_1/open_fridge/${planner}/1`);
    const { header } = await documentOf('trace', episode, '--run', at('run'));
    expect(header).toMatchObject({ planner, options: { room } });
    expect(await tapedeck('merge', at('run'), '-o', at('merged'))).toMatchObject({ exitCode: 0 });
  });

  it('takes names that every JavaScript object knows for names like any other', async () => {
    file('house.json', read('house.json').replace('"house_1"', '"constructor"'));
    file('constructor.ts', WAITING_PLANNER.replace("'patient'", "'constructor'"));
    file('tasks.json', read('tasks.json').replaceAll('"open_fridge"', '"constructor"'));
    const suite = file('suite.json', JSON.stringify({ ...SUITE, name: '__proto__', planners: ['./constructor.ts'] }));
    const { exitCode } = await run(...words`--allow-code --scene constructor --task constructor`);
    expect(exitCode).toBe(0);
    const tables = words`tables --suite ${suite} --allow-code --tapes ${at('tapes')} --out ${at('tables')}`;
    expect(await tapedeck(...tables)).toMatchObject({ exitCode: 0, said: expect.stringContaining('files written') });
  });

  it.for([
    ['house.json', '{"is": "towel2",', '{"is": "towel2"', 'JSON'],
    ['house.json', '"on": "towel1"', '"on": "towel99"', 'towel99'],
    ['house.json', '{"is": "towel3"', '{"is": "towel8"', 'towel3'],
    ['house.json', '"is": "faucet1"', '"is": "fauzet1"', 'fauzet'],
    ['house.json', '"at": [-7.63, 0.0, -0.53]', '"at": [-7.63, "zero", -0.53]', 'number'],
    ['tasks.json', '"stepsMax": 30', '"stepsMax": "30"', 'stepsMax'],
    ['tasks.json', '"level": "simple"', '"level": "easy"', 'level'],
    ['tasks.json', '"OFF"', '"DIM"', 'DIM'],
    ['suite.json', '"title": "Mine"', '"title": 7', 'title'],
  ] as const)('says file, line and field, when %s is damaged: %s → %s', async ([name, find, replace, named]) => {
    const line = damage(name, find, replace);
    const said = await refused();
    expect(said).toContain(at(name));
    expect(said).toContain(named);
    expect(said).toMatch(new RegExp(`line (${line}|${line + 1})\\b`));
  });

  it('says file and line, when a prompt names a slot that there is not', async () => {
    const line = damage('prompts/policy.txt', '{{history}}', '{{histroy}}');
    const message = `policy.txt", line ${line}: unknown slot "histroy"; known: `;
    expect(await refused('--prompts', `llm_state=${at('prompts')}`)).toContain(message);
  });

  it('plays every scene that a pattern fits, with the tasks that are made for it', async () => {
    const suite = { name: 'mine', title: 'Mine', world: 'tabletop', tasks: 'olp', planners: ['oracle'], model: 'm' };
    const path = file('table.json', JSON.stringify({ ...suite, scenes: ['tower_3_0*', 'tower_4_01'] }));
    const cells: { scene: string; task: string }[] = await documentOf('list', 'tasks', '--suite', path);
    expect(cells).toHaveLength(10);
    expect(cells.slice(8)).toMatchObject([
      { scene: 'tower_3_09', task: 'tower_3' },
      { scene: 'tower_4_01', task: 'tower_4' },
    ]);
    const none = await refusal(...words`check ${path} --scene tower_4_01 --task tower_3`);
    expect(none).toContain('No task is made for its scene: tasks tower_3');
    file('table.json', JSON.stringify({ ...suite, scenes: ['spire_*'] }));
    expect(await refusal('check', path)).toContain('spire_*');
  });

  it('says which task cannot be set in the house, and why', async () => {
    damage('tasks.json', '"class": "fridge"', '"class": "freezer"');
    expect(await refused()).toMatch(
      /Cannot set task "open_fridge" \(".*tasks\.json", line \d+, field goal\) in house "house_1": .*freezer/,
    );
  });
});
