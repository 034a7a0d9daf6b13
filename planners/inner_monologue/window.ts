/**
 * The newest whole turns that fit (LLM-State, section V-A1). The full prompt is counted, since tokens of parts need not
 * add up; counts of turns guide the cut, so that a long episode costs no more than its window.
 */

export type Turn = Readonly<{ text: string; tokens: number }>;

export type WindowLimits = {
  readonly turnsMax: number;
  readonly tokensMax: number;
  countTokens(text: string): Promise<number>;
};

/** May be too long without turns: the model refuses it. */
export async function promptInWindow(
  turns: readonly Turn[],
  render: (window: readonly Turn[]) => string,
  { turnsMax, tokensMax, countTokens }: WindowLimits,
): Promise<string> {
  let window = newestOf(turns, turnsMax, tokensMax);
  let prompt = render(window);
  let excess = (await countTokens(prompt)) - tokensMax;
  while (excess > 0 && window.length > 0) {
    window = withoutOldest(window, excess);
    prompt = render(window);
    excess = (await countTokens(prompt)) - tokensMax;
  }
  return prompt;
}

function newestOf(turns: readonly Turn[], turnsMax: number, tokensMax: number): readonly Turn[] {
  const oldest = Math.max(0, turns.length - turnsMax);
  let start = turns.length;
  for (let left = tokensMax; start > oldest; start--) {
    left -= turns[start - 1]?.tokens ?? 0;
    if (left < 0) break;
  }
  return turns.slice(start);
}

function withoutOldest(window: readonly Turn[], excess: number): Turn[] {
  let dropped = 0;
  for (let left = excess; left > 0 && dropped < window.length; dropped++) left -= window[dropped]?.tokens ?? 0;
  return window.slice(dropped);
}
