/** What stands beside the maps: what the robot holds, what has changed since the start, and what the marks mean. */
import { shortened, svgText } from '../../svg_text.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { textWidth } from './labels.ts';
import { INK, LIT, PALE_INK, ROBOT, THING, TREATED } from './map_marks.ts';
import type { Frame } from './panel.ts';
import { dot } from './panel.ts';

const SIZE = 11;
const LINE = 15;
const KEY_HEIGHT = 52;

/** The robot's hands in words. */
export function handsText(state: HouseholdState): string {
  const held = state.held().map((node) => state.tables.house.names[node]!);
  return held.length === 0 ? 'Hands empty' : `Holds ${held.join(' and ')}`;
}

/** Fills a column from the top; where there is more to say than room, it says how much. */
export function aside(state: HouseholdState, changes: readonly string[], { x, y, width, height }: Frame): string[] {
  const linesMax = Math.floor((height - KEY_HEIGHT) / LINE) - 2;
  const all = changes.length === 0 ? ['nothing'] : changes;
  const shown = all.length > linesMax ? all.slice(-(linesMax - 1)) : all;
  const more = all.length > shown.length ? [`… ${all.length - shown.length} more`] : [];
  const charactersMax = Math.floor(width / textWidth('x', SIZE));
  const lines = [
    { text: handsText(state), weight: 'bold', fill: INK },
    { text: 'Changed since the start:', weight: 'normal', fill: PALE_INK },
    ...[...more, ...shown].map((text) => ({ text, weight: 'normal', fill: INK })),
  ];
  return lines.map(
    ({ text, weight, fill }, at) =>
      `<text x="${x}" y="${y + LINE * (at + 1) - 4}" font-size="${SIZE}" font-weight="${weight}" fill="${fill}">${svgText(shortened(text, charactersMax))}</text>`,
  );
}

const KEYS = [
  { look: `fill="${ROBOT}"`, text: 'robot, its way' },
  { look: `fill="${THING}"`, text: 'thing' },
  { look: `fill="#ffffff" stroke="${THING}" stroke-width="1.2"`, text: 'shut away' },
  { look: `fill="${LIT}" stroke="${INK}"`, text: 'switched on' },
  { look: `fill="${TREATED}" stroke="${INK}"`, text: 'heated, toasted' },
] as const;

/** What the marks mean, in rows of two at the foot of the column. */
export function key({ x, y, width, height }: Frame): string[] {
  const top = y + height - KEY_HEIGHT + 8;
  return [
    ...KEYS.flatMap(({ look, text }, at) => {
      const [left, line] = [x + 6 + (at % 2) * (width / 2), top + Math.floor(at / 2) * LINE];
      return [
        dot([left, line], 4, look),
        `<text x="${left + 9}" y="${line + 4}" font-size="10" fill="${PALE_INK}">${text}</text>`,
      ];
    }),
    `<rect x="${x + 2 + width / 2}" y="${top + 2 * LINE - 4}" width="9" height="8" fill="#ffffff" stroke="${INK}" stroke-dasharray="3 2"/>`,
    `<text x="${x + 15 + width / 2}" y="${top + 2 * LINE + 4}" font-size="10" fill="${PALE_INK}">open</text>`,
  ];
}
