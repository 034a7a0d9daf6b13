/** LLM-State's attributes are free text (section IV-B1); this covers what the simulator can check. */
import { memoize } from '../../memoize.ts';

/** All claims about a thing in one dimension are about one fact. */
export type Dimension =
  | 'held'
  | 'door'
  | 'power'
  | 'heat'
  | 'toast'
  | 'place'
  | 'room'
  | 'contents'
  | 'near'
  | 'visible'
  | 'graspable'
  | 'robot';

export type Claim = Readonly<{
  dimension: Dimension;
  /** A goal's condition, or `{"robot_in": name}`. */
  condition: unknown;
  denied: boolean;
}>;

export type SeenThing = Readonly<{ name: string; relation: 'ON' | 'IN'; place: string }>;

/** HouseholdObservation itself would make folders depend on each other. */
export type Seen = Readonly<
  { world: 'household'; room: string } & Record<'objects' | 'containers' | 'surfaces', readonly SeenThing[]> &
    Record<'rooms' | 'holding' | 'closeTo', readonly string[]>
>;

type Vocabulary = Readonly<ReturnType<typeof vocabularyOf>>;

export function vocabularyOf({ objects, containers, surfaces, rooms, holding }: Seen) {
  const bearers = [...containers, ...surfaces].map(({ name }) => name);
  const names = [...rooms, ...objects.map(({ name }) => name), ...bearers, ...holding];
  return { names: [...new Set(names)], rooms: new Set(rooms), bearers: new Set(bearers) };
}

const HAND = "(?:the )?(?:robot(?:'?s)? )?(?:right |left )?(?:hand|hands|gripper)";
const ROBOT = '(?:the )?robot';

const WORDS: readonly (readonly [RegExp, Dimension, (x: string) => unknown, denied?: 'denied'])[] = [
  [
    phrase(`in ${HAND}|held(?: in ${HAND}| by ${ROBOT})?|being held|picked up|carried(?: by ${ROBOT})?|grasped`),
    'held',
    atom('held'),
  ],
  [phrase('(?:door )?(?:is )?(?:open|opened)|fully open'), 'door', (x) => ({ state: [x, 'OPEN'] })],
  [phrase('(?:door )?(?:is )?(?:closed|shut)'), 'door', (x) => ({ state: [x, 'CLOSED'] })],
  [phrase('(?:turned |switched |powered |light )?on|running'), 'power', (x) => ({ state: [x, 'ON'] })],
  [phrase('(?:turned |switched |powered |light )?off'), 'power', (x) => ({ state: [x, 'OFF'] })],
  [phrase('hot|heated|heated up|warm|warmed|warmed up'), 'heat', atom('heated')],
  [phrase('cold|unheated'), 'heat', atom('heated'), 'denied'],
  [phrase('toasted'), 'toast', atom('toasted')],
  [phrase('untoasted'), 'toast', atom('toasted'), 'denied'],
  [phrase('empty|nothing inside|contains nothing'), 'contents', bears, 'denied'],
  [phrase('occupied'), 'contents', bears],
  [
    phrase(`near|nearby|near ${ROBOT}|close to ${ROBOT}|next to ${ROBOT}|within reach|in reach|reachable`),
    'near',
    atom('near'),
  ],
  [phrase('far|far away|out of reach|unreachable'), 'near', atom('near'), 'denied'],
  [phrase('visible'), 'visible', atom('visible')],
  [phrase('hidden'), 'visible', atom('visible'), 'denied'],
  [phrase('graspable|grabbable|can be (?:picked up|grasped|grabbed)'), 'graspable', atom('graspable')],
  [phrase('ungraspable|cannot be (?:picked up|grasped|grabbed)'), 'graspable', atom('graspable'), 'denied'],
  [phrase(`${ROBOT} (?:is )?(?:inside|here|in here|present)|current room`), 'robot', (x) => ({ robot_in: x })],
];

const PLACED = '(?:located |placed |put |lying |resting |sitting |stored |kept |now )*';
const ARTICLE = '(?:the |a |an )?(?:open |opened |closed )?';
const AT = new RegExp(`^${PLACED}(on top of|on|inside of|inside|in|within) ${ARTICLE}(.{1,80})$`);
const LOCATION = new RegExp(`^at ${ARTICLE}(.{1,80})$`);
const CONTENTS = new RegExp(`^(?:contains|containing|holds|holding|occupied by) ${ARTICLE}(.{1,80})$`);

