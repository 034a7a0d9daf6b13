import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScriptText, ScriptLineError, ScriptReader, scriptLine } from './script_line.ts';

const nodes = [
  { className: 'fridge', id: 305 },
  { className: 'milk', id: 5 },
  { className: 'dining_table', id: 7 },
] as const;
const scene = { nodes, indexOf: new Map(nodes.map(({ id }, index) => [id, index])) };
const actions = new Map(['STANDUP', 'WALK', 'PUTIN'].map((verb, arity) => [verb, { verb, arity }]));
const reader = new ScriptReader(actions, scene);

describe('ScriptReader', () => {
  it.each([
    ['[WALK] <fridge> (305)', 'WALK', 0, -1],
    ['[walk]<fridge>(305)', 'WALK', 0, -1],
    ['  [ Walk ]  <FRIDGE>  ( 305 )  ', 'WALK', 0, -1],
    ['[PUTIN] <milk> (5) <fridge> (305)', 'PUTIN', 1, 0],
    ['[putin]<milk>(5)<dining table>(7)', 'PUTIN', 1, 2],
    ['[STANDUP]', 'STANDUP', -1, -1],
    ['[WALK] <fridge> (1.305)', 'WALK', 0, -1],
    ['[PUTIN] <milk> ( 12.5 ) <fridge> (1.305)', 'PUTIN', 1, 0],
  ])('reads "%s"', (text, verb, first, second) => {
    const step = reader.read(text);
    expect([step.action.verb, step.first, step.second]).toEqual([verb, first, second]);
  });

  it.each([
    ['', 1, 'expected "[", found the end'],
    ['WALK fridge', 1, 'expected "[", found "WALK fridge"'],
    ['[WALK <fridge> (305)', 7, 'expected "]", found "<fridge> (305)"'],
    ['[] <fridge> (305)', 2, 'expected the name of an action, found "] <fridge> (305)"'],
    ['[WALK] fridge (305)', 8, 'expected "<", found "fridge (305)"'],
    ['[WALK] <> (305)', 9, 'expected the name of a class, found "> (305)"'],
    ['[WALK] <fridge (305)', 21, 'expected ">", found the end'],
    ['[WALK] <fridge> 305', 17, 'expected "(", found "305"'],
    ['[WALK] <fridge> (1.)', 18, 'expected an id in digits, found "1.)"'],
    ['[WALK] <fridge> (.305)', 18, 'expected an id in digits, found ".305)"'],
    ['[WALK] <fridge> (1.2.305)', 18, 'expected an id in digits, found "1.2.305)"'],
    ['[PUTIN] <milk> (5) <fridge> ( 305.)', 31, 'expected an id in digits, found "305.)"'],
    ['[WALK] <fridge> (many)', 18, 'expected an id in digits, found "many)"'],
    ['[WALK] <fridge> (1234567890123456)', 18, 'expected an id in digits, found "1234567890123456)"'],
    ['[PUTIN] <milk> (5) <fridge> (305) [1]', 35, 'expected the end after two objects, found "[1]"'],
    ['[FLY] <fridge> (305)', 2, 'unknown action "FLY"; known: STANDUP, WALK, PUTIN'],
    ['[__proto__]', 2, 'unknown action "__proto__"; known: STANDUP, WALK, PUTIN'],
    ['[WALK]', 7, 'WALK takes one object, found 0'],
    ['[STANDUP] <fridge> (305)', 10, 'STANDUP takes no object, found 1'],
    ['[PUTIN] <milk> (5)', 8, 'PUTIN takes 2 objects, found 1'],
    ['[WALK] <fridge> (306)', 17, 'the scene has no node with id 306'],
    ['[PUTIN] <milk> (5) <milk> (305)', 20, 'the node with id 305 has class "fridge", not "milk"'],
  ])('refuses "%s" at column %i: %s', (text, column, problem) => {
    const message = `Cannot read script line ${JSON.stringify(text)}, column ${column}: ${problem}`;
    expect(() => reader.read(text)).toThrow(expect.objectContaining({ message, column }));
    expect(() => reader.read(text)).toThrow(ScriptLineError);
  });

  it('looks at ids alone, where told so', () => {
    const byIds = new ScriptReader(actions, scene, { names: 'ignored' });
    const { first, second } = byIds.read('[PUTIN] <water_glass> (5) <cupboard> (305)');
    expect([first, second]).toEqual([1, 0]);
  });

  it('refuses a long line without reading it, and clips what it shows', () => {
    const reading = (length: number) => () => reader.read(`[WALK] <${'x'.repeat(length)}> (5)`);
    expect(reading(1e7)).toThrow(/…", column 10001: expected at most 10000 char/);
    expect(reading(9000)).toThrow(/^.{50,299}$/);
  });

  it('reads a line, or says where it cannot, whatever the text', () => {
    const words = fc.constantFrom(...'[ ] < > ( ) WALK PUTIN fridge milk 305 5 ٣'.split(' '), ' ', '\n');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 16 }), (parts) => {
        const text = parts.join('');
        try {
          reader.read(text);
        } catch (error) {
          if (!(error instanceof ScriptLineError)) throw error;
          expect(error.column).toBeLessThanOrEqual(text.length + 2);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

it('scriptLine() writes what the reader reads', () => {
  expect(scriptLine('PUTIN', nodes[1], nodes[0])).toBe('[PUTIN] <milk> (5) <fridge> (305)');
  expect(scriptLine('STANDUP')).toBe('[STANDUP]');
});

describe('readScriptText()', () => {
  it('reads title, description and steps, with the lines on which these stand', () => {
    const text = 'Watch TV\nI sit down.\nThen I watch.\r\n\n\n[WALK] <sofa> (1.369)\r\n\n [SIT] <sofa> (1.369)';
    expect(readScriptText(text)).toEqual({
      title: 'Watch TV',
      description: 'I sit down.\nThen I watch.',
      steps: [
        { line: 6, text: '[WALK] <sofa> (1.369)' },
        { line: 8, text: '[SIT] <sofa> (1.369)' },
      ],
    });
  });

  it('takes steps alone, a title alone and nothing, and leaves what is no step below for the reader of lines to refuse', () => {
    expect(readScriptText('[STANDUP]').steps).toEqual([{ line: 1, text: '[STANDUP]' }]);
    expect(readScriptText('Sleep')).toEqual({ title: 'Sleep', description: '', steps: [] });
    expect(readScriptText('')).toEqual({ title: '', description: '', steps: [] });
    expect(readScriptText('[STANDUP]\nwalk').steps[1]).toEqual({ line: 2, text: 'walk' });
  });
});
