import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FoonError } from './foon_error.ts';
import { readFoonJson, writeFoonJson } from './foon_json.ts';
import { readFoon } from './read_foon.ts';
import { arbitraryDocument, arbitraryFoon, arbitraryText } from './testing/arbitrary_foon.ts';
import { SAMPLES, SAMPLES_MISSING } from './testing/foon_samples.ts';
import { PORRIDGE, TEA, TEA_FOON, UNTIDY_TEA } from './testing/sample_foons.ts';
import { writeFoon } from './write_foon.ts';

const STIR = {
  functional_units: [
    {
      input_nodes: [
        {
          object_id: 4,
          object_label: 'cup',
          object_states: [
            { state_id: 1, state_label: 'contains' },
            { state_id: '02', state_label: 'on', relative_object: 'saucer' },
          ],
          ingredients: ['tea', 'milk'],
          object_in_motion: '0',
          has_portions: 'False',
        },
      ],
      motion_node: { motion_id: 9, motion_label: 'stir', start_time: 'Assumed', end_time: 'Assumed' },
      output_nodes: [
        { object_id: 5, object_label: 'tea', object_states: [], ingredients: [], object_in_motion: '0', is_goal: true },
      ],
    },
  ],
  source: ['https://example.org/stir'],
};

function errorOf(text: string): FoonError {
  try {
    readFoonJson(text, 'stir.json');
  } catch (error) {
    if (error instanceof FoonError) return error;
    throw error;
  }
  throw new Error('there is no error');
}

