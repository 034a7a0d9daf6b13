/**
 * Scored answers packed into one file: plans and verdicts, no word of an answer.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { invalid } from '../../../io/errors/failure.ts';
import { PLACES } from '../../../io/places.ts';
import type { ScoredAnswer } from './answer.ts';

const PACKED = 'results/planbench/answers.json.br';

export function packedAnswers(answers: readonly ScoredAnswer[]): Buffer {
  return brotliCompressSync(`[${answers.map((answer) => JSON.stringify(answer)).join(',\n')}]\n`);
}

export function unpackedAnswers(bytes: Uint8Array): ScoredAnswer[] {
  return JSON.parse(brotliDecompressSync(bytes).toString());
}

/** The committed answers, all 45,000 of them: read once where they are needed. */
export function readScoredAnswers(): ScoredAnswer[] {
  const path = join(PLACES.root, PACKED);
  if (!existsSync(path)) throw invalid(`${PACKED} is missing here: score a checkout with --planbench DIR`);
  return unpackedAnswers(readFileSync(path));
}
