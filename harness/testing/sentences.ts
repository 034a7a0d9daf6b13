/** "One" is no number here: mostly it stands for a noun. */
import { type Claim, claimText } from './claim.ts';

const NUMBER_WORDS = 'two three four five six seven eight nine ten eleven twelve fifteen twenty twice';
const QUANTIFIERS =
  'all none only nearly almost most mostly no half never ever every everything everywhere each always both neither nothing nobody';
const CAUSES = 'because since luck luckily';
const WORDS = new Set(`${NUMBER_WORDS} ${QUANTIFIERS} ${CAUSES}`.split(' '));

export function sentencesOf(page: string): string[] {
  const prose = page
    .replaceAll(/^<!-- (\w+).*-->\n[\s\S]*?^<!-- \/\1 -->$|^```[\s\S]*?^```$/gm, '')
    .replaceAll(/^(?:\||#).*$/gm, '');
  const paragraphs = prose.split(/\n\n|\n(?=- )/).map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim());
  return paragraphs.flatMap((paragraph) => paragraph.split(/(?<=[.!?]\)?) (?=[^a-z])/)).filter((each) => each !== '');
}

export function marksOf(sentence: string): string[] {
  const plain = sentence
    .replaceAll(/`[^`]*`|\]\([^)]*\)/g, ' ')
    .replaceAll(/\b(?:arXiv|Tables?|Figures?|Listings?|sections?) [\w.:-]+/g, ' ');
  return Array.from(plain.matchAll(/[\p{L}\p{N}][\p{L}\p{N}.,-]*/gu), ([word]) => word.replace(/[.,-]+$/, '')).filter(
    (word) => /^\d[\d.,]*$/.test(word) || WORDS.has(word.toLowerCase()),
  );
}

export function unshown(page: string, claims: readonly Claim[], approved: readonly string[]): string[] {
  const phrases = claims.map(claimText);
  return sentencesOf(page).filter((sentence) => {
    if (approved.includes(sentence)) return false;
    const rest = phrases.reduce((left, phrase) => left.replaceAll(phrase, ' '), sentence);
    return marksOf(rest).length > 0;
  });
}
