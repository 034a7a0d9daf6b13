import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonError } from '../../envs/checked_json.ts';
import { FoonError } from '../../planners/foon/foon.ts';
import { writeFoon, writeFoonJson } from '../../planners/foon/foon_json.ts';
import { readFoon } from '../../planners/foon/read_foon.ts';
import { PORRIDGE, STIR, TEA, TEA_FOON, UNTIDY_TEA } from '../../planners/foon/testing/sample_foons.ts';
import { readFoonDocument } from './read_foon_document.ts';

const errorOf = (text: string) => thrownBy(() => readFoonDocument(text, 'stir.json')) as JsonError;

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return null;
}

describe('readFoonDocument()', () => {
  it('reads text, byte for byte, and JSON, whatever stands before it', () => {
    for (const text of [TEA, PORRIDGE, UNTIDY_TEA, '', '# nothing']) {
      const { form, foon, layout } = readFoonDocument(text, 'x');
      expect(form).toBe('text');
      expect(writeFoon(foon, layout)).toBe(text);
    }
    const { foon, layout } = readFoon(TEA, 'tea.txt');
    expect(foon).toEqual(TEA_FOON);
    const json = writeFoonJson(foon, layout);
    for (const before of ['', ' \n', '\ufeff'])
      expect(readFoonDocument(before + json, 'tea.json')).toEqual({ form: 'json', foon, layout });
  });

  it('says file, line, field, what is there and what should be', () => {
    const text = JSON.stringify(STIR, null, 2).replace('"tea"', '"te,a"');
    const line = text.slice(0, text.indexOf('te,a')).split('\n').length;
    expect(errorOf(text).message).toBe(
      `Cannot read "stir.json", line ${line}, column 13, field functional_units[0].input_nodes[0].ingredients[0]: ` +
        'expected an ingredient, without commas and braces (not empty, no surrounding whitespace, no control characters), found "te,a"',
    );
    const motion = 'Cannot read FOON "cup.txt", line 1: expected a motion';
    expect(() => readFoonDocument('O1\tcup\n', 'cup.txt')).toThrow(motion);
  });

  it.for([
    ['"motion_label":"stir"', '"motion_label":7', '.motion_node.motion_label', 'a label'],
    ['"motion_label":"stir",', '', '.motion_node.motion_label', 'found nothing'],
    ['"object_in_motion":"0"', '"object_in_motion":"00"', '.input_nodes[0].object_in_motion', '"0" or "1"'],
    ['"has_portions":"False"', '"has_portions":"True"', '.input_nodes[0].has_portions', '"False"'],
    ['"has_portions"', '"object_location"', '.input_nodes[0]', 'found the key "object_location"'],
    ['"object_id":4', '"object_id":-4', '.input_nodes[0].object_id', 'a non-negative integer'],
    ['"end_time":"Assumed"', '"robot_type":"arm"', '.motion_node', 'both start_time and end_time'],
    ['"motion_id":9', '"robot_type":"arm"', '.motion_node', 'both robot_type and weight_success'],
    ['[],"ingredients":[]', '[],"ingredients":["oil"]', '.output_nodes[0].ingredients', 'no ingredients'],
    ['"saucer"', '"saucer","ingredients":["tea"]', '.input_nodes[0].object_states[1].ingredients', 'either'],
    ['"contains"', '"contains","ingredients":["tea"]', '.input_nodes[0].ingredients', 'of the states'],
    ['"source":[', '"text_layout":{"byte_order_mark":false,"lines":[]},"source":[', 'text_layout', 'of this network'],
    ['"functional_units":', '"units":', 'functional_units', 'an array'],
    ['{"functional_units":', '[{"functional_units":', '', 'JSON'],
  ] as const)('refuses %s → %s', ([find, replace, field, words]) => {
    const { message, line, ...error } = errorOf(JSON.stringify(STIR).replace(find, replace));
    expect(error.field).toBe(field.startsWith('.') ? `functional_units[0]${field}` : field);
    expect(message).toContain(words);
    expect(line).toBe(1);
  });

  it.each(['input_nodes', 'output_nodes'])('refuses a unit without %s, and a document that is a list', (key) => {
    const error = errorOf(JSON.stringify({ functional_units: [{ ...STIR.functional_units[0], [key]: [] }] }));
    expect(error.field).toContain(`functional_units[0].${key}`);
    expect(errorOf('[]').message).toContain('expected an object');
  });

  it('throws nothing but a FoonError or a JsonError, whatever the text is', () => {
    const text = JSON.stringify(STIR);
    const put = fc.constantFrom('', '[', '{}', '"', 'null', '"__proto__":1,', '1e999');
    const damaged = fc.tuple(fc.nat({ max: text.length }), fc.nat({ max: 30 }), put);
    const cut = damaged.map(([at, count, other]) => text.slice(0, at) + other + text.slice(at + count));
    const value = fc.jsonValue().map((json) => JSON.stringify({ functional_units: json }));
    fc.assert(
      fc.property(fc.oneof(cut, value, fc.json(), fc.string()), (noise) => {
        const error = thrownBy(() => readFoonDocument(noise, 'noise'));
        expect([null, FoonError, JsonError]).toContain(error === null ? null : (error as Error).constructor);
      }),
      { numRuns: 2000 },
    );
  });
});