describe('readFoonJson()', () => {
  it('reads the keys of the authors’ converter', () => {
    const { foon, layout } = readFoonJson(JSON.stringify(STIR), 'stir.json');
    expect(writeFoon(foon, layout)).toBe(
      '# Source:\thttps://example.org/stir\n' +
        'O4\tcup\t0\nS1\tcontains\t{tea,milk}\nS02\ton\t[saucer]\nM9\tstir\t<Assumed>\nO5\ttea\t0\t!\n//\n',
    );
  });

  it.for([
    ['greased', '[{"state_label":"greased"},{"state_label":"on","relative_object":"tray"}]', 'greased\t{oil}'],
    ['the last plain state', '[{"state_label":"clean"},{"state_label":"full"}]', 'full\t{oil}'],
    ['contains', '[{"state_label":"contains"},{"state_label":"clean"}]', 'contains\t{oil}'],
  ] as const)('gives ingredients to the state that can hold them: %s', ([, states, line]) => {
    const text = JSON.stringify(STIR).replace(
      '"object_states":[],"ingredients":[]',
      `"object_states":${states},"ingredients":["oil"]`,
    );
    expect(writeFoon(readFoonJson(text, 'stir.json').foon)).toContain(line);
  });

  it('says file, line, field, what is there and what should be', () => {
    const text = JSON.stringify(STIR, null, 2).replace('"tea"', '"te,a"');
    const line = text.slice(0, text.indexOf('te,a')).split('\n').length;
    const error = errorOf(text);
    expect(error.message).toBe(
      `Cannot read FOON "stir.json", line ${line}, field functional_units[0].input_nodes[0].ingredients[0]: ` +
        'expected an ingredient, without commas and braces (not empty, no blanks around it, no control characters), found "te,a"',
    );
  });

  it.for([
    ['"motion_label":"stir"', '"motion_label":7', 'functional_units[0].motion_node.motion_label', 'a label'],
    ['"motion_label":"stir",', '', 'functional_units[0].motion_node.motion_label', 'found nothing'],
    [
      '"object_in_motion":"0"',
      '"object_in_motion":"00"',
      'functional_units[0].input_nodes[0].object_in_motion',
      '"0" or "1"',
    ],
    ['"has_portions":"False"', '"has_portions":"True"', 'functional_units[0].input_nodes[0].has_portions', '"False"'],
    ['"has_portions"', '"object_location"', 'functional_units[0].input_nodes[0].object_location', 'no such key'],
    ['"object_id":4', '"object_id":-4', 'functional_units[0].input_nodes[0].object_id', 'a number from 0 on'],
    ['"end_time":"Assumed"', '"robot_type":"arm"', 'functional_units[0].motion_node', 'both start_time and end_time'],
    ['"motion_id":9', '"robot_type":"arm"', 'functional_units[0].motion_node', 'both robot_type and weight_success'],
    [
      '"object_states":[],"ingredients":[]',
      '"object_states":[],"ingredients":["oil"]',
      'functional_units[0].output_nodes[0].ingredients',
      'no ingredients',
    ],
    [
      '"relative_object":"saucer"',
      '"relative_object":"saucer","ingredients":["tea"]',
      'functional_units[0].input_nodes[0].object_states[1].ingredients',
      'either',
    ],
    [
      '"state_label":"contains"',
      '"state_label":"contains","ingredients":["tea"]',
      'functional_units[0].input_nodes[0].ingredients',
      'of the states',
    ],
    [
      '"source":[',
      '"text_layout":{"byte_order_mark":false,"lines":[]},"source":[',
      'text_layout',
      'a layout of this network',
    ],
    ['"functional_units":', '"units":', 'functional_units', 'an array'],
  ] as const)('refuses %s → %s', ([find, replace, field, words]) => {
    const error = errorOf(JSON.stringify(STIR).replace(find, replace));
    expect(error.field).toBe(field);
    expect(error.message).toContain(words);
    expect(error.line).toBe(1);
  });

  it('refuses a unit without inputs or outputs', () => {
    const [unit] = STIR.functional_units;
    for (const key of ['input_nodes', 'output_nodes']) {
      const error = errorOf(JSON.stringify({ functional_units: [{ ...unit, [key]: [] }] }));
      expect(error.field).toContain(`functional_units[0].${key}`);
    }
  });

  it('throws nothing but a FoonError, whatever the text is', () => {
    const text = JSON.stringify(STIR);
    const damaged = fc.tuple(
      fc.nat({ max: text.length }),
      fc.nat({ max: 30 }),
      fc.constantFrom('', '[', '{}', '"', 'null', '"__proto__":1,', '1e999'),
    );
    const cut = damaged.map(([at, count, put]) => text.slice(0, at) + put + text.slice(at + count));
    const value = fc.jsonValue().map((json) => JSON.stringify({ functional_units: json }));
    fc.assert(
      fc.property(fc.oneof(cut, value, fc.json(), fc.string()), (noise) => {
        try {
          readFoonJson(noise, 'noise');
        } catch (error) {
          expect(error).toBeInstanceOf(FoonError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('writeFoonJson()', () => {
  it('writes the same keys, with identifiers of its own where there are none', () => {
    const json = JSON.parse(writeFoonJson(readFoonJson(JSON.stringify(STIR), 'stir.json').foon));
    expect(json.functional_units[0].motion_node).toEqual({
      motion_id: 0,
      motion_label: 'stir',
      start_time: 'Assumed',
      end_time: 'Assumed',
    });
    expect(json.functional_units[0].input_nodes[0].ingredients).toEqual(['tea', 'milk']);
    expect(Object.keys(json)).toEqual(['functional_units', 'source']);
  });

  it.for([
    ['a small one', TEA],
    ['an untidy one', UNTIDY_TEA],
    ['a chain', PORRIDGE],
    ['an empty one', ''],
    ['a comment', '# nothing'],
  ] as const)('carries a text byte for byte: %s', ([, text]) => {
    const { foon, layout } = readFoon(text, 'x.txt');
    const back = readFoonJson(writeFoonJson(foon, layout), 'x.json');
    expect(back.foon).toEqual(foon);
    expect(writeFoon(back.foon, back.layout)).toBe(text);
  });

  it('says nothing of a layout that is the canonical one', () => {
    const { foon, layout } = readFoon(TEA, 'tea.txt');
    expect(JSON.parse(writeFoonJson(foon, layout))).not.toHaveProperty('text_layout');
  });

  it('refuses what cannot be written, and a layout of another network', () => {
    const { layout } = readFoon(PORRIDGE, 'porridge.txt');
    expect(() => writeFoonJson(TEA_FOON, layout)).toThrow(FoonError);
    expect(() => writeFoonJson({ sources: ['\t'], units: [] })).toThrow('field sources[0]');
  });

  it('writes what is read as the same network again, whatever it is', () => {
    fc.assert(
      fc.property(arbitraryFoon, (foon) => {
        expect(readFoonJson(writeFoonJson(foon), 'x').foon).toEqual(foon);
      }),
    );
  });

  it('carries any text byte for byte', () => {
    fc.assert(
      fc.property(arbitraryText, ({ text }) => {
        const { foon, layout } = readFoon(text, 'x');
        const back = readFoonJson(writeFoonJson(foon, layout), 'x.json');
        expect(writeFoon(back.foon, back.layout)).toBe(text);
      }),
    );
  });

  it('gives its own text back', () => {
    fc.assert(
      fc.property(arbitraryDocument, ({ foon, layout }) => {
        const json = writeFoonJson(foon, layout);
        const back = readFoonJson(json, 'x.json');
        expect(writeFoonJson(back.foon, back.layout)).toBe(json);
      }),
    );
  });

  it.skipIf(SAMPLES.length === 0)(`carries the published networks (${SAMPLES.length || SAMPLES_MISSING})`, () => {
    for (const { name, text } of SAMPLES) {
      const { foon, layout } = readFoon(text, name);
      const back = readFoonJson(writeFoonJson(foon, layout), name);
      expect(writeFoon(back.foon, back.layout)).toBe(text);
    }
  });
});
