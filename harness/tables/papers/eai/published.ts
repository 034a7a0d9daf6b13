/** Embodied Agent Interface (EAI), 18 models on VirtualHome. */
import { z } from 'zod';
import { readPublished } from '../../paper_table.ts';

const evaluation = z.enum(['goal_interpretation', 'action_sequencing', 'subgoal_decomposition', 'transition_modeling']);
const percent = z.array(z.number().min(0).max(100));

const publishedEaiSchema = z.strictObject({
  source: z.strictObject({ paper: z.string(), id: z.string(), where: z.string() }),
  /** Evaluation → figure names, in the order of the models' lists. */
  evaluations: z.record(evaluation, z.array(z.string())),
  models: z.array(
    z.strictObject({
      model: z.string(),
      files: z.array(z.string()),
      goal_interpretation: percent,
      action_sequencing: percent,
      subgoal_decomposition: percent,
      transition_modeling: percent,
    }),
  ),
});

export type PublishedEai = z.infer<typeof publishedEaiSchema>;
export type EaiEvaluation = z.infer<typeof evaluation>;

export function publishedEai(): PublishedEai {
  return readPublished(publishedEaiSchema, import.meta.url);
}

export type PublishedModel = PublishedEai['models'][number];

/** The longest prefix wins. Undefined for a user's model. */
export function publishedModel({ models }: PublishedEai, file: string): PublishedModel | undefined {
  const lengthOf = ({ files }: PublishedModel) =>
    Math.max(0, ...files.filter((beginning) => file.toLowerCase().startsWith(beginning)).map(({ length }) => length));
  const best = models.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
  return best === undefined || lengthOf(best) === 0 ? undefined : best;
}

export function publishedFigure(
  published: PublishedEai,
  model: PublishedModel,
  figure: { readonly evaluation: EaiEvaluation; readonly name: string },
): number | undefined {
  return model[figure.evaluation][published.evaluations[figure.evaluation].indexOf(figure.name)];
}
