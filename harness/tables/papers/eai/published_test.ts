import { expect, it } from 'vitest';
import published from './published.json' with { type: 'json' };
import { publishedFigure, publishedModel } from './published.ts';

const { evaluations, models } = published;

it('published.json holds a percentage for each model and figure', () => {
  expect(models).toHaveLength(18);
  for (const model of models) {
    for (const [evaluation, names] of Object.entries(evaluations)) {
      const percents = model[evaluation as keyof typeof evaluations];
      expect(percents).toHaveLength(names.length);
      expect(percents.every((percent) => percent >= 0 && percent <= 100)).toBe(true);
    }
  }
});

it('publishedModel() and publishedFigure() find the figures of the model that a file begins with', () => {
  const model = publishedModel('Claude-3-Haiku_outputs.json')!;
  expect(model.model).toBe('Claude-3 Haiku');
  expect(publishedFigure(model, 'action_sequencing', 'success')).toBe(model.action_sequencing[0]);
  expect(publishedModel('mine.json')).toBeUndefined();
});
