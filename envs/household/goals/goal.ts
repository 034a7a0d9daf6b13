import { z } from 'zod';
import type { GoalForm } from '../../world.ts';
import { PROPERTIES, STATES } from '../scene/class_table.ts';

const variable = z
  .string()
  .regex(/^\?[a-z][a-z0-9_]*$/, { error: 'a variable such as "?book"' })
  .meta({ id: 'variable' });
const term = z
  .string()
  .regex(/^\??[a-z][a-z0-9_-]*$/, { error: 'a variable such as "?book", or a name such as "book1"' })
  .meta({ id: 'term' });
const oneTerm = z.tuple([term], { error: 'one term' });
const twoTerms = z.tuple([term, term], { error: 'two terms' });

export type Term = string;

export type Domain = Readonly<{
  class?: string | readonly string[] | undefined;
  property?: (typeof PROPERTIES)[number] | undefined;
  /** Before the prologue. */
  initially?: Condition | undefined;
}>;

const UNARY_ATOMS = ['held', 'near', 'visible', 'graspable', 'heated', 'toasted'] as const;
const BINARY_ATOMS = ['on', 'inside', 'rests_on', 'in_room'] as const;
export type UnaryAtom = (typeof UNARY_ATOMS)[number];
export type BinaryAtom = (typeof BINARY_ATOMS)[number];

type Atoms<W extends string, T> = W extends string ? { readonly [K in W]: T } : never;

export type Atom =
  | { readonly state: readonly [Term, (typeof STATES)[number]] }
  | Atoms<BinaryAtom, readonly [Term, Term]>
  | Atoms<UnaryAtom, readonly [Term]>;

type Scope = Readonly<{ of: Domain; that: Condition }>;

export type Quantified = Scope &
  ({ readonly forall: Term } | { readonly exists: Term } | Readonly<{ count: Term; at_least: number }>);

export type Condition =
  | Atom
  | { readonly and: readonly Condition[] }
  | { readonly or: readonly Condition[] }
  | { readonly not: Condition }
  | Quantified
  | { readonly ever: Condition }
  | { readonly then: readonly [Condition, Condition] };

export function variableOf(condition: Quantified): Term {
  if ('forall' in condition) return condition.forall;
  return 'exists' in condition ? condition.exists : condition.count;
}

const domainSchema: z.ZodType<Domain> = z
  .lazy(() =>
    z
      .strictObject({
        class: z.union([z.string(), z.array(z.string()).min(1)], { error: 'a class, or a list of classes' }).optional(),
        property: z.enum(PROPERTIES).optional(),
        initially: conditionSchema.optional(),
      })
      .refine((domain) => Object.keys(domain).length > 0, { error: 'at least one of class, property, initially' }),
  )
  .meta({ id: 'domain', description: 'what a quantifier ranges over' });

/** The linter takes an object with a literal key `then` for a promise. */
const THEN = 'then';

const CONDITION_FORMS =
  `a condition: an object with one of ${['state', ...BINARY_ATOMS, ...UNARY_ATOMS].join(', ')}, and, ` +
  'or, not, forall, exists, count, ever, then';

function atoms<W extends string, T>(words: readonly W[], terms: z.ZodType<T>): z.ZodType<Atoms<W, T>>[] {
  return words.map((word) => z.strictObject({ [word]: terms }) as unknown as z.ZodType<Atoms<W, T>>);
}

export const conditionSchema: z.ZodType<Condition> = z
  .lazy(() =>
    z.union(
      [
        z.strictObject({ state: z.tuple([term, z.enum(STATES)]) }),
        ...atoms(BINARY_ATOMS, twoTerms),
        ...atoms(UNARY_ATOMS, oneTerm),
        z.strictObject({ and: z.array(conditionSchema).min(1) }),
        z.strictObject({ or: z.array(conditionSchema).min(1) }),
        z.strictObject({ not: conditionSchema }),
        z.strictObject({ forall: variable, of: domainSchema, that: conditionSchema }),
        z.strictObject({ exists: variable, of: domainSchema, that: conditionSchema }),
        z.strictObject({
          count: variable,
          of: domainSchema,
          at_least: z.number().int().min(1).max(10_000),
          that: conditionSchema,
        }),
        z.strictObject({ ever: conditionSchema }),
        z.strictObject({ [THEN]: z.tuple([conditionSchema, conditionSchema]) }),
      ],
      { error: CONDITION_FORMS },
    ),
  )
  .meta({ id: 'condition' });

