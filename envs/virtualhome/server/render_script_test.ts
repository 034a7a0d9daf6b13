import { describe, expect, it } from 'vitest';
import { flat, session } from '../testing/flat.ts';

describe('render_script', () => {
  it.each([
    [true, '<unicorn> (1)'],
    [true, '<unicorn> (13)'],
    [false, '<unicorn> (1)'],
    [false, '<unicorn> (13)'],
  ])('refuses a class that the scene lacks (find_solution %s): %s', (findSolution, name) => {
    const { success, message } = flat('kitchen').run(findSolution, `<char0> [WALK] ${name}`);
    expect(success).toBe(false);
    expect(message).toContain('PROCESS WALK: Can not select object: unicorn. REASON: Unknown');
  });

  it.each([true, false])('knows other names for a class (find_solution %s)', (findSolution) => {
    const on = flat('kitchen');
    const { success, message } = on.run(findSolution, '<char0> [grab] <glass> (16)', '<char0> [walk] <table> (13)');
    expect(success, message).toBe(true);
    expect(on.edgesOf(1, 'HOLDS')).toEqual([16]);
  });

  it('takes two things for two numbers, and the same one for the same number', () => {
    const on = flat('kitchen');
    const lines = [
      '<char0> [grab] <plate> (1)',
      '<char0> [grab] <plate> (2)',
      '<char0> [putback] <plate> (1) <table> (1)',
    ];
    expect(on.run(true, ...lines)).toMatchObject({ success: true });
    expect(on.edgesOf(1, 'HOLDS')).toEqual([15]);
    expect(
      on.run(true, '<char0> [walk] <plate> (1)', '<char0> [walk] <plate> (2)', '<char0> [walk] <plate> (3)'),
    ).toEqual({
      success: false,
      message: expect.stringContaining('Can not select object: plate. REASON: Unknown'),
    });
  });

  it.each(['[walk] <plate> (14)', '[find] <plate> (14)', '[grab] <plate> (14)', '[sit] <sofa> (17)'])(
    'has a character that sits stand up before %s',
    (line) => {
      const on = flat('kitchen');
      expect(on.run(false, '<char0> [sit] <sofa> (17)')).toMatchObject({ success: true });
      expect(on.run(false, `<char0> ${line}`)).toMatchObject({ success: true });
      expect(on.edgesOf(1, 'ON')).toEqual(line.startsWith('[sit]') ? [17] : []);
    },
  );

  it('has TALK and TEXT take the phone, and LOOKAT turn to what can be seen', () => {
    const on = flat('kitchen');
    expect(on.run(false, '<char0> [TALK] <cellphone> (18)')).toMatchObject({ success: true });
    expect(on.edgesOf(1, 'HOLDS')).toEqual([18]);
    expect(on.run(false, '<char0> [text] <cellphone> (18)')).toMatchObject({ success: true });
    expect(on.run(false, '<char0> [LOOKAT] <tv> (19)', '<char0> [watch] <tv> (19)')).toMatchObject({ success: true });
    expect(on.edgesOf(1, 'FACING')).toContain(19);
    expect(on.run(false, '<char0> [lookat] <milk> (21)').message).toContain(
      'PROCESS LOOKAT: Can not select object: milk',
    );
    expect(on.run(false, '<char0> [talk] <sofa> (17)').message).toContain('PROCESS TALK: ');
  });

  it('puts a thing into a sink, and on nothing that bears none', () => {
    const on = flat('kitchen');
    on.run(false, '<char0> [grab] <plate> (14)');
    expect(on.run(false, '<char0> [putback] <plate> (14) <tv> (19)').message).toContain('tv. REASON: Not a surface');
    expect(on.run(false, '<char0> [putback] <plate> (14) <plate> (14)').message).toContain(
      'plate. REASON: Not a surface',
    );
    expect(on.run(false, '<char0> [putback] <plate> (14) <sink> (23)')).toMatchObject({ success: true });
    expect(on.edgesOf(14, 'ON')).toEqual([23]);
  });

  it('reads a line with many blanks', () => {
    const lines = [`<char0> [walk] <plate>${' '.repeat(20)}(14)`, `<char0> [walk] <${'x'.repeat(300)}> (14)`];
    expect(flat('kitchen').run(false, ...lines)).toMatchObject({ success: true });
  });

  it('reads where a thing is to lie behind the word <position>', () => {
    const on = flat('kitchen');
    const lines = [
      '<char0> [grab] <plate> (14)',
      '<char0> [putback] <plate> (14) <kitchentable> (13) <position> -1.1,-5.5',
    ];
    expect(on.run(false, ...lines)).toMatchObject({ success: true });
  });
});

