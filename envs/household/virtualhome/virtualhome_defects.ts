export const EDITIONS = {
  'v2.3': 'the simulator at commit 58970fd, the source of the golden traces',
  'released-programs':
    'the simulator of 2018, the source of the final graphs of the released programs: v2.3, but FIND walks, the posture is kept up to date, PUTOFF works, held things can be grabbed, and WALK puts other things within reach of the character',
  eai: 'the simulator of Embodied Agent Interface: v2.3, but FIND, posture and PUTOFF work, and WATCH refuses hidden things',
} as const;

export type EditionName = keyof typeof EDITIONS;

export const EDITION_NAMES = Object.keys(EDITIONS) as readonly EditionName[];

type Defect = Readonly<{ of: readonly EditionName[]; original: string; paper: string }>;

const ALL = ['v2.3', 'released-programs', 'eai'] as const;

/** Errors in VirtualHome's simulator, and differences between its editions. */
export const DEFECTS = {
  find_raises: {
    of: ['v2.3'],
    original: 'FIND of something that is not close raises a TypeError instead of walking there',
    paper: 'has no such action; `move` goes to anything seen',
  },
  find_at_rest: {
    of: ['v2.3', 'released-programs'],
    original:
      'a sitting or lying character cannot FIND something that is not close; the message is "not close", not "sitting"',
    paper: 'has no postures',
  },
  stale_character: {
    of: ['v2.3'],
    original:
      "the simulator reads the character's states as of the start of the scene: a character that has sat down cannot stand up, but can walk",
    paper: 'has no postures',
  },
  putobjback_succeeds: {
    of: ALL,
    original: 'PUTOBJBACK with a failed check reports success, changes nothing and leaves a message',
    paper: 'has no such action; reports every refused action as a refusal',
  },
  plugout_while_on: {
    of: ALL,
    original: 'PLUGOUT of something that is on succeeds, with a message that it is still on',
    paper: 'has no such action',
  },
  watch_hidden: {
    of: ['v2.3', 'released-programs'],
    original: 'WATCH of something in a closed container succeeds, with a message that it is hidden',
    paper: 'has no such action; no action works on hidden things',
  },
  putoff_raises: { of: ['v2.3'], original: 'PUTOFF always raises a TypeError', paper: 'has no such action' },
  doors_ignored: {
    of: ALL,
    original: 'WALK goes through closed doors; the check exists but is switched off',
    paper: 'goes through closed doors, too',
  },
  held_in_old_room: {
    of: ALL,
    original: 'WALK puts held things INSIDE the room that the character leaves, and later steps look for them there',
    paper: 'keeps held things with the robot',
  },
  dropped_in_two_rooms: {
    of: ALL,
    original: 'DROP puts the thing INSIDE the current room without removing it from the recorded one',
    paper: 'has no such action; gives each thing one place',
  },
  close_to_room: {
    of: ['released-programs'],
    original:
      'WALK to a room, like WALK to a thing, gives the character CLOSE edges to the room, to anything the room is INSIDE, and to body parts',
    paper: 'measures distances',
  },
  reaches_support: {
    of: ['v2.3', 'eai'],
    original: 'WALK gives the character a CLOSE edge to the support of the target',
    paper: 'does the same',
  },
  reaches_top: {
    of: ['released-programs'],
    original: 'WALK to something with SURFACES gives the character CLOSE edges to everything ON it',
    paper: 'counts things on any target as close',
  },
  reaches_contents: {
    of: ['v2.3', 'eai'],
    original: 'WALK to something that can be opened gives the character CLOSE edges to its contents',
    paper: 'counts things in any target as close',
  },
  reaches_closed: {
    of: ['v2.3', 'eai'],
    original: 'WALK also gives the character CLOSE edges to the contents of closed things',
    paper: 'refuses hidden things as not visible',
  },
  grab_remembered: {
    of: ALL,
    original:
      'a thing counts as grabbed while the simulator remembers where it came from, so a thing that had no neighbours can be grabbed a second time by the other hand, and clothes that were put on stay grabbed for good',
    paper: 'checks the hands',
  },
  grab_again: {
    of: ['released-programs'],
    original: 'GRAB does not check whether the thing is held; both hands can take it',
    paper: 'checks the hands',
  },
  anchor_by_hash: {
    of: ALL,
    original:
      'GRAB gives the character a CLOSE edge to one neighbour of the thing: the first in the order of a hash table',
    paper: 'puts the robot at the former support of the thing',
  },
  hidden_by_parent_only: {
    of: ALL,
    original:
      'a closed container hides a thing only if the thing has an INSIDE edge to it, not if a container of the thing has one',
    paper: 'checks all containers',
  },
  putin_anything: {
    of: ALL,
    original:
      'PUTIN accepts any target that cannot be opened: one without CONTAINERS, without space, even the thing itself',
    paper: 'requires CONTAINERS and space',
  },
  putback_anywhere: {
    of: ALL,
    original: 'PUTBACK accepts any target: one without SURFACES, a room, even the thing itself',
    paper: 'requires SURFACES',
  },
  switch_without_hand: {
    of: ALL,
    original: 'SWITCHON and SWITCHOFF need no free hand; the check exists but is commented out',
    paper: 'requires a free hand',
  },
  seat_kept: {
    of: ALL,
    original: 'WALK keeps the ON edge of the character to its seat, so that a used chair stays taken for good',
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
 * The defects of an edition; `with` wins over `without`.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { defectsOf } from 'tapedeck/virtualhome';
 *
 * assert.equal(defectsOf('v2.3').find_raises, true);
 * assert.equal(defectsOf('v2.3', { without: ['find_raises'] }).find_raises, false);
 * ```
 */
export function defectsOf(
  edition: EditionName,
  { without = [], with: added = [] }: { without?: readonly DefectName[]; with?: readonly DefectName[] } = {},
): Defects {
  const has = (name: DefectName) => {
    const { of: editions }: Defect = DEFECTS[name];
    return added.includes(name) || (editions.includes(edition) && !without.includes(name));
  };
  return Object.fromEntries(DEFECT_NAMES.map((name) => [name, has(name)])) as Defects;
}
