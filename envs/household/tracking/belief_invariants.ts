import { z } from 'zod';
import type { Model } from '../../env.ts';
import type { BeliefInvariant, BrokenInvariant } from '../../world.ts';
import { type Evidence, placesOf } from './evidence.ts';
import { type Claim, type Dimension, partsOf, readClaim, type Seen, type SeenThing, vocabularyOf } from './lexicon.ts';

const beliefSchema = z.object({ keyObjects: z.array(z.object({ name: z.string(), attributes: z.array(z.string()) })) });

export type JudgedClaim = Readonly<{ name: string; attribute: string; claim: Claim | null; isTrue: boolean }>;

export type CoveredClaim = JudgedClaim & { readonly claim: Claim };

export type Situation = Readonly<{ model: Model; observation: Seen }>;

export function judgedClaims(belief: unknown, now: Situation): readonly JudgedClaim[] | null {
  const parsed = beliefSchema.safeParse(belief);
  if (!parsed.success) return null;
  const vocabulary = vocabularyOf(now.observation);
  return parsed.data.keyObjects.flatMap(({ name, attributes }) =>
    attributes.flatMap(partsOf).map((attribute): JudgedClaim => {
      const claim = readClaim(name, attribute, vocabulary);
      const verdict = claim === null ? null : verdictOn(name, claim, now);
      return { name, attribute, claim: verdict === null ? null : claim, isTrue: verdict === true };
    }),
  );
}

export function isCovered(judged: JudgedClaim): judged is CoveredClaim {
  return judged.claim !== null;
}

function factKeyOf({ name, claim }: CoveredClaim): string {
  return `${claim.dimension} ${name}`;
}

export function trueFactKeys(claims: readonly CoveredClaim[]): ReadonlySet<string> {
  return new Set(claims.filter(({ isTrue, claim }) => isTrue && !claim.denied).map(factKeyOf));
}

export function claimText({ name, attribute }: JudgedClaim): string {
  return `${name}: ${attribute}`;
}

/** Null for a claim that does not apply to the thing, such as "on" to a mug. */
function verdictOn(name: string, { dimension, condition, denied }: Claim, { model, observation }: Situation) {
  if (isRobotIn(condition)) return (observation.room === condition.robot_in) !== denied;
  try {
    const canBe = (...states: string[]) => states.some((state) => model.holds({ state: [name, state] }));
    if (dimension === 'door' && !canBe('OPEN', 'CLOSED')) return null;
    if (dimension === 'power' && !canBe('ON', 'OFF')) return null;
    // A hot microwave is not the same as milk that was heated in it.
    if ((dimension === 'heat' || dimension === 'toast') && canBe('ON', 'OFF')) return null;
    return model.holds(condition) !== denied;
  } catch {
    return null;
  }
}

function isRobotIn(condition: unknown): condition is { robot_in: string } {
  return typeof condition === 'object' && condition !== null && 'robot_in' in condition;
}

type BelievedMoment = Readonly<{
  claims: readonly CoveredClaim[];
  now: Situation;
  last: readonly CoveredClaim[] | null;
  evidence: Evidence;
  hands: number;
  complete: boolean;
}>;

const EXAMPLES_MAX = 5;

type JudgedMoment = BelievedMoment & { readonly unsupported: readonly Unsupported[] };

type Rule = (moment: JudgedMoment) => Iterable<string>;

const RULES: readonly (readonly [name: string, meaning: string, rule: Rule, ofTwo?: 'ofTwo'])[] = [
  ['holds_no_more_than_hands', 'no more things are believed to be held than the robot has hands', tooMuchHeld],
  [
    'held_is_nowhere_else',
    'what is believed to be held is not believed to be on or in anything as well',
    heldElsewhere,
  ],
  ['put_away_is_out_of_sight', 'what is listed inside something closed is not believed to be visible', hiddenInSight],
  [
    'changes_with_evidence',
    'no belief is replaced by another without an action, or something seen, that bears on it',
    replacedWithoutEvidence,
    'ofTwo',
  ],
  [
    'kept_until_evidence',
    'no belief is dropped without an action, or something seen, that bears on it',
    droppedWithoutEvidence,
    'ofTwo',
  ],
  ['seen_is_believed', 'nothing is believed that what is in plain sight contradicts', againstSight],
];

export const BELIEF_INVARIANTS: Readonly<Record<string, BeliefInvariant>> = Object.fromEntries(
  RULES.map(([name, meaning, , ofTwo]) => [name, { meaning, ofTwo: ofTwo !== undefined }]),
);

export function brokenInvariants(moment: BelievedMoment): BrokenInvariant[] {
  const judged = { ...moment, unsupported: withoutEvidence(moment) };
  return RULES.flatMap(([invariant, , rule]) =>
    [...rule(judged)].slice(0, EXAMPLES_MAX).map((text) => ({ invariant, text })),
  );
}

function* tooMuchHeld({ claims, hands }: BelievedMoment): Generator<string> {
  const held = [...new Set(claimed(claims, 'held').map(({ name }) => name))];
  if (held.length > hands) yield `${held.join(', ')}: ${held.length} things in ${hands} hands`;
}

function* heldElsewhere({ claims }: BelievedMoment): Generator<string> {
  for (const [name, [held]] of Map.groupBy(claimed(claims, 'held'), (each) => each.name)) {
    const places = claimed(claims, 'place').filter((each) => each.name === name);
    const bearers = claimed(claims, 'contents').filter(({ claim }) => isAboutOnly(name, claim.condition));
    const elsewhere = [...places.map(({ attribute }) => attribute), ...bearers.map(claimText)];
    if (elsewhere.length > 0) yield `${name}: ${[held?.attribute, ...elsewhere].join('; ')}`;
  }
}

