import { shippedPromptFiles } from '../../testing/shipped_prompts.ts';
import { type Example, readExample } from '../examples.ts';
import { olp } from '../olp.ts';

export function shippedExamples(): Example[] {
  return shippedPromptFiles(olp)
    .filter(({ prompt }) => prompt.startsWith('foon_'))
    .map(({ text, path }) => readExample(text, path));
}
