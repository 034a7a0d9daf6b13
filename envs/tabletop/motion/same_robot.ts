/** Our robot in the words of the motion reference's files, to be compared with the one that a file describes. */
import type { JsonPath } from '../../checked_json.ts';
import { topGrasps } from './grasp.ts';
import {
  CAPSULES,
  CARRIED,
  type Capsule,
  DENAVIT_HARTENBERG,
  FLANGE_Z,
  HAND_CAPSULES,
  HAND_YAW,
  HOME,
  LOWER_LIMITS,
  SELF_LINKS,
  TABLE_LINK_FIRST,
  TCP_Z,
  UPPER_LIMITS,
} from './panda.ts';

const LINKS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const inFile = ({ link, from, to, radius }: Capsule) => ({ link, p0: from, p1: to, radius });

/** The file's `robot`, but for its sentences. */
export const REFERENCE_ROBOT: unknown = {
  a: DENAVIT_HARTENBERG.map(({ a }) => a),
  d: DENAVIT_HARTENBERG.map(({ d }) => d),
  alpha: DENAVIT_HARTENBERG.map(({ quarters }) => (quarters * Math.PI) / 2),
  lower: LOWER_LIMITS,
  upper: UPPER_LIMITS,
  home: HOME,
  flangeZ: FLANGE_Z,
  handYawAboutFlange: HAND_YAW,
  tcpZInHand: TCP_Z,
  capsules: CAPSULES.closed.map(inFile),
  tableCheckedLinks: LINKS.filter((link) => link >= TABLE_LINK_FIRST),
  blocksCheckedLinks: LINKS,
};

/** The file's `attachedBlock`. */
export const REFERENCE_CARRIED: unknown = { o: CARRIED.offset, radius: CARRIED.radius };

/** The open hand, and how it may be turned. */
export const REFERENCE_HAND: { readonly capsules: unknown; readonly yaws: unknown } = {
  capsules: HAND_CAPSULES.open.map(inFile),
  yaws: topGrasps([0, 0, 0]).map(({ yaw }) => yaw),
};

/** The links that the file's sentences about checked pairs name, one after the other. */
export const REFERENCE_PAIRS: { readonly self: string; readonly carried: string } = {
  self: LINKS.filter((link) => link <= SELF_LINKS.near || link >= SELF_LINKS.far).join(' '),
  carried: `0 ${CARRIED.linkLast}`,
};

/** Files have nine digits. */
const TOLERANCE = 1e-6;

/**
 * Where `found` first differs from `ours` by more than 1e-6, and what should be there; null where it does not. Keys that
 * ours lacks do not matter. Recursion is bounded by `ours`.
 */
export function firstDifference(found: unknown, ours: unknown): { at: JsonPath; expected: string } | null {
  if (Array.isArray(ours)) {
    if (!Array.isArray(found) || found.length !== ours.length) return { at: [], expected: `a list of ${ours.length}` };
    return firstOf([...ours.keys()], (index) => firstDifference(found[index], ours[index]));
  }
  if (typeof ours === 'object' && ours !== null) {
    if (typeof found !== 'object' || found === null) return { at: [], expected: 'an object' };
    const [theirs, known] = [found, ours] as [Record<string, unknown>, Record<string, unknown>];
    return firstOf(Object.keys(known), (key) =>
      firstDifference(Object.hasOwn(theirs, key) ? theirs[key] : undefined, known[key]),
    );
  }
  const isSame = typeof found === 'number' && Math.abs(found - (ours as number)) <= TOLERANCE;
  return isSame ? null : { at: [], expected: String(ours) };
}

function firstOf<K extends string | number>(
  keys: readonly K[],
  differenceAt: (key: K) => { at: JsonPath; expected: string } | null,
): { at: JsonPath; expected: string } | null {
  for (const key of keys) {
    const difference = differenceAt(key);
    if (difference !== null) return { ...difference, at: [key, ...difference.at] };
  }
  return null;
}
