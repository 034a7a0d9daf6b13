/** The figures that Embodied Agent Interface (EAI) has published of 18 models on VirtualHome, as data. */
import { z } from 'zod';
import { readPublished } from '../../paper_table.ts';

const evaluation = z.enum(['goal_interpretation', 'action_sequencing', 'subgoal_decomposition', 'transition_modeling']);
const percent = z.array(z.number().min(0).max(100));

const publishedEaiSchema = z.strictObject({
  source: z.strictObject({ paper: z.string(), id: z.string(), where: z.string() }),
  /** Evaluation → names of its figures, in the order of the models' lists. */
  evaluations: z.record(evaluation, z.array(z.string())),
  models: z.array(
    z.strictObject({
      model: z.string(),
      /** How the names of the files with its answers begin. */
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

/** The model whose answers a file has, by its name; the longest beginning counts. Undefined for a model of one's own. */
export function publishedModel({ models }: PublishedEai, file: string): PublishedModel | undefined {
  const lengthOf = ({ files }: PublishedModel) =>
    Math.max(0, ...files.filter((beginning) => file.toLowerCase().startsWith(beginning)).map(({ length }) => length));
  const best = models.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
  return best === undefined || lengthOf(best) === 0 ? undefined : best;
}

/** A published figure in per cent, where there is one. */
export function publishedFigure(
  published: PublishedEai,
  model: PublishedModel,
  figure: { readonly evaluation: EaiEvaluation; readonly name: string },
): number | undefined {
  return model[figure.evaluation][published.evaluations[figure.evaluation].indexOf(figure.name)];
}
