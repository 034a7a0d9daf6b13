import type { HouseholdState } from '../state/household_state.ts';
import type { Label } from './labels.ts';
import { INK, LIT, THING, TREATED } from './map_marks.ts';
import { dot, type Panel } from './panel.ts';

export type DrawnThing = {
  readonly name: string;
  /** Pixels in the panel. */
  readonly at: readonly [number, number];
  readonly look: keyof typeof LOOKS;
  readonly isClose: boolean;
};

/** Pixels between centres. */
const APART = 8;
/** No room of the shipped houses has so many. */
const THINGS_MAX = 600;

export const LOOKS = {
  thing: `fill="${THING}" stroke="#ffffff" stroke-width="1"`,
  hidden: `fill="#ffffff" fill-opacity="0.6" stroke="${THING}" stroke-width="1.2"`,
  treated: `fill="${TREATED}" stroke="${INK}" stroke-width="1.2"`,
  lit: `fill="${LIT}" stroke="${INK}" stroke-width="1.2"`,
  unlit: `fill="#b9bcc2" stroke="${INK}" stroke-width="1"`,
} as const;

export function drawnThings(panel: Panel, state: HouseholdState, nodes: readonly number[]): DrawnThing[] {
  const taken: (readonly [number, number])[] = [];
  const { names } = state.tables.house;
  return nodes.slice(0, THINGS_MAX).map((node) => {
    const at = freePlace(panel.place(state.positionOf(node)), taken);
    taken.push(at);
    return { name: names[node]!, at, look: lookOf(state, node), isClose: state.isClose(node) && state.isVisible(node) };
  });
}

export function thingMarks(things: readonly DrawnThing[]): string[] {
  return things.map(({ name, at, look }) => dot(at, 3.6, LOOKS[look], look === 'thing' ? name : `${name} (${look})`));
}

export function thingLabels(things: readonly DrawnThing[]): Label[] {
  return things
    .toSorted((a, b) => Number(b.isClose) - Number(a.isClose))
    .map(({ name, at: [x, y], isClose }) => {
      const beside = 5 + (name.length * 9 * 0.55) / 2;
      const at = [
        [x, y - 9],
        [x, y + 9],
        [x + beside, y],
        [x - beside, y],
      ] as const;
      return { text: name, size: 9, fill: isClose ? INK : THING, at };
    });
}

export function lookOf(state: HouseholdState, node: number): DrawnThing['look'] {
  if (state.isHeated(node) || state.isToasted(node)) return 'treated';
  if (!state.isVisible(node)) return 'hidden';
  if (!state.has(node, 'HAS_SWITCH')) return 'thing';
  return state.is(node, 'ON') ? 'lit' : 'unlit';
}

function freePlace(
  wanted: readonly [number, number],
  taken: readonly (readonly [number, number])[],
): readonly [number, number] {
  const isFree = ([x, y]: readonly [number, number]) =>
    !taken.some(([a, b]) => Math.abs(a - x) < APART && Math.abs(b - y) < APART);
  let [right, down, length, turnX, turnY] = [0, 0, 1, 1, 0];
  for (let tries = 0; tries < 12; tries++) {
    for (let side = 0; side < 2; side++) {
      for (let step = 0; step < length; step++) {
        const place = [wanted[0] + right * APART, wanted[1] + down * APART] as const;
        if (isFree(place)) return place;
        right += turnX;
        down += turnY;
      }
      [turnX, turnY] = [-turnY, turnX];
    }
    length++;
  }
  return wanted;
}