describe('a second character', () => {
  it('acts beside the first, each with hands and a place of its own', () => {
    const on = flat('kitchen', 'hall');
    expect(on.edgesOf(2, 'INSIDE')).toEqual([12]);
    const { success, message } = on.run(
      false,
      '<char0> [walk] <plate> (14) | <char1> [walk] <mug> (22)',
      '<char0> [grab] <plate> (14) | <char1> [grab] <mug> (22)',
      '<char1> [walk] <kitchen> (11)',
    );
    expect({ success, message: JSON.parse(message) }).toEqual({
      success: true,
      message: { 0: { message: 'Success' }, 1: { message: 'Success' } },
    });
    expect([on.edgesOf(1, 'HOLDS'), on.edgesOf(2, 'HOLDS')]).toEqual([[14], [22]]);
    expect(on.edgesOf(22, 'INSIDE')).toEqual([11]);
    expect(on.centreOf(22)).toEqual(on.centreOf(2));
  });

  it('is carried out where the other is not, and nobody takes what the other holds', () => {
    const on = flat('kitchen', 'kitchen');
    const { success, message } = on.run(
      false,
      '<char0> [grab] <plate> (14)',
      '<char1> [grab] <plate> (14) | <char0> [grab] <plate> (15)',
    );
    expect(success).toBe(false);
    expect(JSON.parse(message)).toEqual({
      0: { message: 'Success' },
      1: {
        message: expect.stringMatching(
          /^ScriptExcutor 1: PROCESS GRAB: .*plate.*\nEXECUTION_GENERAL: .*impossible to execute/,
        ),
      },
    });
    expect(on.edgesOf(1, 'HOLDS')).toEqual([14, 15]);
    expect(on.edgesOf(2, 'HOLDS')).toEqual([]);
    expect(on.run(false, '<char2> [walk] <plate> (15)').message).toContain('there is no <char2>');
  });

  it('is set down elsewhere with what it holds, and brings cameras', () => {
    const on = flat('kitchen');
    const cameras = on.post('camera_count').value;
    expect(on.enter('hall').success).toBe(true);
    expect(on.post('camera_count').value).toBe(cameras + 7);
    on.run(false, '<char1> [grab] <mug> (22)', '<char1> [sit] <sofa> (17)');
    const move = { char_index: 1, character_position: { x: 7, y: 0, z: 1 } };
    expect(on.post('move_character', [move]).success).toBe(true);
    expect([on.centreOf(2), on.centreOf(22), on.edgesOf(2, 'INSIDE'), on.edgesOf(22, 'INSIDE')]).toEqual([
      [7, 0, 1],
      [7, 0, 1],
      [12],
      [12],
    ]);
    expect(on.edgesOf(1, 'INSIDE')).toEqual([11]);
    expect(on.run(false, '<char1> [walk] <plate> (14)')).toMatchObject({ success: true });
    expect(on.post('move_character', [{ ...move, char_index: 2 }]).success).toBe(false);
  });
});

describe('check_script', () => {
  it('says whether a script can be carried out, and changes nothing', () => {
    const on = flat('kitchen');
    const before = JSON.stringify(on.graph());
    const lines = ['<char0> [open] <fridge> (1)', '<char0> [grab] <milk> (1)'];
    expect(on.post('check_script', lines)).toMatchObject({ success: true });
    expect(on.post('check_script', lines.slice(1))).toMatchObject({
      success: false,
      message: expect.stringContaining('Can not select object: milk'),
    });
    expect(JSON.stringify(on.graph())).toBe(before);
    expect(on.post('check_script', ['walk'])).toMatchObject({ success: false });
    expect(session().post('check_script', lines)).toMatchObject({ success: false, message: 'No character added yet!' });
  });
});
