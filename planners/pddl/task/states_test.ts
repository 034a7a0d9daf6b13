import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryGroundTask } from '../testing/arbitrary_ground_task.ts';
import { referenceApplicable, referenceSuccessor } from '../testing/reference_search.ts';
import { groundTask, type TaskLists } from './ground_task.ts';
import { allHold, listApplicable, writeSuccessor } from './states.ts';

function applicable(task: TaskLists): number[] {
  const packed = groundTask(task);
  const out = new Int32Array(packed.names.length);
  return [...out.subarray(0, listApplicable(packed, packed.initial, 0, out))].sort((a, b) => a - b);
}

function successor(task: TaskLists, operator: number): number[] {
  const packed = groundTask(task);
  const words = new Int32Array(2 * packed.wordsPerState);
  words.set(packed.initial);
  writeSuccessor(packed, words, 0, packed.wordsPerState, operator);
  expect(words.subarray(0, packed.wordsPerState)).toEqual(packed.initial);
  const holds = (fact: number) => allHold(words, packed.wordsPerState, Int32Array.of(fact), 0, 1);
  return [...task.facts.keys()].filter(holds);
}

it('listApplicable() lists what the reference does', () => {
  const property = fc.property(arbitraryGroundTask, (task) => {
    expect(applicable(task)).toEqual(referenceApplicable(task));
  });
  fc.assert(property);
});

it('writeSuccessor() writes what the reference does', () => {
  const property = fc.property(arbitraryGroundTask, (task) => {
    for (const operator of referenceApplicable(task))
      expect(successor(task, operator)).toEqual(referenceSuccessor(task, operator));
  });
  fc.assert(property);
});
