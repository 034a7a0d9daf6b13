import type { GoalForm } from '../../world.ts';
import { type Condition, THEN } from './goal.ts';

export const GOAL_FORMS: readonly GoalForm[] = [
  form(
    'state',
    'it is OPEN, CLOSED, ON, OFF, PLUGGED_IN or PLUGGED_OUT',
    some('fridge', { state: ['?fridge', 'OPEN'] }),
  ),
  form('on', 'the first is on the second, or on something on it', bookAt('sofa', { on: ['?book', '?sofa'] })),
  form(
    'inside',
    'the first is in the second, or on or in something in it',
    bookAt('fridge', { inside: ['?book', '?fridge'] }),
  ),
  form(
    'rests_on',
    'the first is on the second, or on or in something on it',
    bookAt('sofa', { rests_on: ['?book', '?sofa'] }),
  ),
  form(
    'in_room',
    'it is in the room; a held thing is in the robot’s room',
    bookAt('bathroom', { in_room: ['?book', '?bathroom'] }),
  ),
  form('held', 'it is in a hand', some('book', { held: ['?book'] })),
  form('near', 'it is close to the robot and visible', some('fridge', { near: ['?fridge'] })),
  form('visible', 'it is not inside anything closed', some('milk', { visible: ['?milk'] })),
  form('graspable', 'a hand can hold it', some('milk', { and: [{ graspable: ['?milk'] }, { held: ['?milk'] }] })),
  form('heated', 'a device has heated it', {
    exists: '?food',
    of: { property: 'EATABLE' },
    that: { heated: ['?food'] },
  }),
  form('toasted', 'a toaster has toasted it', some('breadslice', { toasted: ['?breadslice'] })),
  form(
    'and',
    'all conditions hold',
    some('microwave', { and: [{ state: ['?microwave', 'OPEN'] }, { near: ['?microwave'] }] }),
  ),
  form('or', 'at least one condition holds', {
    or: [some('milk', { held: ['?milk'] }), some('book', { held: ['?book'] })],
  }),
  form('not', 'the condition does not hold', { not: some('lightswitch', { state: ['?lightswitch', 'ON'] }) }),
  form('forall', 'the condition holds for all such things', {
    forall: '?light',
    of: { class: 'lightswitch' },
    that: { state: ['?light', 'OFF'] },
  }),
  form('exists', 'the condition holds for at least one such thing', {
    exists: '?book',
    of: { class: 'book', initially: { not: { held: ['?book'] } } },
    that: { held: ['?book'] },
  }),
  form('count', 'the condition holds for at least that many such things', {
    count: '?light',
    of: { class: 'lightswitch' },
    at_least: 2,
    that: { state: ['?light', 'OFF'] },
  }),
  form('ever', 'the condition has held at some time', { ever: some('fridge', { state: ['?fridge', 'OPEN'] }) }),
  form('then', 'the first condition has held at some time, and the second at a later time', {
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
