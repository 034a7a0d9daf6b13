/** The defaults follow the simulation of LLM-State, section V-A. */
import { z } from 'zod';
import { CLASSES } from './scene/class_table.ts';

const PROPERTY_NAMES: readonly string[] = [...new Set([...CLASSES.values()].flatMap(({ properties }) => properties))];

const kindOfThing = z
  .string()
  .refine((kind) => CLASSES.has(kind) || PROPERTY_NAMES.includes(kind), {
    error: `a class from envs/household/scene/classes.json such as "microwave", or a property: ${PROPERTY_NAMES.toSorted().join(', ')}`,
  })
  .describe('A class such as "microwave", or a property such as "EATABLE"');

const kinds = z.array(kindOfThing).min(1).max(1000);

const oneArgument = z.tuple([kinds], { error: 'one list of classes and properties for the argument' }).optional();
const twoArguments = z
  .tuple([kinds, kinds], { error: 'two lists of classes and properties, one for each argument' })
  .optional();

const skillsSchema = z.strictObject({
  pickup: oneArgument,
  placein: twoArguments,
  placeon: twoArguments,
  open: oneArgument,
  close: oneArgument,
  switchon: oneArgument,
  switchoff: oneArgument,
});

const probability = z.number().min(0).max(1).default(0);

const noiseSchema = z.strictObject({
  missedDetection: probability.describe('Probability that a perception misses a thing in view'),
  falseDetection: probability.describe('Probability that a perception shows a thing that does not exist'),
  manipulationFailure: probability.describe('Probability that one attempt at a manipulation fails; see retriesMax'),
  navigationFailure: probability.describe('Probability that a move fails; moves are not retried'),
  falseSuccess: probability.describe('Probability that the world reports a refused action as a success'),
});

export const householdOptionsSchema = z.strictObject({
  reachM: z
    .number()
    .min(0)
    .max(100)
    .default(1.5)
    .describe('Horizontal reach from the robot’s position, in metres; the paper only says "near"'),
  hands: z
    .union([z.literal(1), z.literal(2)], { error: '1 or 2' })
    .default(2)
    .describe('Number of hands: two in simulation, one on the real robot'),
  perception: z
    .enum(['always', 'on_entry'])
    .default('always')
    .describe('When the robot looks: always, or only at the start, on entering a room and after opening a container'),
  skills: skillsSchema
    .nullable()
    .default(null)
    .describe('Manipulations that the robot knows: classes and properties for each argument of a verb; null means all'),
  retriesMax: z
    .int()
    .min(0)
    .max(1000)
    .default(0)
    .describe('Maximum number of times that the controller retries a failed manipulation within one step'),
  noise: noiseSchema.prefault({}).describe('Probabilities of random errors; all are 0 by default'),
});

export type HouseholdOptions = z.output<typeof householdOptionsSchema>;

export type HouseholdOptionsInput = z.input<typeof householdOptionsSchema>;

export type NoiseRates = HouseholdOptions['noise'];
export type Skills = z.output<typeof skillsSchema>;
export type Manipulation = keyof Skills;