function isAboutOnly(name: string, condition: unknown): boolean {
  const things = [...JSON.stringify(condition).matchAll(/\{"(?:inside|on)":\["([^"]*)"/g)].map(([, thing]) => thing);
  return things.length > 0 && things.every((thing) => thing === name);
}

function* hiddenInSight({ claims, now }: BelievedMoment): Generator<string> {
  const places = placesOf(now.observation);
  for (const claim of claimed(claims, 'visible')) {
    const container = claim.isTrue ? null : closedAround(claim.name, places, now.model);
    if (container !== null) yield `${claimText(claim)}, though it is in ${container}, which is closed`;
  }
}

function closedAround(name: string, places: ReadonlyMap<string, SeenThing>, model: Model): string | null {
  const visited = new Set<string>();
  for (let at = places.get(name); at !== undefined && !visited.has(at.name); at = places.get(at.place)) {
    if (at.relation === 'IN' && holds(model, { state: [at.place, 'CLOSED'] })) return at.place;
    visited.add(at.name);
  }
  return null;
}

function* replacedWithoutEvidence({ unsupported, now }: JudgedMoment): Generator<string> {
  for (const { name, old, current } of unsupported) {
    if (current.length === 0 || sameClaims(old, current)) continue;
    const isSharper = current.every((each) => each.isTrue) && old.every(({ claim }) => verdictOn(name, claim, now));
    if (!isSharper) yield `${name}: ${attributesText(old)} → ${attributesText(current)}`;
  }
}

function* droppedWithoutEvidence({ unsupported }: JudgedMoment): Generator<string> {
  for (const { name, old, current } of unsupported) {
    if (current.length === 0) yield `${name}: ${attributesText(old)} → nothing`;
  }
}

type Unsupported = Readonly<{ name: string; old: readonly CoveredClaim[]; current: readonly CoveredClaim[] }>;

function withoutEvidence({ claims, last, evidence }: BelievedMoment): Unsupported[] {
  const since = Map.groupBy(claims, factKeyOf);
  return [...Map.groupBy(last ?? [], factKeyOf)].flatMap(([factKey, old]) => {
    const { name, claim } = old[0]!;
    return evidence.bearsOn(name, claim.dimension) ? [] : [{ name, old, current: since.get(factKey) ?? [] }];
  });
}

function sameClaims(first: readonly CoveredClaim[], second: readonly CoveredClaim[]): boolean {
  const texts = (claims: readonly CoveredClaim[]) =>
    [...new Set(claims.map(({ claim: { condition, denied } }) => JSON.stringify([condition, denied])))].sort().join();
  return texts(first) === texts(second);
}

function attributesText(claims: readonly CoveredClaim[]): string {
  return claims.map(({ attribute }) => attribute).join('; ');
}

function* againstSight(moment: BelievedMoment): Generator<string> {
  const { claims, now, complete } = moment;
  const places = placesOf(now.observation);
  for (const claim of claims) {
    if (claim.isTrue || !isContradicted(claim, places, now)) continue;
    yield `${claimText(claim)}, but ${sightText(claim.name, now)}`;
  }
  if (complete) yield* unbelievedSight(moment, places);
}

function isContradicted(
  { name, claim: { dimension } }: CoveredClaim,
  places: ReadonlyMap<string, SeenThing>,
  now: Situation,
): boolean {
  if (dimension === 'robot') return true;
  // Observations do not report doors and switches.
  if (!['held', 'place', 'room', 'contents'].includes(dimension)) return false;
  if (now.observation.holding.includes(name)) return true;
  const placed = places.get(name);
  if (placed === undefined || !isInPlainSight(placed, now)) return false;
  return dimension !== 'contents' || !holds(now.model, { state: [name, 'CLOSED'] });
}

function* unbelievedSight({ claims, now }: BelievedMoment, places: ReadonlyMap<string, SeenThing>): Generator<string> {
  const right = trueFactKeys(claims);
  for (const name of now.observation.holding) {
    if (!right.has(`held ${name}`)) yield `${name} is not believed to be held, but ${sightText(name, now)}`;
  }
  const { rooms } = now.observation;
  for (const placed of places.values()) {
    const { name, place } = placed;
    const dimension = rooms.includes(place) ? 'room' : 'place';
    if (right.has(`${dimension} ${name}`) || (dimension === 'place' && !places.has(place))) continue;
    if (isInPlainSight(placed, now)) yield `${name} is not believed to be where it is: ${sightText(name, now)}`;
  }
}

function isInPlainSight({ name, relation, place }: SeenThing, { model, observation }: Situation): boolean {
  const at = observation.rooms.includes(place)
    ? { in_room: [name, place] }
    : { [relation === 'ON' ? 'on' : 'inside']: [name, place] };
  return [{ in_room: [name, observation.room] }, { visible: [name] }, at].every((condition) => holds(model, condition));
}

function sightText(name: string, { observation }: Situation): string {
  if (name === observation.room) return `the robot is in ${name}`;
  if (observation.rooms.includes(name)) return `the robot is in ${observation.room}`;
  const placed = placesOf(observation).get(name);
  if (observation.holding.includes(name) || placed === undefined) return `${name} is held`;
  return `${name} is ${placed.relation} ${placed.place}`;
}

function claimed(claims: readonly CoveredClaim[], dimension: Dimension): CoveredClaim[] {
  return claims.filter(({ claim }) => claim.dimension === dimension && !claim.denied);
}

function holds(model: Model, condition: unknown): boolean {
  try {
    return model.holds(condition);
  } catch {
    return false;
  }
}
