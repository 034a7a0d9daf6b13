import type { RandomNumbers } from '../../../envs/random_numbers.ts';

type Around = Readonly<{ random: RandomNumbers; prompt: string; other: string }>;
type Way = (text: string, around: Around) => string;

const HOSTILE = [
  ...['\0', '\u0007\u001b[2J', '\ud800', '\u2028', '\ufeff', '\u202e', '🍞', 'ﬁ', '\r', '\t'],
  ...'__proto__ constructor hasOwnProperty toString {{state}} ``` """ <|endoftext|> %s $& ../..'.split(' '),
];
const NUMBERS = ['-1', '0', '1e999', 'NaN', '9007199254740993', '-0', '0.1', '٣', '1'.repeat(400)];
const BRACKETS = ['(', '[', '{', '"', "'", '<', '((and ', '[[0,', '{"a":', 'f('];
const NAME = /\b[A-Za-z]\w*\d\b/g;
const MEGABYTE = 1_000_000;

export const DAMAGE: readonly Way[] = [
  (text, { random }) => text.slice(0, placeIn(text, random)),
  (text, { random }) => text.slice(placeIn(text, random)),
  (text) => text + text,
  (text, { random }) => text.repeat(1 + random.below(20)),
  (text, { random }) => {
    const at = placeIn(text, random);
    return text.slice(0, at) + text.slice(at + random.below(20));
  },
  (text, { other }) => interleaved(text.split('\n'), other.split('\n')),
  (text, { random, other }) => text.slice(0, placeIn(text, random)) + other.slice(placeIn(other, random)),
  (text, { random }) => shuffled(text.split('\n'), random).join('\n'),
  (text, around) => withOther(text, NAME, around.prompt.match(NAME) ?? [], around.random),
  (text, { random }) => withOther(text, NAME, ['__proto__', 'constructor', 'toString', 'ghost7', 'table'], random),
  (text, { random }) => withOther(text, /\b[a-z_]{2,}\b/g, text.match(/\b[a-z_]{2,}\b/g) ?? [], random),
  (text, { random }) => withOther(text, /\d+/g, NUMBERS, random),
  (text, { random }) => withOther(text, /[()[\]{}"'<>]/g, [''], random),
  (text, { random }) => inserted(text, pick(HOSTILE, random), random),
  (text, { random }) => inserted(text, pick(HOSTILE, random).repeat(1 + random.below(5_000)), random),
  (text, { random }) => inserted(text, pick(BRACKETS, random).repeat(1 + random.below(20_000)), random),
  (text, { random }) => inserted(text, pick([' ', '\n', 'a', '_', '1', '- ', '#', ';'], random).repeat(50_000), random),
  (text) => (text === '' ? ' '.repeat(MEGABYTE) : text.repeat(Math.ceil(MEGABYTE / text.length))),
  (text) => text.toUpperCase(),
  (text) => text.replaceAll('\n', ' '),
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll(' ', '\u00a0'),
  (text) => `Sure! Here it is:\n\n\`\`\`python\n${text}\n\`\`\`\nLet me know.`,
  (text) => JSON.stringify(text),
  (_, { prompt }) => prompt,
  (_, { other }) => other,
];

export function pick<T>(list: readonly T[], random: RandomNumbers): T {
  return list[random.below(list.length)]!;
}

function placeIn(text: string, random: RandomNumbers): number {
  return random.below(text.length + 1);
}

function inserted(text: string, part: string, random: RandomNumbers): string {
  const at = placeIn(text, random);
  return text.slice(0, at) + part + text.slice(at);
}

function interleaved(lines: readonly string[], others: readonly string[]): string {
  return lines.flatMap((line, at) => [line, others[at] ?? '']).join('\n');
}

function shuffled<T>(list: readonly T[], random: RandomNumbers): T[] {
  const ranks = new Map(list.keys().map((at) => [at, random.uniform()]));
  return [...list.keys()].sort((a, b) => ranks.get(a)! - ranks.get(b)!).map((at) => list[at]!);
}

function withOther(text: string, part: RegExp, others: readonly string[], random: RandomNumbers): string {
  if (others.length === 0) return text;
  return text.replaceAll(part, (found) => (random.below(3) === 0 ? pick(others, random) : found));
}
