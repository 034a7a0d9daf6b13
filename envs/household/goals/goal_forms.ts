import type { GoalForm } from '../../world.ts';
import { type Condition, THEN } from './goal.ts';

export const GOAL_FORMS: readonly GoalForm[] = [
  form(
    'state',
    'it is OPEN, CLOSED, ON, OFF, PLUGGED_IN or PLUGGED_OUT',
    some('fridge', { state: ['?fridge', 'OPEN'] }),
  ),
  form('on', 'one is on the other, or on something that is on it', bookAt('sofa', { on: ['?book', '?sofa'] })),
  form(
    'inside',
    'one is in the other, or on or in something that is',
    bookAt('fridge', { inside: ['?book', '?fridge'] }),
  ),
  form(
    'rests_on',
    'one is on the other, or on or in something that is',
    bookAt('sofa', { rests_on: ['?book', '?sofa'] }),
  ),
  form(
    'in_room',
    'it is there; what is held is in the robot’s room',
    bookAt('bathroom', { in_room: ['?book', '?bathroom'] }),
  ),
  form('held', 'it is in a hand', some('book', { held: ['?book'] })),
  form('near', 'it is close to the robot, and visible', some('fridge', { near: ['?fridge'] })),
  form('visible', 'nothing closed is around it', some('milk', { visible: ['?milk'] })),
  form('graspable', 'a hand can hold it', some('milk', { and: [{ graspable: ['?milk'] }, { held: ['?milk'] }] })),
  form('heated', 'a device has heated it', {
    exists: '?food',
    of: { property: 'EATABLE' },
    that: { heated: ['?food'] },
  }),
  form('toasted', 'a toaster has toasted it', some('breadslice', { toasted: ['?breadslice'] })),
  form(
    'and',
    'all of them hold',
    some('microwave', { and: [{ state: ['?microwave', 'OPEN'] }, { near: ['?microwave'] }] }),
  ),
  form('or', 'one of them holds', { or: [some('milk', { held: ['?milk'] }), some('book', { held: ['?book'] })] }),
  form('not', 'it does not hold', { not: some('lightswitch', { state: ['?lightswitch', 'ON'] }) }),
  form('forall', 'it holds for all such things', {
    forall: '?light',
    of: { class: 'lightswitch' },
    that: { state: ['?light', 'OFF'] },
  }),
  form('exists', 'it holds for some such thing', {
    exists: '?book',
    of: { class: 'book', initially: { not: { held: ['?book'] } } },
    that: { held: ['?book'] },
  }),
  form('count', 'it holds for so many such things at least', {
    count: '?light',
    of: { class: 'lightswitch' },
    at_least: 2,
    that: { state: ['?light', 'OFF'] },
  }),
  form('ever', 'it has held at some moment', { ever: some('fridge', { state: ['?fridge', 'OPEN'] }) }),
  form('then', 'the first has held at some moment, the second at a later one', {
    [THEN]: [some('fridge', { state: ['?fridge', 'OPEN'] }), some('fridge', { state: ['?fridge', 'CLOSED'] })],
  }),
];

function form(goal: string, holds: string, that: Condition): GoalForm {
  return { goal, holds, example: [{ that }] };
}

function some(name: string, that: Condition): Condition {
  return { exists: `?${name}`, of: { class: name }, that };
}

function bookAt(place: string, that: Condition): Condition {
  return some('book', some(place, that));
}
