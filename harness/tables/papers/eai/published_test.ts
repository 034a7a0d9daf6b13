import { expect, it } from 'vitest';
import { publishedFigure, publishedModel } from './published.ts';

it('publishedModel() and publishedFigure() find the figures of the model with which a file name begins', () => {
  const model = publishedModel('Claude-3-Haiku_outputs.json')!;
  expect(model.model).toBe('Claude-3 Haiku');
  expect(publishedFigure(model, 'action_sequencing', 'success')).toBe(model.action_sequencing[0]);
  expect(publishedModel('mine.json')).toBeUndefined();
});
