/**
 * Where VirtualHome's simulator does what nobody can have meant, and it decides success or state: each with a name, so that
 * tests can take it out.
 *
 * Profile `virtualhome` keeps them all. `paper` says what profile `paper` does instead.
 *
 * @module
 */

type Defect = { readonly original: string; readonly paper: string };

export const DEFECTS = {
  find_raises: {
    original: 'FIND of something that is not close raises a TypeError instead of walking there',
    paper: 'has no such action; `move` goes to anything seen',
  },
  stale_character: {
    original:
      "the character's own states are read as the scene began: nobody who sat down can stand up, and whoever sits can walk",
    paper: 'has no postures',
  },
  putobjback_succeeds: {
    original: 'PUTOBJBACK whose check fails reports success, changes nothing and leaves a message',
    paper: 'has no such action; a refused action is a refusal',
  },
  plugout_while_on: {
    original: 'PLUGOUT of something that is on succeeds, with a message that it is still on',
    paper: 'has no such action',
  },
  watch_hidden: {
    original: 'WATCH of something in a closed container succeeds, with a message that it is hidden',
    paper: 'has no such action; what is hidden cannot be acted on',
  },
  putoff_raises: {
    original: 'PUTOFF always raises a TypeError',
    paper: 'has no such action',
  },
  doors_ignored: {
    original: 'WALK goes through closed doors; the check is there, switched off',
    paper: 'goes through closed doors as well',
  },
  held_in_old_room: {
    original:
      'what the character holds on a walk is put INSIDE the room that it leaves, and is taken for being there later',
    paper: 'what is held is where the robot is',
  },
  dropped_in_two_rooms: {
    original: 'DROP adds the present room to the room in which the thing is said to be',
    paper: 'has no such action; a thing has one place',
  },
  reaches_closed: {
    original: 'WALK to something that opens makes everything inside it close, closed or not',
    paper: 'what is hidden is not visible, and refused as such',
  },
  grab_remembered: {
    original:
      'whether a thing is grabbed is asked of the memory of where it was taken from: what had no neighbours can be grabbed again, with the other hand; what was put on stays grabbed for good',
    paper: 'asks the hands',
  },
  anchor_by_hash: {
    original: 'GRAB makes one neighbour of the thing close to the character: the first in the order of a hash table',
    paper: 'the robot stands at what bore the thing',
  },
  hidden_by_parent_only: {
    original: 'whether a thing is hidden is asked of the containers it has an INSIDE edge to, not of what those are in',
    paper: 'asks all the way up',
  },
  putin_anything: {
    original: 'PUTIN takes any target that does not open: no CONTAINERS, no capacity, not even the thing itself',
    paper: 'asks for CONTAINERS and space',
  },
  putback_anywhere: {
    original: 'PUTBACK takes any target: no SURFACES, the thing itself, a room',
    paper: 'asks for SURFACES',
  },
  switch_without_hand: {
    original: 'SWITCHON and SWITCHOFF need no free hand; the check is there, commented out',
    paper: 'asks for a free hand',
  },
  seat_kept: {
    original: 'WALK leaves the ON edge of the character to its seat, so that a chair once sat on is taken for good',
    paper: 'has no postures',
  },
} as const satisfies Record<string, Defect>;

export type DefectName = keyof typeof DEFECTS;

/** Which defects are kept. */
export type Defects = Readonly<Record<DefectName, boolean>>;

const NAMES = Object.keys(DEFECTS) as DefectName[];

/** Every defect but those named. */
export function defectsBut(...repaired: readonly DefectName[]): Defects {
  return Object.fromEntries(NAMES.map((name) => [name, !repaired.includes(name)])) as Record<DefectName, boolean>;
}
