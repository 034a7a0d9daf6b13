import published from './published.json' with { type: 'json' };

type PublishedModel = (typeof published.models)[number];

export const EAI_SOURCE = published.source;

export function publishedModel(file: string): PublishedModel | undefined {
  const matchLength = ({ files }: PublishedModel) =>
    Math.max(0, ...files.filter((beginning) => file.toLowerCase().startsWith(beginning)).map(({ length }) => length));
  const best = published.models.toSorted((one, other) => matchLength(other) - matchLength(one))[0];
  return best === undefined || matchLength(best) === 0 ? undefined : best;
}

export function publishedFigure(
  model: PublishedModel,
  evaluation: keyof typeof published.evaluations,
  name: string,
): number | undefined {
  return model[evaluation][published.evaluations[evaluation].indexOf(name)];
}