/** Labels have no meaning (`status: closed`), but after "location" a bare name is a place. */
const LABEL = /^(?:status|state|condition)(?: is|:) /;
const LOCATION_LABEL = /^(?:location|position|place)(?: is|:) (?:at )?/;
const NEGATION = /^(?:is |was )?(?:not|no longer|isn't|is n't)(?: yet| currently| longer)? /;
const FIRST_ADVERBS = /^(?:is |currently |now |already |still )+/;
const LAST_ADVERB = / (?:yet|now|currently|already|anymore)$/;

const HEAD_NOUNS =
  'table,cabinet,counter,desk,shelf,bed,stand,rack,chair,sofa,drawer,closet,basket,bin,box,light,lamp,switch'.split(
    ',',
  );

const PARTS_MAX = 20;

export function partsOf(attribute: string): string[] {
  const texts = attribute.slice(0, 2000).split(/[,;()]/, PARTS_MAX);
  const parts = texts.map((part) => part.trim()).filter((part) => part !== '');
  return parts.length === 0 ? [attribute] : parts;
}

/** Null if the world cannot check the attribute. */
export function readClaim(x: string, attribute: string, vocabulary: Vocabulary): Claim | null {
  if (!vocabulary.names.includes(x)) return null;
  const { text, isNegated, row } = memoize(parsedWords, attribute, () => parseWords(attribute), PARSED_MAX);
  const claim =
    row === undefined
      ? placeClaim(x, text, vocabulary)
      : { dimension: row[1], condition: row[2](x), denied: row[3] !== undefined };
  if (claim === null || !applies(x, claim, vocabulary)) return null;
  return { ...claim, denied: claim.denied !== isNegated };
}

function applies(x: string, { dimension }: Claim, { rooms, bearers }: Vocabulary): boolean {
  if (dimension === 'robot') return rooms.has(x);
  if (rooms.has(x)) return false;
  return dimension !== 'contents' || bearers.has(x);
}

const parsedWords = new Map<string, ReturnType<typeof parseWords>>();
const PARSED_MAX = 1_000;

function parseWords(attribute: string) {
  const whole = normalize(attribute);
  const text = whole.replace(NEGATION, '').replace(FIRST_ADVERBS, '');
  return { text, isNegated: NEGATION.test(whole), row: WORDS.find(([pattern]) => pattern.test(text)) };
}

function placeClaim(x: string, text: string, vocabulary: Vocabulary): Claim | null {
  const at = AT.exec(text);
  const location = LOCATION.exec(text);
  const contents = CONTENTS.exec(text);
  const names = thingsCalled(at?.[2] ?? location?.[1] ?? contents?.[1] ?? '', vocabulary);
  if (names.length === 0) return null;
  const isRoom = names.every((name) => vocabulary.rooms.has(name));
  const dimension = contents !== null ? 'contents' : isRoom ? 'room' : 'place';
  const parts = names.map((name) => {
    if (contents !== null) return { or: [{ inside: [name, x] }, { on: [name, x] }] };
    if (vocabulary.rooms.has(name)) return { in_room: [x, name] };
    if (location !== null) return { or: [{ on: [x, name] }, { inside: [x, name] }] };
    return at?.[1]?.startsWith('on') ? { on: [x, name] } : { inside: [x, name] };
  });
  return { dimension, condition: parts.length === 1 ? parts[0] : { or: parts }, denied: false };
}

function thingsCalled(words: string, { names }: Vocabulary): string[] {
  const target = words.replaceAll(' ', '');
  if (names.includes(target)) return [target];
  return names.filter((name) => {
    const className = name.replace(/(?<!\d)\d+$/, '');
    return className === target || (HEAD_NOUNS.includes(target) && className.endsWith(target));
  });
}

function normalize(attribute: string): string {
  const text = attribute
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[\s_-]+/g, ' ');
  const bare = text
    .replaceAll(/^[\s.!"'`*]+|(?<![\s.!"'`*])[\s.!"'`*]+$/g, '')
    .replace(FIRST_ADVERBS, '')
    .replace(LAST_ADVERB, '');
  const unlabelled = bare.replace(LABEL, '');
  if (!LOCATION_LABEL.test(unlabelled)) return unlabelled;
  const place = unlabelled.replace(LOCATION_LABEL, '');
  return AT.test(place) ? place : `at ${place}`;
}

function phrase(alternatives: string): RegExp {
  return new RegExp(`^(?:${alternatives})$`);
}

function atom(word: string): (x: string) => unknown {
  return (x) => ({ [word]: [x] });
}

function bears(x: string): unknown {
  const that = { or: [{ inside: ['?y', x] }, { on: ['?y', x] }] };
  return { exists: '?y', of: { property: 'GRABBABLE' }, that };
}
