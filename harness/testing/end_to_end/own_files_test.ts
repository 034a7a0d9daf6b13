import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { household } from '../../../envs/household/world.ts';
import { PLACES } from '../../io/places.ts';
import { tapedeck } from '../run_tapedeck.ts';
import { scratchFolder } from '../scratch_folder.ts';

const { at } = scratchFolder();

const WAITING_PLANNER = `
  const options = { parse: () => ({}), safeParse: () => ({ success: true, data: {} }) };
  export const planner = {
    name: 'patient', title: 'Patient', worlds: ['household'], summary: '', options, promptSlots: {}, privileged: () => false,
    async *plan() { while (true) yield { kind: 'act', action: { verb: 'wait', args: [] } }; },
  };`;

const SUITE = {
  name: 'mine',
  title: 'Mine',
  world: 'household',
  scenes: ['./house.json'],
  tasks: './tasks.json',
  planners: ['llm_state'],
  model: 'nobody',
};

beforeEach(() => {
  rmSync(at('run'), { recursive: true, force: true });
  cpSync(`${household.scenesFolder}/house_1.json`, at('house.json'));
  cpSync(`${household.tasksFolder}/table_1.json`, at('tasks.json'));
  cpSync(`${PLACES.planners}/llm_state/prompts/paper`, at('prompts'), { recursive: true });
  writeFileSync(at('patient.ts'), WAITING_PLANNER);
  writeFileSync(at('suite.json'), JSON.stringify(SUITE, null, 2));
});

function run(...argv: string[]) {
  return tapedeck('run', at('suite.json'), '--tapes', at('tapes'), '--out', at('run'), ...argv);
}

/** Changes a file, and gives the line where the change begins. */
function damage(name: string, find: string, replace: string): number {
  const text = readFileSync(at(name), 'utf8');
  const place = text.indexOf(find);
  if (place === -1) throw new Error(`"${find}" is not in ${name}`);
  writeFileSync(at(name), text.slice(0, place) + replace + text.slice(place + find.length));
  return text.slice(0, place).split('\n').length;
}

