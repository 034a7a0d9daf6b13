import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taskName } from './task_name.ts';

test.each([
  ['Find a magazine, put it on a bed.', 'find_a_magazine_put_it_on_a_bed'],
  ['Make 3 toasts', 'make_3_toasts'],
  ['3 toasts!', 'task_3_toasts'],
  ['Öffne die Tür', 'öffne_die_tür'],
  ['…', 'task'],
  ['', 'task'],
])('taskName() makes %j a name', (instruction, name) => {
  expect(taskName(instruction)).toBe(name);
});

test('taskName() makes any instruction a name on one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (instruction) => {
      expect(taskName(instruction)).toMatch(/^[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*$/u);
    }),
  );
});
