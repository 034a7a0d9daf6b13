/** What is wrong with an answer that came, was recorded and is handed to the planner as it is. */

export const ANSWER_FLAWS = [
  /** The model declined, and said so where the API has a place for it. */
  'refused',
  /** The provider's content filter kept back all of it or a part. */
  'filtered',
  /** It ended at the most tokens that it may have. */
  'cut',
  /** It says nothing. */
  'empty',
] as const;

export type AnswerFlaw = (typeof ANSWER_FLAWS)[number];

type ChatAnswer = { readonly text: string; readonly finishReason: string; readonly refusal?: string | undefined };

/** The first flaw that holds, in the order above; null where there is none. */
export function answerFlaw({ text, finishReason, refusal }: ChatAnswer): AnswerFlaw | null {
  if (refusal !== undefined) return 'refused';
  if (finishReason === 'content_filter') return 'filtered';
  if (finishReason === 'length') return 'cut';
  return text.trim() === '' ? 'empty' : null;
}
