import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Foon, FoonError, type FunctionalUnit, type ObjectNode, type ObjectState } from './foon.ts';
import { foonFromJson, unitToJson, writeFoon, writeFoonJson } from './foon_json.ts';
import type { FoonDocument } from './foon_layout.ts';
import { FoonJson } from './foon_schema.ts';
import { readFoon } from './read_foon.ts';
import { arbitraryText } from './testing/arbitrary_foon.ts';
import { SAMPLES, SAMPLES_MISSING } from './testing/foon_samples.ts';
import { PORRIDGE, STIR, TEA, TEA_FOON, UNTIDY_TEA } from './testing/sample_foons.ts';

function read(text: string): FoonDocument {
  const problem = (at: readonly PropertyKey[], expected: string) =>
    new FoonError({ task: 'read', field: at.join('.'), expected, found: 'something else' });
  const { data: value, error } = FoonJson.safeParse(JSON.parse(text));
  if (value === undefined) throw problem(error!.issues[0]!.path, error!.issues[0]!.message);
  return foonFromJson({ value, problem });
}

describe('foonFromJson()', () => {
  it('reads the keys of the authors’ converter', () => {
    const { foon, layout } = read(JSON.stringify(STIR));
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
    const bare = '"object_states":[],"ingredients":[]';
    const text = JSON.stringify(STIR).replace(bare, `"object_states":${states},"ingredients":["oil"]`);
    expect(writeFoon(read(text).foon)).toContain(line);
  });

  it('names the path from the root to a mistake', () => {
    const text = JSON.stringify(STIR).replace('"end_time":"Assumed"', '"robot_type":"arm"');
    expect(() => read(text)).toThrow('field functional_units.0.motion_node: expected both start_time and end_time');
  });
});

describe('writeFoonJson()', () => {
  it('writes the same keys, and numbers nodes that have no identifiers', () => {
    const json = JSON.parse(writeFoonJson(read(JSON.stringify(STIR)).foon));
    const [unit] = json.functional_units;
    expect(unit.motion_node).toEqual({ ...STIR.functional_units[0]!.motion_node, motion_id: 0 });
    expect(unit.input_nodes[0].ingredients).toEqual(['tea', 'milk']);
    expect(Object.keys(json)).toEqual(['functional_units', 'source']);
  });

  it.each(['', '# nothing', ...SAMPLES.map(({ text }) => text)])('carries a text byte for byte: %j', (text) => {
    const { foon, layout } = readFoon(text, 'x.txt');
    const back = read(writeFoonJson(foon, layout));
    expect(writeFoon(back.foon, back.layout)).toBe(text);
  });

  it('omits a canonical layout', () => {
    const { foon, layout } = readFoon(TEA, 'tea.txt');
    expect(JSON.parse(writeFoonJson(foon, layout))).not.toHaveProperty('text_layout');
  });

  it('does not accept a layout of another network', () => {
    const { ids: _, ...text_layout } = readFoon(PORRIDGE, 'porridge.txt').layout;
    const json = JSON.stringify({ ...JSON.parse(writeFoonJson(TEA_FOON)), text_layout });
    expect(() => read(json)).toThrow('field text_layout: expected a layout of this network');
  });

  it('gives its own network and text back', () => {
    fc.assert(
      fc.property(arbitraryText, ({ foon, text }) => {
        expect(read(writeFoonJson(foon)).foon).toEqual(foon);
        const document = readFoon(text, 'x');
        const json = writeFoonJson(document.foon, document.layout);
        const back = read(json);
        expect(writeFoon(back.foon, back.layout)).toBe(text);
        expect(writeFoonJson(back.foon, back.layout)).toBe(json);
      }),
    );
  });
});

function withStates(...states: ObjectState[]): FunctionalUnit {
  const node = { label: 'bowl', states, inMotion: true, isGoal: false };
  return { inputs: [node], motion: { label: 'wash' }, outputs: [node] };
}

const contains = (label: string, ...ingredients: string[]): ObjectState => ({ kind: 'contents', label, ingredients });

