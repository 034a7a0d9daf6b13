/** `npx vitest run harness/testing/planbench_claims_test.ts -u` writes figures and tables anew; words are changed by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../io/places.ts';
import { answerOf } from '../tables/papers/planbench/testing/scored_answer_fixture.ts';
import { claimText, withFigures } from './claim.ts';
import { type Draws, drawsText, PLANBENCH_PARTS, planbenchClaims } from './planbench_claims.ts';
import { tapedeck } from './run_tapedeck.ts';
import { unshown } from './sentences.ts';

const PAGE = join(PLACES.root, 'results/planbench.md');
const page = readFileSync(PAGE, 'utf8');
const CLAIMS = planbenchClaims();
const BYTES_MAX = 7_000;

function renderedPage(): string {
  const parts = page.replaceAll(
    /^<!-- (\w+) -->\n[\s\S]*?^<!-- \/\1 -->$/gm,
    (_, name: string) => `<!-- ${name} -->\n\n${PLANBENCH_PARTS[name]!()}\n\n<!-- /${name} -->`,
  );
  return withFigures(parts, CLAIMS);
}

describe('results/planbench.md', () => {
  it(`shows its figures and tables as they are, in at most ${BYTES_MAX} bytes`, async () => {
    await expect(renderedPage()).toMatchFileSnapshot(PAGE);
    for (const name of Object.keys(PLANBENCH_PARTS)) expect(page).toContain(`<!-- ${name} -->`);
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(BYTES_MAX);
  });

  it('says what is computed, and nothing with a number else', () => {
    const line = renderedPage().replaceAll(/\s+/g, ' ');
    expect(CLAIMS.map(claimText).filter((phrase) => !line.includes(phrase))).toEqual([]);
    expect(unshown(renderedPage(), CLAIMS, [])).toEqual([]);
  });

  it('gives commands that run', async () => {
    const commands = [...page.matchAll(/^npx tapedeck (.*)$/gm)].map(([, words = '']) => words.split(' #')[0]!.trim());
    expect(commands.length).toBeGreaterThan(3);
    // Those that read a checkout need one: harness/cli/evaluate/planbench_test.ts.
    for (const command of commands.filter((each) => !each.includes('--planbench') && !each.startsWith('tables'))) {
      expect(await tapedeck(...command.split(' '), '--json'), command).toMatchObject({ exitCode: 0 });
    }
  });
});

describe('drawsText()', () => {
  const reading = (valid: boolean) => ({ valid, note: 'stacks a on b' });
  const drawn = { file: 'a.json', round: null, rule: 'marked', valid: true } as const;
  const draws: Draws = {
    seed: 7,
    drawn: [
      { ...drawn, instance: 1, group: 'disagree', published: false, blind: reading(true), seen: reading(true) },
      { ...drawn, instance: 2, group: 'disagree', published: false, blind: reading(false), seen: reading(true) },
      { ...drawn, instance: 3, group: 'agree', published: true, blind: reading(true), seen: reading(true) },
    ],
  };
  const answers = draws.drawn.map(({ instance, published }) => answerOf({ instance, published }));

  it('counts the answers of which a reader says what the rules say, group by group', () => {
    const text = drawsText(draws, answers).replaceAll('\n', ' ');
    const counts =
      /\(seed 7\).*Of 2 answers whose .* right in 1 by the first reading and 2 .*of 1 on which .* in 1 and 1 /;
    expect(text).toMatch(counts);
    expect(drawsText(null)).toContain('not drawn yet');
  });

  it('refuses draws whose verdicts are not those of the committed plans', () => {
    const others = answers.map((answer) => ({ ...answer, valid: answer.instance !== 3 }));
    expect(() => drawsText(draws, others)).toThrow('The draws say otherwise of a.json 3 null than the committed plans');
  });
});
