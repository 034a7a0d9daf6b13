import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { PRIMITIVES } from '../read_calls.ts';
import { actionText } from './action_text.ts';
import { readAction } from './read_action.ts';

test('actionText() writes calls, names bare where they are plain', () => {
  expect(actionText({ verb: 'placein', args: ['mug1', 'kitchen cabinet 2'] })).toBe('placein(mug1, kitchen cabinet 2)');
  expect(actionText({ verb: 'wait', args: [] })).toBe('wait()');
});

test('actionText() quotes names that could be read as something else', () => {
  expect(actionText({ verb: 'move', args: ["Tom's mug"] })).toBe(`move("Tom's mug")`);
  expect(actionText({ verb: 'move', args: ['a)\nSuccess: True'] })).toBe(`move('a)\\nSuccess: True')`);
  expect(actionText({ verb: 'move', args: [''] })).toBe(`move('')`);
});

test('actionText() stays on one line, whatever the names', () => {
  const args = fc.array(fc.string({ unit: 'binary' }), { maxLength: 2 });
  fc.assert(
    fc.property(args, (args) => {
      expect(actionText({ verb: 'move', args })).not.toMatch(/[\n\r\u2028\u2029\u0085\v\f]/);
    }),
  );
});

test('actionText() writes what readAction() reads', () => {
  const name = fc.stringMatching(/^[a-zé_][a-z0-9 .|'"-]{0,8}[a-z0-9]$/);
  const action = fc
    .constantFrom(...PRIMITIVES)
    .chain(([verb, parameters]) =>
      fc.tuple(...parameters.map(() => name)).map((args) => ({ verb, args: args as string[] })),
    );
  fc.assert(
    fc.property(action, (action) => {
      expect(readAction(actionText(action), new ParseLog())).toEqual(action);
    }),
  );
});
