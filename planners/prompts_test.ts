import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PromptError, promptSet } from './prompts.ts';
import { anyText } from './testing/arbitrary_text.ts';

/** A set of one prompt, `greeting`, with two slots and a part. */
function greeting(text: string) {
  return promptSet('mine', [{ prompt: 'greeting', path: 'mine/greeting.txt', text }], {
    greeting: ['name', 'place', 'polite'],
  });
}

const values = { name: 'Ada', place: 'the lab', polite: true };

describe('promptSet() renders', () => {
  test('parts, whose own lines vanish', () => {
    const prompts = greeting(
      'Hello {{name}}.\n{{#polite}}\nHow are you?\n{{/polite}}\n{{^polite}}\nHm.\n{{/polite}}\nBye.\n',
    );
    expect(prompts.render('greeting', values)).toBe('Hello Ada.\nHow are you?\nBye.');
    expect(prompts.render('greeting', { ...values, polite: false })).toBe('Hello Ada.\nHm.\nBye.');
  });

  test.each([
    ['Hello {{name}}, welcome to {{place}}.', 'Hello Ada, welcome to the lab.'],
    ['a\n', 'a'],
    ['a\n\n', 'a\n'],
    ['a\r\n', 'a'],
    ['a', 'a'],
    ['', ''],
    ['a\n{{#polite}}\nb\n{{/polite}}\n', 'a\nb'],
    ['a\n{{^polite}}\nb\n{{/polite}}\n', 'a'],
  ])('without the final newline of the file: %j', (text, prompt) => {
    expect(greeting(text).render('greeting', values)).toBe(prompt);
  });

  test('values as they are: no escaping, and never read as a template', () => {
    const text = fc.oneof(anyText, fc.constantFrom('{{name}}', '{{#polite}}', '<&>', '\n'));
    fc.assert(
      fc.property(text, (name) => {
        expect(greeting('[{{name}}]').render('greeting', { ...values, name })).toBe(`[${name}]`);
      }),
    );
  });
});

describe('promptSet() refuses', () => {
  test.each([
    ['an unknown slot', 'a\nb {{nmae}}', 2, 'unknown slot "nmae"; known: name, place, polite'],
    ['an unknown slot within a part', '{{#polite}}\n\n{{nmae}}\n{{/polite}}', 3, 'unknown slot "nmae"'],
    ['an unknown part', '\n{{^plite}}\n{{/plite}}', 2, 'unknown slot "plite"'],
    ['a part that is not closed', 'a\n{{#polite}}\nb\nc\n', 2, 'Unclosed section "polite"'],
    ['parts that cross', '{{#polite}}\n{{#name}}\n{{/polite}}\n{{/name}}', 2, 'Unclosed section "name"'],
    ['a part that is not opened', 'a\nb\n{{/polite}}', 3, 'Unopened section "polite"'],
    ['a tag that is not closed', '{{name}}\na {{name\nb\nc', 2, 'Unclosed tag'],
    ['partials', 'a\n{{> other}}', 2, 'a tag of kind ">" is not supported'],
    ['other delimiters', '{{=<% %>=}}', 1, 'a tag of kind "=" is not supported'],
  ])('%s, with its line', (_, text, line, problem) => {
    expect(() => greeting(text)).toThrow(PromptError);
    expect(() => greeting(text)).toThrow(`Cannot use prompt file "mine/greeting.txt", line ${line}: ${problem}`);
  });

  test('a missing file', () => {
    const problem = 'the file is missing; a set contains every prompt of its planner';
    expect(() => promptSet('mine', [], { greeting: [] })).toThrow(
      `Cannot use prompt file "mine/greeting.txt", line 1: ${problem}`,
    );
  });

  test.each(['parting', '__proto__', 'constructor'])('a file that is no prompt of the planner: %s', (prompt) => {
    expect(() => promptSet('mine', [{ prompt, path: `mine/${prompt}.txt`, text: '' }], { greeting: [] })).toThrow(
      `Cannot use prompt file "mine/${prompt}.txt", line 1: unknown prompt "${prompt}"; known: greeting`,
    );
  });

  test('any other text only with a PromptError', () => {
    const parts = '{{¦}}¦#¦^¦/¦{¦}¦=¦>¦!¦&¦name¦x¦ ¦\n'.split('¦');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...parts) }), (text) => {
        try {
          greeting(text).render('greeting', values);
        } catch (error) {
          expect(error).toBeInstanceOf(PromptError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

test('render() refuses a missing prompt, and a slot without a value even if the template omits it', () => {
  expect(() => greeting('').render('parting', {})).toThrow('Prompt set "mine" has no prompt "parting"');
  const { polite: _, ...others } = values;
  expect(() => greeting('').render('greeting', others)).toThrow('Slot "polite" of prompt "greeting" has no value');
});
