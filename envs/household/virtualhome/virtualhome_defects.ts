/**
 * Where VirtualHome's simulator errs, or its editions differ, with an effect on success or state.
 * `of` names the editions that have it; `paper` is what profile `paper` does instead.
 */

export const EDITIONS = {
  'v2.3': 'the simulator as it stands (58970fd), which the golden traces come from',
  'released-programs':
    'the simulator of 2018, which the final graphs of the released programs come from: FIND walks, posture is current, PUTOFF works, what is held can be grabbed, and WALK comes close to other things; what no program decides is as in v2.3',
  eai: 'the simulator of Embodied Agent Interface: v2.3 in which FIND, posture and PUTOFF are mended, and WATCH refuses what is hidden',
} as const;

export type EditionName = keyof typeof EDITIONS;

export const EDITION_NAMES = Object.keys(EDITIONS) as readonly EditionName[];

type Defect = { readonly of: readonly EditionName[]; readonly original: string; readonly paper: string };

const ALL = ['v2.3', 'released-programs', 'eai'] as const;

export const DEFECTS = {
  find_raises: {
    of: ['v2.3'],
    original: 'FIND of something that is not close raises a TypeError instead of walking there',
    paper: 'has no such action; `move` goes to anything seen',
  },
  find_at_rest: {
    of: ['v2.3', 'released-programs'],
    original:
      'FIND of something that is not close, by a character that sits or lies, is refused as not close, not as sitting',
    paper: 'has no postures',
  },
  stale_character: {
    of: ['v2.3'],
    original:
      "the character's own states are read as the scene began: nobody who sat down can stand up, and whoever sits can walk",
    paper: 'has no postures',
  },
  putobjback_succeeds: {
    of: ALL,
    original: 'PUTOBJBACK whose check fails reports success, changes nothing and leaves a message',
    paper: 'has no such action; a refused action is a refusal',
  },
  plugout_while_on: {
    of: ALL,
    original: 'PLUGOUT of something that is on succeeds, with a message that it is still on',
    paper: 'has no such action',
  },
  watch_hidden: {
    of: ['v2.3', 'released-programs'],
    original: 'WATCH of something in a closed container succeeds, with a message that it is hidden',
    paper: 'has no such action; what is hidden cannot be acted on',
  },
  putoff_raises: {
    of: ['v2.3'],
    original: 'PUTOFF always raises a TypeError',
    paper: 'has no such action',
  },
  doors_ignored: {
    of: ALL,
    original: 'WALK goes through closed doors; the check is there, switched off',
    paper: 'goes through closed doors as well',
  },
  held_in_old_room: {
    of: ALL,
    original:
      'what the character holds on a walk is put INSIDE the room that it leaves, and is taken for being there later',
    paper: 'what is held is where the robot is',
  },
  dropped_in_two_rooms: {
    of: ALL,
    original: 'DROP adds the present room to the room in which the thing is said to be',
    paper: 'has no such action; a thing has one place',
  },
  close_to_room: {
    of: ['released-programs'],
    original: 'WALK to a room makes the room itself close, what it is INSIDE, and body parts, as WALK to a thing does',
    paper: 'what is near is measured',
  },
  reaches_support: {
    of: ['v2.3', 'eai'],
    original: 'WALK makes close what the target is ON',
    paper: 'the same, by what bears the target',
  },
  reaches_top: {
    of: ['released-programs'],
    original: 'WALK to something with SURFACES makes everything ON it close',
    paper: 'the same, by what is on the target',
  },
  reaches_contents: {
    of: ['v2.3', 'eai'],
    original: 'WALK to something that opens makes what is inside it close',
    paper: 'the same, by what is in the target',
  },
  reaches_closed: {
    of: ['v2.3', 'eai'],
    original: 'the same holds where it is closed',
    paper: 'what is hidden is not visible, and refused as such',
  },
  grab_remembered: {
    of: ALL,
    original:
      'whether a thing is grabbed is asked of the memory of where it was taken from: what had no neighbours can be grabbed again, with the other hand; what was put on stays grabbed for good',
    paper: 'asks the hands',
  },
  grab_again: {
    of: ['released-programs'],
    original: 'GRAB does not ask whether the thing is held; what is held is taken with the other hand, too',
    paper: 'asks the hands',
  },
  anchor_by_hash: {
    of: ALL,
    original: 'GRAB makes one neighbour of the thing close to the character: the first in the order of a hash table',
    paper: 'the robot stands at what bore the thing',
  },
  hidden_by_parent_only: {
    of: ALL,
    original: 'whether a thing is hidden is asked of the containers it has an INSIDE edge to, not of what those are in',
    paper: 'asks all the way up',
  },
  putin_anything: {
    of: ALL,
    original: 'PUTIN takes any target that does not open: no CONTAINERS, no capacity, not even the thing itself',
    paper: 'asks for CONTAINERS and space',
  },
  putback_anywhere: {
    of: ALL,
    original: 'PUTBACK takes any target: no SURFACES, the thing itself, a room',
    paper: 'asks for SURFACES',
  },
  switch_without_hand: {
    of: ALL,
    original: 'SWITCHON and SWITCHOFF need no free hand; the check is there, commented out',
    paper: 'asks for a free hand',
  },
  seat_kept: {
    of: ALL,
    original: 'WALK leaves the ON edge of the character to its seat, so that a chair once sat on is taken for good',
    paper: 'has no postures',
  },
} as const satisfies Record<string, Defect>;

export type DefectName = keyof typeof DEFECTS;

export const DEFECT_NAMES = Object.keys(DEFECTS) as readonly DefectName[];

export type Defects = Readonly<Record<DefectName, boolean>>;

export function defectsBut(...repaired: readonly DefectName[]): Defects {
  return defectsOf('v2.3', { without: repaired });
}

/**
 * The defects of an edition, less some and with some more; what is in both lists is kept.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { defectsOf, graphScene, readGraph, VirtualHomeSimulator } from 'tapedeck/virtualhome';
 *
 * const nodes = [
 *   { id: 1, class_name: 'kitchen', category: 'Rooms' },
 *   { id: 2, class_name: 'fridge', properties: ['CAN_OPEN'], states: ['CLOSED'] },
 *   { id: 3, class_name: 'character' },
 * ];
 * const edges = [2, 3].map((from_id) => ({ from_id, relation_type: 'INSIDE', to_id: 1 }));
 * const scene = graphScene(readGraph(JSON.stringify({ nodes, edges }), 'kitchen.json'));
 * const released = defectsOf('released-programs', { without: ['seat_kept'] });
 * assert.equal(new VirtualHomeSimulator(scene, released).step('[FIND] <fridge> (2)').ok, true);
 * assert.equal(new VirtualHomeSimulator(scene).step('[FIND] <fridge> (2)').ok, false);
 * ```
 */
export function defectsOf(
  edition: EditionName,
  { without = [], with: added = [] }: { without?: readonly DefectName[]; with?: readonly DefectName[] } = {},
): Defects {
  const isKept = (name: DefectName) => {
    const editions: readonly EditionName[] = DEFECTS[name].of;
    return added.includes(name) || (editions.includes(edition) && !without.includes(name));
  };
  return Object.fromEntries(DEFECT_NAMES.map((name) => [name, isKept(name)])) as Record<DefectName, boolean>;
}
