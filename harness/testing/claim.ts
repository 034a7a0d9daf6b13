/** A claim is a phrase of a page with computed figures, which can be checked and written anew. */

export type Claim = Readonly<{ words: readonly string[]; figures: readonly string[] }>;

/** The values in `${…}` are figures. A claim begins and ends with words. */
export function claim(words: TemplateStringsArray, ...figures: readonly (string | number)[]): Claim {
  if ([words[0], words.at(-1)].some((each) => each?.trim() === '')) {
    throw new Error(`A claim begins and ends with words, found "${words.join('…')}"`);
  }
  return { words: [...words], figures: figures.map(String) };
}

export function claimText({ words, figures }: Claim): string {
  return words.map((each, at) => each + (figures[at] ?? '')).join('');
}

export function withFigures(page: string, claims: readonly Claim[]): string {
  return claims.reduce(withClaim, page);
}

const FIGURE_MAX = 80;
const NUMERIC = /^[\d.,/ %–[\]-]+$/;

function isFormOf(old: string, figure: string): boolean {
  return old.length <= FIGURE_MAX && (!NUMERIC.test(figure) || NUMERIC.test(old));
}

function withClaim(page: string, { words, figures }: Claim): string {
  const [first = '', ...rest] = words;
  let written = '';
  let from = 0;
  for (;;) {
    const start = findWords(page, first, from);
    if (start === null) return written + page.slice(from);
    const phrase = withPhrase(page, start.end, rest, figures);
    written += page.slice(from, start.end) + (phrase?.text ?? '');
    from = phrase?.end ?? start.end;
  }
}

/** Null if the page has no form of the claim here. */
function withPhrase(page: string, from: number, rest: readonly string[], figures: readonly string[]) {
  let [text, end] = ['', from];
  for (const [index, next] of rest.entries()) {
    const found = findWords(page, next, end);
    const old = page.slice(end, found?.begin);
    const oneLine = old.replaceAll(/\s+/g, ' ');
    const figure = figures[index] ?? '';
    if (found === null || !isFormOf(oneLine, figure)) return null;
    text += (oneLine === figure ? old : figure) + page.slice(found.begin, found.end);
    end = found.end;
  }
  return { text, end };
}

/** White space may differ. */
function findWords(page: string, words: string, from: number): Readonly<{ begin: number; end: number }> | null {
  for (let begin = from; begin <= page.length; begin += 1) {
    const end = endOfWords(page, words, begin);
    if (end !== null) return { begin, end };
  }
  return null;
}

function endOfWords(page: string, words: string, begin: number): number | null {
  let at = begin;
  for (const letter of words) {
    if (letter !== ' ') {
      if (page[at] !== letter) return null;
      at += 1;
      continue;
    }
    const start = at;
    while (page[at] === ' ' || page[at] === '\n') at += 1;
    if (at === start) return null;
  }
  return at;
}
