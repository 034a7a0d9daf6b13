/** Embodied Agent Interface (EAI), 18 models on VirtualHome. */
import published from './published.json' with { type: 'json' };

type PublishedModel = (typeof published.models)[number];

export const EAI_SOURCE = published.source;

export function publishedModel(file: string): PublishedModel | undefined {
  const lengthOf = ({ files }: PublishedModel) =>
    Math.max(0, ...files.filter((beginning) => file.toLowerCase().startsWith(beginning)).map(({ length }) => length));
  const best = published.models.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
  return best === undefined || lengthOf(best) === 0 ? undefined : best;
}

export function publishedFigure(
  model: PublishedModel,
  evaluation: keyof typeof published.evaluations,
  name: string,
): number | undefined {
  return model[evaluation][published.evaluations[evaluation].indexOf(name)];
}
