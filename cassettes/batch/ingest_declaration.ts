import { z } from 'zod';
import { type Declaration, declarationSchema } from '../format/provenance.ts';
import { modelFacts } from '../tokens/models.ts';
import type { GivenAnswer } from './answer_line.ts';

export class IngestError extends Error {
  override readonly name = 'IngestError';
}

const ingestSchema = z.strictObject({
  ...declarationSchema.omit({ batch: true }).shape,
  sampling: declarationSchema.shape.sampling.optional(),
  tokenCounts: declarationSchema.shape.tokenCounts.optional(),
});

export type IngestDeclaration = Readonly<z.infer<typeof ingestSchema>>;

export function parseDeclaration(declaration: IngestDeclaration): IngestDeclaration {
  const parsed = ingestSchema.safeParse(declaration);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? 'provenance');
  const value = JSON.stringify(Reflect.get(declaration, field)) ?? 'nothing';
  const expected = EXPECTED.get(field) ?? issue?.message;
  throw new IngestError(`Cannot ingest answers with ${value} as their "${field}": ${expected}`, {
    cause: parsed.error,
  });
}

const EXPECTED: ReadonlyMap<string, string> = new Map([
  ['provider', 'say who runs the model, such as "OpenAI"'],
  ['channel', 'say how they were obtained, such as "OpenAI Batch API"'],
  ['answeredOn', 'give a date of the calendar as YYYY-MM-DD, or "unknown"'],
  ['sampling', 'say what became of temperature and the like, such as "not applied", or leave it out'],
  ['sharedContext', 'say how many requests one context saw at most, a whole number of at least 1'],
  ['hiddenReasoning', 'say whether the model may have reasoned out of sight, such as "possible", or leave it out'],
  ['tools', 'say which tools the model had, such as "none", or leave it out'],
  ['tokenCounts', 'say who counted tokens, such as "as reported", or leave it out'],
]);

export function declarationOf(
  declaration: IngestDeclaration,
  { kind, model }: { kind: GivenAnswer['kind']; model: string },
): Declaration {
  const { sampling, tokenCounts } = declaration;
  if (kind === 'response') {
    return { ...declaration, sampling: sampling ?? 'as requested', tokenCounts: tokenCounts ?? 'as reported' };
  }
  const counted = `computed locally from the visible text with ${modelFacts(model).tokenizer} (gpt-tokenizer)`;
  return {
    ...declaration,
    sampling: sampling ?? 'unknown',
    tokenCounts: tokenCounts?.startsWith('computed locally') ? tokenCounts : counted,
  };
}