/** All conjuncts must hold; `weight` counts for the share. */
export type Goal = readonly Readonly<{ weight: number; that: Condition }>[];

export const goalSchema: z.ZodType<Goal> = z
  .array(z.strictObject({ weight: z.number().min(0.001).max(1000).default(1), that: conditionSchema }))
  .min(1);

const FRIDGE_IS_OPEN = some('fridge', { state: ['?fridge', 'OPEN'] });
const LIGHTS_OFF = { of: { class: 'lightswitch' }, that: { state: ['?light', 'OFF'] } } as const;

const EXAMPLES: readonly (readonly [form: string, holds: string, that: Condition])[] = [
  ['state', 'the thing is OPEN, CLOSED, ON, OFF, PLUGGED_IN or PLUGGED_OUT', FRIDGE_IS_OPEN],
  ['on', 'the first is on the second, or on something on it', bookAt('sofa', 'on')],
  ['inside', 'the first is in the second, or on or in something in it', bookAt('fridge', 'inside')],
  ['rests_on', 'the first is on the second, or on or in something on it', bookAt('sofa', 'rests_on')],
  ['in_room', 'the thing is in the room; a held thing is in the robot’s room', bookAt('bathroom', 'in_room')],
  ['held', 'the thing is in a hand', some('book', { held: ['?book'] })],
  ['near', 'the thing is close to the robot and visible', some('fridge', { near: ['?fridge'] })],
  ['visible', 'the thing is not inside anything closed', some('milk', { visible: ['?milk'] })],
  ['graspable', 'a hand can hold the thing', some('milk', { and: [{ graspable: ['?milk'] }, { held: ['?milk'] }] })],
  [
    'heated',
    'a device has heated the thing',
    { exists: '?food', of: { property: 'EATABLE' }, that: { heated: ['?food'] } },
  ],
  ['toasted', 'a toaster has toasted the thing', some('breadslice', { toasted: ['?breadslice'] })],
  [
    'and',
    'all conditions hold',
    some('microwave', { and: [{ state: ['?microwave', 'OPEN'] }, { near: ['?microwave'] }] }),
  ],
  [
    'or',
    'at least one condition holds',
    { or: [some('milk', { held: ['?milk'] }), some('book', { held: ['?book'] })] },
  ],
  ['not', 'the condition does not hold', { not: some('lightswitch', { state: ['?lightswitch', 'ON'] }) }],
  ['forall', 'the condition holds for all such things', { forall: '?light', ...LIGHTS_OFF }],
  [
    'exists',
    'the condition holds for at least one such thing',
    { exists: '?book', of: { class: 'book', initially: { not: { held: ['?book'] } } }, that: { held: ['?book'] } },
  ],
  [
    'count',
    'the condition holds for at least `at_least` such things',
    { count: '?light', of: LIGHTS_OFF.of, at_least: 2, that: LIGHTS_OFF.that },
  ],
  ['ever', 'the condition has held at some time', { ever: FRIDGE_IS_OPEN }],
  [
    'then',
    'the first condition has held at some time, and the second at a later time',
    { [THEN]: [FRIDGE_IS_OPEN, some('fridge', { state: ['?fridge', 'CLOSED'] })] },
  ],
];

export const GOAL_FORMS: readonly GoalForm[] = EXAMPLES.map(([goal, holds, that]) => {
  return { goal, holds, example: [{ that }] };
});

function some(name: string, that: Condition): Condition {
  return { exists: `?${name}`, of: { class: name }, that };
}

function bookAt(place: string, atom: BinaryAtom): Condition {
  return some('book', some(place, { [atom]: ['?book', `?${place}`] } as unknown as Atom));
}
