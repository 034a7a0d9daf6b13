import { describe, expect, it } from 'vitest';
import { flat, session } from '../testing/flat.ts';

describe('render_script', () => {
  it.each([
    [true, '<unicorn> (1)'],
    [true, '<unicorn> (13)'],
    [false, '<unicorn> (1)'],
    [false, '<unicorn> (13)'],
  ])('refuses a class that the scene lacks (find_solution %s): %s', (findSolution, name) => {
    expect(flat('kitchen').run(findSolution, `<char0> [WALK] ${name}`)).toEqual({
      success: false,
      message: expect.stringContaining('PROCESS WALK: Can not select object: unicorn. REASON: Unknown'),
    });
  });

  it.each([true, false])('knows other names for a class (find_solution %s)', (findSolution) => {
    const on = flat('kitchen');
    const { success, message } = on.run(findSolution, '<char0> [grab] <glass> (16)', '<char0> [walk] <table> (13)');
    expect(success, message).toBe(true);
    expect(on.edgesOf(1, 'HOLDS')).toEqual([16]);
  });

  it('uses two things for two numbers, and the same thing for the same number', () => {
    const on = flat('kitchen');
    const found = (...lines: readonly string[]) => on.run(true, ...lines.map((line) => `<char0> ${line}`));
    const taken = found('[grab] <plate> (1)', '[grab] <plate> (2)', '[putback] <plate> (1) <table> (1)');
    expect(taken).toMatchObject({ success: true });
    expect(on.edgesOf(1, 'HOLDS')).toEqual([15]);
    const third = found('[walk] <plate> (1)', '[walk] <plate> (2)', '[walk] <plate> (3)');
    expect(third.message).toContain('Can not select object: plate. REASON: Unknown');
  });

  it.each(['[walk] <plate> (14)', '[find] <plate> (14)', '[grab] <plate> (14)', '[sit] <sofa> (17)'])(
    'has a character that sits stand up before %s',
    (line) => {
      const on = flat('kitchen');
      expect([on.act('[sit] <sofa> (17)'), on.act(line)]).toEqual([null, null]);
      expect(on.edgesOf(1, 'ON')).toEqual(line.startsWith('[sit]') ? [17] : []);
    },
  );

  it('grabs the phone for TALK and TEXT, and turns to visible things for LOOKAT', () => {
    const on = flat('kitchen');
    expect(on.act('[TALK] <cellphone> (18)')).toBeNull();
    expect(on.edgesOf(1, 'HOLDS')).toEqual([18]);
    expect(on.act('[text] <cellphone> (18)', '[LOOKAT] <tv> (19)', '[watch] <tv> (19)')).toBeNull();
    expect(on.edgesOf(1, 'FACING')).toContain(19);
    expect(on.act('[lookat] <milk> (21)')).toContain('PROCESS LOOKAT: Can not select object: milk');
    expect(on.act('[talk] <sofa> (17)')).toContain('PROCESS TALK: ');
  });

  it('puts a thing into a sink, but not on things without a surface', () => {
    const on = flat('kitchen');
    on.act('[grab] <plate> (14)');
    expect(on.act('[putback] <plate> (14) <tv> (19)')).toContain('tv. REASON: Not a surface');
    expect(on.act('[putback] <plate> (14) <plate> (14)')).toContain('plate. REASON: Not a surface');
    expect(on.act('[putback] <plate> (14) <sink> (23)')).toBeNull();
    expect(on.edgesOf(14, 'ON')).toEqual([23]);
  });

  it.each([
    `[walk] <plate>${' '.repeat(20)}(14)`,
    `[walk] <${'x'.repeat(300)}> (14)`,
    '[putback] <plate> (14) <kitchentable> (13) <position> -1.1,-5.5',
  ])('reads many blanks, long names, and the word <position>: %s', (line) => {
    expect(flat('kitchen').act('[grab] <plate> (14)', line)).toBeNull();
  });
});

describe('a second character', () => {
  it('acts beside the first, with its own hands and place', () => {
    const on = flat('kitchen', 'hall');
    expect(on.edgesOf(2, 'INSIDE')).toEqual([12]);
    const { success, message } = on.run(
      false,
      '<char0> [walk] <plate> (14) | <char1> [walk] <mug> (22)',
      '<char0> [grab] <plate> (14) | <char1> [grab] <mug> (22)',
      '<char1> [walk] <kitchen> (11)',
    );
    const done = { message: 'Success' };
    expect([success, JSON.parse(message)]).toEqual([true, { 0: done, 1: done }]);
    expect([on.edgesOf(1, 'HOLDS'), on.edgesOf(2, 'HOLDS'), on.edgesOf(22, 'INSIDE')]).toEqual([[14], [22], [11]]);
    expect(on.centreOf(22)).toEqual(on.centreOf(2));
  });

  it('continues if the other fails, and takes nothing that the other holds', () => {
    const on = flat('kitchen', 'kitchen');
    const lines = ['<char0> [grab] <plate> (14)', '<char1> [grab] <plate> (14) | <char0> [grab] <plate> (15)'];
    const { success, message } = on.run(false, ...lines);
    const failed = /^ScriptExcutor 1: PROCESS GRAB: .*plate.*\nEXECUTION_GENERAL: .*impossible to execute/;
    expect([success, JSON.parse(message)]).toEqual([
      false,
      { 0: { message: 'Success' }, 1: { message: expect.stringMatching(failed) } },
    ]);
    expect([on.edgesOf(1, 'HOLDS'), on.edgesOf(2, 'HOLDS')]).toEqual([[14, 15], []]);
    expect(on.run(false, '<char2> [walk] <plate> (15)').message).toContain('there is no <char2>');
  });

  it('moves with the things that it holds, and has cameras', () => {
    const on = flat('kitchen');
    const cameras = on.post('camera_count').value;
    expect(on.enter('hall').success).toBe(true);
    expect(on.post('camera_count').value).toBe(cameras + 7);
    on.run(false, '<char1> [grab] <mug> (22)', '<char1> [sit] <sofa> (17)');
    const move = (char_index: number) =>
      on.post('move_character', [{ char_index, character_position: { x: 7, y: 0, z: 1 } }]).success;
    expect([move(1), move(2)]).toEqual([true, false]);
    for (const id of [2, 22]) expect([on.centreOf(id), on.edgesOf(id, 'INSIDE')]).toEqual([[7, 0, 1], [12]]);
    expect(on.edgesOf(1, 'INSIDE')).toEqual([11]);
    expect(on.run(false, '<char1> [walk] <plate> (14)')).toMatchObject({ success: true });
  });
});

it('check_script reports whether a script is possible, and changes nothing', () => {
  const on = flat('kitchen');
  const before = on.text();
  const lines = ['<char0> [open] <fridge> (1)', '<char0> [grab] <milk> (1)'];
  const checked = (given: readonly string[], by = on) => by.post('check_script', given);
  expect(checked(lines)).toMatchObject({ success: true });
  const refused = (message: string) => ({ success: false, message: expect.stringContaining(message) });
  expect(checked(lines.slice(1))).toMatchObject(refused('Can not select object: milk'));
  expect(on.text()).toBe(before);
  expect(checked(['walk'])).toMatchObject({ success: false });
  expect(checked(lines, session())).toMatchObject(refused('No character added yet!'));
});