describe('tapedeck run with files of one’s own', () => {
  it('plays them', async () => {
    const { exitCode, out } = await run('--planner', at('patient.ts'), '--task', 'open_fridge', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out).episodes).toMatchObject([
      { episode: 'mine/house_1/open_fridge/patient/1', end: 'step_limit', steps: 30 },
    ]);
  });

  it('keeps traces within the run, whatever an option is told, and finds them again', async () => {
    const roaming = WAITING_PLANNER.replace(
      /const options = .*/,
      `
      const options = {
        parse: () => ({ room: 'hall' }),
        safeParse: (given) => ({ success: true, data: { room: 'hall', ...given } }),
      };`,
    );
    writeFileSync(at('roaming.ts'), roaming);
    const spec = 'roaming.patient+room=../../../../outside/Hall';
    const { exitCode, out } = await run(
      '--planner',
      `${at('roaming.ts')}+room=../../../../outside/Hall`,
      '--task',
      'open_fridge',
      '--json',
    );
    expect(exitCode).toBe(0);
    expect(existsSync(at('outside'))).toBe(false);
    const [{ episode }] = JSON.parse(out).episodes;
    expect(episode).toBe(`mine/house_1/open_fridge/${spec}/1`);
    const read = await tapedeck('trace', episode, '--run', at('run'), '--json');
    expect(JSON.parse(read.out).header).toMatchObject({ planner: spec, options: { room: '../../../../outside/Hall' } });
    expect(await tapedeck('merge', at('run'), '-o', at('merged'))).toMatchObject({ exitCode: 0 });
  });

  it('takes names that every JavaScript object knows for names like any other', async () => {
    const house = readFileSync(at('house.json'), 'utf8').replace('"house_1"', '"constructor"');
    writeFileSync(at('house.json'), house);
    writeFileSync(at('constructor.ts'), WAITING_PLANNER.replace("'patient'", "'constructor'"));
    const tasks = readFileSync(at('tasks.json'), 'utf8').replaceAll('"open_fridge"', '"constructor"');
    writeFileSync(at('tasks.json'), tasks);
    const planners = ['./constructor.ts'];
    writeFileSync(at('suite.json'), JSON.stringify({ ...SUITE, name: '__proto__', planners }));
    const asked = ['--scene', 'constructor', '--task', 'constructor'];
    expect(await run('--allow-code', ...asked, '--json')).toMatchObject({ exitCode: 0 });
    const tables = await tapedeck(
      'tables',
      '--suite',
      at('suite.json'),
      '--allow-code',
      '--tapes',
      at('tapes'),
      '--out',
      at('tables'),
    );
    expect(tables.said).toContain('files written');
    expect(tables).toMatchObject({ exitCode: 0 });
  });

  it('loads a suite that still says what is recorded, with a note', async () => {
    const recorded = [{ tasks: ['make_toast'] }];
    writeFileSync(at('suite.json'), JSON.stringify({ ...SUITE, planners: ['./patient.ts'], recorded }));
    const { exitCode, said } = await run('--task', 'open_fridge', '--allow-code');
    expect(exitCode).toBe(0);
    expect(said).toContain('Suite "mine": its field `recorded` is ignored; the tapes decide');
  });

  it('reads paths in a suite relative to the suite', async () => {
    writeFileSync(at('suite.json'), JSON.stringify({ ...SUITE, planners: ['./patient.ts'] }));
    const { exitCode, said, out } = await run('--task', 'open_fridge', '--allow-code', '--json');
    expect(said).not.toContain('Cannot load');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out).run.planners).toEqual(['patient']);
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
    const { exitCode, said } = await run();
    expect(exitCode).toBe(2);
    expect(said).toContain(at(name));
    expect(said).toContain(named);
    expect(said).toMatch(new RegExp(`line (${line}|${line + 1})\\b`));
  });

  it('says file and line, when a prompt names a slot that there is not', async () => {
    const line = damage('prompts/policy.txt', '{{history}}', '{{histroy}}');
    const { exitCode, said } = await run('--prompts', `llm_state=${at('prompts')}`);
    expect(exitCode).toBe(2);
    expect(said).toContain(`policy.txt", line ${line}: no slot is called "histroy"; known: `);
  });

  it('plays every scene that a pattern fits, with the tasks that are made for it', async () => {
    const suite = { name: 'mine', title: 'Mine', world: 'tabletop', tasks: 'olp', planners: ['oracle'], model: 'm' };
    const path = at('table.json');
    writeFileSync(path, JSON.stringify({ ...suite, scenes: ['tower_3_0*', 'tower_4_01'] }));
    const tasks = await tapedeck('list', 'tasks', '--suite', path, '--json');
    const cells = (JSON.parse(tasks.out) as { scene: string; task: string }[]).map(
      ({ scene, task }) => `${scene} ${task}`,
    );
    expect(cells).toHaveLength(10);
    expect(cells.slice(8)).toEqual(['tower_3_09 tower_3', 'tower_4_01 tower_4']);
    const none = await tapedeck('check', path, '--scene', 'tower_4_01', '--task', 'tower_3');
    expect(none).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('No task is made for its scene: tasks tower_3'),
    });
    writeFileSync(path, JSON.stringify({ ...suite, scenes: ['spire_*'] }));
    expect(await tapedeck('check', path)).toMatchObject({ exitCode: 2, said: expect.stringContaining('spire_*') });
  });

  it('says which task cannot be set in the house, and why', async () => {
    const text = readFileSync(at('tasks.json'), 'utf8');
    writeFileSync(at('tasks.json'), text.replace('"class": "fridge"', '"class": "freezer"'));
    const { exitCode, said } = await run();
    expect(exitCode).toBe(2);
    expect(said).toMatch(
      /Cannot set task "open_fridge" \(".*tasks\.json", line \d+, field goal\) in house "house_1": .*freezer/,
    );
  });
});
