import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFoon } from './check_foon.ts';
import type { MotionNode, ObjectNode, ObjectState } from './foon.ts';
import { arbitraryFoon } from './testing/arbitrary_foon.ts';

const cup: ObjectNode = { label: 'cup', states: [], inMotion: false, isGoal: false };
const wash: MotionNode = { label: 'wash' };

function check({ node = cup, motion = wash }: { node?: ObjectNode; motion?: MotionNode }): void {
  checkFoon({ sources: [], units: [{ inputs: [cup], motion, outputs: [cup, node] }] });
}

describe('checkFoon()', () => {
  it.for<[string, ObjectState]>([
    ['states[0].label', { kind: 'plain', label: 'a\nb' }],
    ['states[0].object', { kind: 'related', label: 'on', object: 'a]' }],
    ['states[0].ingredients[1]', { kind: 'contents', label: 'in', ingredients: ['a', 'b}'] }],
  ])('names %s', ([field, state]) => {
    expect(() => check({ node: { ...cup, states: [state] } })).toThrow(
      `Cannot write FOON, field units[0].outputs[1].${field}: expected `,
    );
  });

  it.for<[string, MotionNode]>([
    ['label', { label: '' }],
    ['times.start', { label: 'wash', times: { start: '0,1', end: '2' } }],
    ['times.end', { label: 'wash', times: { start: '0', end: '' } }],
    ['times', { label: 'wash', times: { start: 'Assumed', end: 'Assumed' } }],
    ['performer.name', { label: 'wash', performer: { name: '\t', successRate: 1 } }],
    ['performer.successRate', { label: 'wash', performer: { name: 'robot', successRate: -1 } }],
  ])('names a motion’s %s', ([field, motion]) => {
    expect(() => check({ motion })).toThrow(`field units[0].motion.${field}: expected `);
  });

  it('has nothing against what can be written', () => {
    fc.assert(fc.property(arbitraryFoon, (foon) => checkFoon(foon)));
  });
});
