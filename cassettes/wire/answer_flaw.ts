export const ANSWER_FLAWS = ['refused', 'filtered', 'cut', 'empty'] as const;

export type AnswerFlaw = (typeof ANSWER_FLAWS)[number];

type ChatAnswer = { readonly text: string; readonly finishReason: string; readonly refusal?: string | undefined };

export function answerFlaw({ text, finishReason, refusal }: ChatAnswer): AnswerFlaw | null {
  if (refusal !== undefined) return 'refused';
  if (finishReason === 'content_filter') return 'filtered';
  if (finishReason === 'length') return 'cut';
  return text.trim() === '' ? 'empty' : null;
}
