/**
 * The window: how much of the growing text a prompt shows (LLM-State, section V-A1).
 *
 * The newest turns stay, as many as fit, each whole or not at all. Their own counts of tokens, taken once, say where to
 * begin and how many more must go; the count of the prompt as it will be sent has the last word, for tokens of parts need
 * not add up. What could not fit even alone is never rendered, so that a long episode costs no more than its window.
 */

/** An action, its success and the scene thereafter, or a part of that, as text; and how many tokens that is. */
export type Turn = {
  readonly text: string;
  readonly tokens: number;
};

export type WindowLimits = {
  readonly turnsMax: number;
  /** For the whole prompt. */
  readonly tokensMax: number;
  countTokens(text: string): Promise<number>;
};

/**
 * The prompt that `render` makes of as many of the newest turns as the limits allow. A prompt that is too long without
 * any is returned all the same: whether it can be read is for the model to say.
 */
export async function promptInWindow(
  turns: readonly Turn[],
  render: (window: readonly Turn[]) => string,
  { turnsMax, tokensMax, countTokens }: WindowLimits,
): Promise<string> {
  let window = newestOf(turns, { turnsMax, tokensMax });
  let prompt = render(window);
  let excess = (await countTokens(prompt)) - tokensMax;
  while (excess > 0 && window.length > 0) {
    window = withoutOldest(window, excess);
    prompt = render(window);
    excess = (await countTokens(prompt)) - tokensMax;
  }
  return prompt;
}

/** The newest turns, at most `turnsMax`, up to the first with which they alone would pass `tokensMax`. */
function newestOf(
  turns: readonly Turn[],
  { turnsMax, tokensMax }: Pick<WindowLimits, 'turnsMax' | 'tokensMax'>,
): readonly Turn[] {
  const oldest = Math.max(0, turns.length - turnsMax);
  let start = turns.length;
  for (let left = tokensMax; start > oldest; start--) {
    left -= turns[start - 1]?.tokens ?? 0;
    if (left < 0) break;
  }
  return turns.slice(start);
}

/** Drops turns from the oldest on, at least one, until they make up for the excess. */
function withoutOldest(window: readonly Turn[], excess: number): Turn[] {
  let dropped = 0;
  for (let left = excess; left > 0 && dropped < window.length; dropped++) left -= window[dropped]?.tokens ?? 0;
  return window.slice(dropped);
}
