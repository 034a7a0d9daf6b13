import { shortened, svgNumber, svgText } from '../../../envs/svg_text.ts';
import type { ObjectState } from '../../../planners/foon/foon.ts';
import type { GraphNode } from './foon_graph.ts';
import type { Point } from './layout_graph.ts';

export const COLOURS = {
  object: { fill: '#e3f4e1', line: '#2f7d32' },
  goal: { fill: '#fff3c4', line: '#a86b00' },
  motion: { fill: '#c62f2f', line: '#8e1b1b' },
  text: '#1d1d1d',
  still: '#8a8a8a',
  moved: '#1d1d1d',
  paper: '#ffffff',
} as const;

export type Shape = Readonly<{
  width: number;
  height: number;
  paint: (x: number, y: number) => string;
}>;

const LABEL_SIZE = 13;
const STATE_SIZE = 11;
const LINE_HEIGHT = 15;
const CHARACTERS_MAX = 30;
const STATE_MAX = 120;
const LINES_MAX = 8;
const PADDING = 10;
const WIDTH_MIN = 64;
const WIDTH_MAX = 230;
const SIDE = 66;
const TOOLTIP_MAX = 300;

export function nodeShape(node: GraphNode): Shape {
  return node.kind === 'object' ? objectShape(node) : motionShape(node);
}

function objectShape({ object, isGoal }: GraphNode & { kind: 'object' }): Shape {
  const label = shortened(object.label, CHARACTERS_MAX);
  const all = object.states.map(stateWords);
  const lines = all.flatMap((words) => wrapped(shortened(words, STATE_MAX), CHARACTERS_MAX));
  const states = lines.length <= LINES_MAX ? lines : [...lines.slice(0, LINES_MAX - 1), '…'];
  const widest = states.reduce(
    (most, words) => Math.max(most, widthOf(words) * STATE_SIZE),
    widthOf(label) * LABEL_SIZE * 1.12,
  );
  const width = Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, widest + 2 * (isGoal ? PADDING + 4 : PADDING))));
  const height = LINE_HEIGHT * (1 + states.length) + PADDING + 4;
  const { fill, line } = COLOURS[isGoal ? 'goal' : 'object'];
  const tooltip = [object.label, ...all].map((words) => shortened(words, TOOLTIP_MAX)).join('\n');
  const paint = (x: number, y: number) => {
    const top = y - height / 2;
    const box = (inset: number, width_: number) =>
      `<rect x="${svgNumber(x - width / 2 + inset)}" y="${svgNumber(top + inset)}" width="${svgNumber(width - 2 * inset)}" ` +
      `height="${svgNumber(height - 2 * inset)}" rx="${12 - inset}" fill="${fill}" stroke="${line}" stroke-width="${width_}"/>`;
    const first = textAt({ x, y: top + 19 }, label, { size: LABEL_SIZE, style: ' font-weight="bold"' });
    const rest = states.map((words, index) =>
      textAt({ x, y: top + 19 + LINE_HEIGHT * (index + 1) }, words, { size: STATE_SIZE }),
    );
    return `<g>${titled(tooltip)}${box(0, 1.5)}${isGoal ? box(3.5, 1) : ''}${first}${rest.join('')}</g>`;
  };
  return { width, height, paint };
}

function stateWords(state: ObjectState): string {
  if (state.kind === 'related') return `${state.label} ${state.object}`;
  return state.kind === 'plain' ? state.label : `${state.label}: ${state.ingredients.join(', ')}`;
}

function motionShape({ motion, step }: GraphNode & { kind: 'motion' }): Shape {
  const lines = verbLines(motion.label);
  const { fill, line } = COLOURS.motion;
  const times = motion.times === undefined ? 'assumed' : `${motion.times.start} to ${motion.times.end}`;
  const performer = motion.performer === undefined ? '' : `\n${motion.performer.name}, ${motion.performer.successRate}`;
  const tooltip = `${step}. ${shortened(motion.label, TOOLTIP_MAX)}\n${shortened(times + performer, TOOLTIP_MAX)}`;
  const paint = (x: number, y: number) => {
    const corner = `x="${svgNumber(x - SIDE / 2)}" y="${svgNumber(y - SIDE / 2)}"`;
    const first = y + 6 - (lines.length - 1) * 6.5;
    const words = lines.map((each, index) =>
      textAt({ x, y: first + index * 13 }, each, { size: 11, style: ' font-weight="bold" fill="#ffffff"' }),
    );
    const place = { x: x - SIDE / 2 + 4, y: y - SIDE / 2 + 11 };
    const number = textAt(place, String(step), { size: 9, style: ' text-anchor="start" fill="#ffffff"' });
    const square = `<rect ${corner} width="${SIDE}" height="${SIDE}" fill="${fill}" stroke="${line}" stroke-width="1.5"/>`;
    return `<g>${titled(tooltip)}${square}${number}${words.join('')}</g>`;
  };
  return { width: SIDE, height: SIDE, paint };
}

type TextLook = Readonly<{ size: number; style?: string }>;

export function textAt({ x, y }: Point, words: string, { size, style = '' }: TextLook): string {
  return `<text x="${svgNumber(x)}" y="${svgNumber(y)}" font-size="${size}"${style}>${svgText(words)}</text>`;
}

function titled(words: string): string {
  const lines = words.split('\n').map((line) => svgText(line));
  return `<title>${lines.join('\n')}</title>`;
}

function verbLines(label: string): string[] {
  const lines = wrapped(shortened(label, 60), 11);
  return lines.length <= 3 ? lines : [...lines.slice(0, 2), shortened(`${lines[2]}…`, 11)];
}

export function wrapped(words: string, charactersMax: number): string[] {
  const parts = words.split(/(?<=-)| /).filter((part) => part !== '');
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const joined = last === undefined ? part : `${last}${last.endsWith('-') ? '' : ' '}${part}`;
    if (last !== undefined && joined.length <= charactersMax) lines[lines.length - 1] = joined;
    else lines.push(shortened(part, charactersMax));
  }
  return lines;
}

/** Estimate for a sans-serif font, in units of its size. */
export function widthOf(words: string): number {
  let width = 0;
  for (const character of words) width += widthOfCharacter(character.codePointAt(0) as number);
  return width;
}

function widthOfCharacter(code: number): number {
  if (code > 0x2e80) return 1.05; // ideographs and pictures
  const character = String.fromCodePoint(code);
  if ("iljtfr.,:;'|! ()[]".includes(character)) return 0.36;
  if ('mwMW@'.includes(character)) return 0.9;
  return character >= 'A' && character <= 'Z' ? 0.7 : 0.58;
}
