import fc from 'fast-check';
import {
  type Foon,
  type FunctionalUnit,
  isName,
  type MotionNode,
  type NameUse,
  type NonEmpty,
  type ObjectNode,
  type ObjectState,
} from '../foon.ts';
import { writeFoon } from '../foon_json.ts';
import { canonicalLayout, type LineLayout } from '../foon_layout.ts';

const HOSTILE = '__proto__ constructor toString hasOwnProperty // # ! 0 < { [ O1 é🍵'.split(' ');

function arbitraryName(use: NameUse): fc.Arbitrary<string> {
  const word = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('cup', 'bowl', 'contains', 'on', 'egg', 'first block') },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }) },
  );
  return word.filter((name) => isName(name, use));
}

const arbitraryState: fc.Arbitrary<ObjectState> = fc.oneof(
  fc.record({ kind: fc.constant('plain' as const), label: arbitraryName('label') }),
  fc.record({ kind: fc.constant('related' as const), label: arbitraryName('label'), object: arbitraryName('object') }),
  fc.record({
    kind: fc.constant('contents' as const),
    label: arbitraryName('label'),
    ingredients: fc.array(arbitraryName('ingredient'), { maxLength: 3 }),
  }),
);

const arbitraryObject: fc.Arbitrary<ObjectNode> = fc.record({
  label: arbitraryName('label'),
  states: fc.array(arbitraryState, { maxLength: 3 }),
  inMotion: fc.boolean(),
  isGoal: fc.boolean(),
});

const arbitraryTimes = fc
  .record({ start: arbitraryName('time'), end: arbitraryName('time') })
  .filter(({ start, end }) => start !== 'Assumed' || end !== 'Assumed');

const arbitraryMotion: fc.Arbitrary<MotionNode> = fc.record(
  {
    label: arbitraryName('label'),
    times: arbitraryTimes,
    performer: fc.record({
      name: arbitraryName('label'),
      successRate: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(Math.abs),
    }),
  },
  { requiredKeys: ['label'] },
);

const arbitraryNodes = fc
  .tuple(arbitraryObject, fc.array(arbitraryObject, { maxLength: 2 }))
  .map(([first, others]): NonEmpty<ObjectNode> => [first, ...others]);

export const arbitraryUnit: fc.Arbitrary<FunctionalUnit> = fc.record({
  inputs: arbitraryNodes,
  motion: arbitraryMotion,
  outputs: arbitraryNodes,
});

export const arbitraryFoon: fc.Arbitrary<Foon> = fc.record({
  sources: fc.array(arbitraryName('label'), { maxLength: 2 }),
  units: fc.array(arbitraryUnit, { maxLength: 4 }),
});

const arbitraryAside = fc.constantFrom('', ' ', '\t', '# a comment', '#', '// words', '//\twords', '# Source:');

/** Networks and texts of them with random identifiers, line ends, asides and spellings. */
export const arbitraryText: fc.Arbitrary<{ foon: Foon; text: string }> = fc
  .tuple(arbitraryFoon, fc.infiniteStream(fc.nat({ max: 999 })), fc.infiniteStream(arbitraryAside))
  .map(([foon, chance, asides]) => {
    const draw = () => chance.next().value as number;
    const canonical = canonicalLayout(foon);
    const ids = canonical.ids.map(() => ['', '007', String(draw())][draw() % 3]!);
    const lines = canonical.lines.flatMap((line): LineLayout[] => {
      const end = draw() % 3 === 0 ? '\r\n' : '\n';
      const own = { ...line, end } as LineLayout;
      if (draw() % 4 !== 0) return [own];
      return [{ kind: 'aside', text: asides.next().value as string, end }, own];
    });
    const text = writeFoon(foon, { byte_order_mark: draw() % 4 === 0, lines, ids });
    return { foon, text: respelled(text, draw) };
  });

/** Different spellings of the same, independent of the writer. */
function respelled(text: string, draw: () => number): string {
  const lines = text.split('\n').map((line) => {
    if (/^[#/]|^\s*$/.test(line) || draw() % 3 !== 0) return line;
    const ends = line.endsWith('\r') ? '\r' : '';
    const body = line.slice(0, line.length - ends.length);
    const forms = [
      body.replace(/^(O.*\t)0$/, '$100'),
      body.replace(/^(O.*\t[01])$/, `$1\t${draw()}`),
      body.replace(/^(M.*\t)<Assumed>/, '$1Assumed\tAssumed'),
      body.replace(/^([OSM]\d*\t)/, '$1 '),
      /^[OSM]/.test(body) ? `${body}\t\t ` : body,
    ];
    return forms[draw() % forms.length]! + ends;
  });
  return lines.join('\n');
}

export const arbitraryNoise: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom('O1\tcup\t0', 'S1\thot', 'S1\tin\t[cup]', 'S1\tcontains\t{a,b}', 'M1\tpour\t<Assumed>'),
      fc.constantFrom(...'//¦# Source:\tx¦\t¦\r¦\n¦\ufeff¦\ud800¦O¦S¦M¦{¦}¦[¦]¦<¦>¦!¦00¦,¦__proto__'.split('¦')),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 30 },
  )
  .chain((parts) => fc.constantFrom('\n', '', '\t').map((glue) => parts.join(glue)));
