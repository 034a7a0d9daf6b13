/**
 * What the marks of a figure mean: a row of marks, each with its words, above the panels.
 *
 * @module
 */
import { CROSS, DARK, type Layer, PALE, PALETTE, type Panel } from './figure_frame.ts';

export type KeyKind = 'bar' | 'pale' | 'interval' | 'paper' | 'diamond' | 'dot' | 'large' | 'mean' | 'none';

export type Key = {
  readonly kind: KeyKind;
  readonly text: string;
  /** Of a bar. */
  readonly colour?: string;
};

/** How much of a bar's colour is left where there are few episodes. */
export const PALE_OPACITY = 0.4;

/** Where each key stands, in pixels, and how wide the row is. */
export type KeyPlaces = { readonly at: readonly number[]; readonly width: number };

export function keyRow(keys: readonly Key[], { at, width }: KeyPlaces = placesOf(keys)): Panel {
  const kinds = new Set(keys.map(({ kind }) => kind));
  const layer = Object.entries(MARKS).flatMap(([kind, layers]) =>
    kinds.has(kind as KeyKind)
      ? layers.map((each): Layer => ({ transform: [{ filter: `datum.kind === '${kind}'` }], ...each }))
      : [],
  );
  return {
    width,
    height: 18,
    data: { values: keys.map(({ colour = DARK, ...key }, place) => ({ ...key, colour, at: at[place] ?? 0 })) },
    encoding: { x: { field: 'at', type: 'quantitative', scale: { domain: [0, width] }, axis: null } },
    layer: [
      ...layer,
      {
        mark: { type: 'text', align: 'left', dx: kinds.has('large') ? 17 : 12, fontSize: 12 },
        encoding: { text: { field: 'text' } },
      },
    ],
  };
}

const SQUARE = { type: 'point', shape: 'square', size: 140, filled: true } as const;
const TICK = { type: 'tick', color: DARK, thickness: 1.2 } as const;
const DIAMOND = { type: 'point', shape: 'diamond', size: 52, filled: true, opacity: 1 } as const;
const DOT = { type: 'circle', color: PALETTE[0], opacity: 0.55 } as const;
const COLOUR = { field: 'colour', type: 'nominal', scale: null } as const;

const MARKS: Readonly<Record<KeyKind, readonly Layer[]>> = {
  bar: [{ mark: { ...SQUARE, opacity: 1 }, encoding: { fill: COLOUR } }],
  pale: [{ mark: { ...SQUARE, fill: DARK, fillOpacity: PALE_OPACITY, stroke: DARK, opacity: 1 } }],
  interval: [
    { mark: { ...TICK, orient: 'vertical', size: 14 } },
    { mark: { ...TICK, orient: 'horizontal', size: 6, yOffset: -7 } },
    { mark: { ...TICK, orient: 'horizontal', size: 6, yOffset: 7 } },
  ],
  paper: [{ mark: { ...DIAMOND, fill: 'white', stroke: DARK } }],
  diamond: [{ mark: { ...DIAMOND, size: 70, color: PALETTE[5], stroke: 'white', strokeWidth: 1 } }],
  dot: [{ mark: { ...DOT, size: 30 } }],
  large: [{ mark: { ...DOT, size: 420 } }],
  mean: [{ mark: { ...TICK, orient: 'vertical', thickness: 2, size: 16 } }],
  none: [{ mark: { type: 'text', text: CROSS, fontSize: 12, color: PALE } }],
};

/** A character's width is an estimate, wide enough for any font. */
function placesOf(keys: readonly Key[]): KeyPlaces {
  const at: number[] = [];
  let left = 12;
  for (const { text } of keys) {
    at.push(left);
    left += 40 + Math.round(text.length * 6.5);
  }
  return { at, width: left };
}
