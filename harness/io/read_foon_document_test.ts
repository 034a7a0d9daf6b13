import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonError } from '../../envs/checked_json.ts';
import { FoonError } from '../../planners/foon/foon_error.ts';
import { writeFoonJson } from '../../planners/foon/foon_json.ts';
import { readFoon } from '../../planners/foon/read_foon.ts';
import { PORRIDGE, STIR, TEA, TEA_FOON, UNTIDY_TEA } from '../../planners/foon/testing/sample_foons.ts';
import { writeFoon } from '../../planners/foon/write_foon.ts';
import { readFoonDocument } from './read_foon_document.ts';

function errorOf(text: string): JsonError {
  try {
    readFoonDocument(text, 'stir.json');
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error('there is no error');
}

describe('readFoonDocument()', () => {
  it('reads text, byte for byte', () => {
    for (const text of [TEA, PORRIDGE, UNTIDY_TEA, '', '# nothing']) {
      const { form, foon, layout } = readFoonDocument(text, 'x');
      expect(form).toBe('text');
      expect(writeFoon(foon, layout)).toBe(text);
    }
  });

  it('reads JSON, whatever stands before it', () => {
    const { foon, layout } = readFoon(TEA, 'tea.txt');
    for (const before of ['', ' \n', '\ufeff']) {
      expect(readFoonDocument(before + writeFoonJson(foon, layout), 'tea.json')).toEqual({
        form: 'json',
        foon,
        layout,
      });
    }
    expect(foon).toEqual(TEA_FOON);
  });

  it('says file, line, field, what is there and what should be', () => {
    const text = JSON.stringify(STIR, null, 2).replace('"tea"', '"te,a"');
    const line = text.slice(0, text.indexOf('te,a')).split('\n').length;
    expect(errorOf(text).message).toBe(
      `Cannot read "stir.json", line ${line}, column 13, field functional_units[0].input_nodes[0].ingredients[0]: ` +
        'expected an ingredient, without commas and braces (not empty, no blanks around it, no control characters), found "te,a"',
    );
    expect(() => readFoonDocument('O1\tcup\n', 'cup.txt')).toThrow(
      'Cannot read FOON "cup.txt", line 1: expected a motion',
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
    ['"has_portions"', '"object_location"', 'functional_units[0].input_nodes[0]', 'found the key "object_location"'],
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
    ['{"functional_units":', '[{"functional_units":', '', 'JSON'],
  ] as const)('refuses %s → %s', ([find, replace, field, words]) => {
    const error = errorOf(JSON.stringify(STIR).replace(find, replace));
    expect(error.field).toBe(field);
    expect(error.message).toContain(words);
    expect(error.line).toBe(1);
  });

  it('refuses a unit without inputs or outputs, and a document that is a list', () => {
    for (const key of ['input_nodes', 'output_nodes']) {
      const error = errorOf(JSON.stringify({ functional_units: [{ ...STIR.functional_units[0], [key]: [] }] }));
      expect(error.field).toContain(`functional_units[0].${key}`);
    }
    expect(errorOf('[]').message).toContain('expected an object');
  });

  it('throws nothing but a FoonError or a JsonError, whatever the text is', () => {
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
          readFoonDocument(noise, 'noise');
        } catch (error) {
          expect(error).toSatisfy((thrown) => thrown instanceof FoonError || thrown instanceof JsonError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
