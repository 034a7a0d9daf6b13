import { z } from 'zod';

export const nameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,127}$/, { error: 'a name of lowercase letters, digits, "-" and "_"' });
const factPattern = /^[a-z0-9_-]+(?: \??[a-z0-9_-]+)*$/;
export const factsSchema = z.array(
  z.string().regex(factPattern, { error: 'a fact such as "on a b": a predicate and its objects' }),
);
const textTable = z.record(z.string(), z.string());

export const domainFields = {
  actions: z.record(
    nameSchema,
    z.strictObject({
      parameters: z.array(z.string().regex(/^\?[a-z0-9_-]+$/, { error: 'a variable, such as "?x"' })),
      needs: factsSchema.describe('facts that must hold'),
      adds: factsSchema,
      deletes: factsSchema,
    }),
  ),
  words: z.strictObject({
    actions: textTable.describe('action → template, such as `stack {} on {}`'),
    objects: textTable.describe(
      "words → object; if they contain `{}` for a number, words → prefix of the object's name",
    ),
  }),
};

export const pddlObservationSchema = z.strictObject({
  world: z.literal('pddl'),
  domain: nameSchema,
  ...domainFields,
  objects: z.array(nameSchema),
  facts: factsSchema,
  goal: factsSchema,
});

export type PddlObservation = z.infer<typeof pddlObservationSchema>;