describe('unitToJson()', () => {
  it('lists ingredients at the object, if that is unambiguous', () => {
    const unit = withStates(contains('contains', 'egg'), { kind: 'plain', label: 'hot' });
    const object_states = ['contains', 'hot'].map((state_label) => ({ state_id: 1, state_label }));
    const bowl = { object_id: 1, object_label: 'bowl', object_in_motion: '1' };
    expect(unitToJson(unit, () => '1').input_nodes[0]).toEqual({ ...bowl, object_states, ingredients: ['egg'] });
  });

  it('lists them at the states too, if it is not', () => {
    const unit = withStates(contains('greased', 'oil'), contains('contains', 'egg'));
    const [node] = unitToJson(unit, () => '').input_nodes;
    expect(node?.object_states).toEqual([
      { state_label: 'greased', ingredients: ['oil'] },
      { state_label: 'contains', ingredients: ['egg'] },
    ]);
    expect(node).toMatchObject({ ingredients: ['oil', 'egg'] });
    expect(node).not.toHaveProperty('object_id');
  });

  it('writes an identifier as a number only if its digits stay the same', () => {
    const written = ['0', '17', '007', '99999999999999999999'].map((id) => unitToJson(withStates(), () => id));
    expect(written.map((unit) => unit.motion_node.motion_id)).toEqual([0, 17, '007', '99999999999999999999']);
  });
});

const cup: ObjectNode = { label: 'cup', states: [], inMotion: false, isGoal: false };
const washing: Foon = { sources: [], units: [{ inputs: [cup], motion: { label: 'wash' }, outputs: [cup] }] };

describe('writeFoon()', () => {
  it('numbers labels in the order of appearance, without a layout', () => {
    expect(writeFoon(readFoon(PORRIDGE, 'porridge.txt').foon)).toBe(PORRIDGE);
  });

  it.each([TEA, UNTIDY_TEA, PORRIDGE, '', '\ufeff', '\n\n', '//', '# only\r\n#this'])(
    'gives back what was read, byte for byte: %j',
    (text) => {
      const { foon, layout } = readFoon(text, 'x.txt');
      expect(writeFoon(foon, layout)).toBe(text);
    },
  );

  it.skipIf(SAMPLES.length === 0)(`gives back the published networks (${SAMPLES.length || SAMPLES_MISSING})`, () => {
    expect(SAMPLES).toHaveLength(10);
    for (const { name, text } of SAMPLES) {
      const { foon, layout } = readFoon(text, name);
      expect(writeFoon(foon, layout)).toBe(text);
      expect(readFoon(writeFoon(foon), name).foon).toEqual(foon);
    }
  });

  it('keeps the spelling of every line that a change of the network leaves alone', () => {
    const { foon, layout } = readFoon('O9\tcup \t00\nM1\twash\tAssumed\tAssumed\nO9\tcup\t0\t8\n//', 'x.txt');
    const unit = { ...foon.units[0]!, motion: { label: 'dry' }, outputs: [{ ...cup, isGoal: true }] as const };
    const changed = writeFoon({ ...foon, units: [unit] }, layout);
    expect(changed).toBe('O9\tcup \t00\nM1\tdry\t<Assumed>\nO9\tcup\t0\t!\n//');
  });

  const { layout } = readFoon(TEA, 'tea.txt');
  const spy = { kind: 'aside', text: 'O1\tspy\t0', end: '\n' } as const;
  it.each([
    ['with no more lines, found a line for source', washing, layout.lines],
    ['a line for state', TEA_FOON, layout.lines.slice(0, 5)],
    ['asides that do not change it', TEA_FOON, [spy, ...layout.lines]],
    ['a line end in every line', TEA_FOON, layout.lines.map((line) => ({ ...line, end: '' as const }))],
  ])('refuses a layout of another network: %s', (message, foon, lines) => {
    const write = () => writeFoon(foon, { ...layout, lines });
    expect(write).toThrow(/^Cannot write FOON, field layout: expected a layout of/);
    expect(write).toThrow(message);
  });

  it('gives back any network, and any text byte for byte', () => {
    fc.assert(
      fc.property(arbitraryText, ({ foon, text }) => {
        expect(readFoon(writeFoon(foon), 'x').foon).toEqual(foon);
        const read = readFoon(text, 'x');
        expect(writeFoon(read.foon, read.layout)).toBe(text);
      }),
    );
  });
});
