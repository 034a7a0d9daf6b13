import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAnyManifest } from '../../cassettes/format/manifest.ts';
import { type TapeName, tapeFiles } from '../../cassettes/format/tape_files.ts';
import { knownTapes } from '../../cassettes/reading/known_tapes.ts';
import { LayeredTape } from '../../cassettes/reading/layered_tape.ts';
import { PLACES } from '../io/places.ts';
import { type Claim, claim } from './claim.ts';
import { baselineRows, type EpisodeRow } from './findings.ts';

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(
  ' ',
);

type PlayedRow = EpisodeRow & Readonly<{ steps: number; referenceSteps: number }>;

export function inWords(number: number): string {
  return NUMBERS[number] ?? String(number);
}

export function thousands(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

export function played(suite: string, planner: string): PlayedRow[] {
  return baselineRows<PlayedRow>('episodes').filter(({ episode }) => {
    const [of, , , by] = episode.split('/');
    return of === suite && by === planner;
  });
}

export function placeOf({ episode }: EpisodeRow): string {
  return episode.split('/').slice(1, 3).join('/');
}

export function manifestClaims(): Claim[] {
  const counts = { alone: 0, shared: 0, undeclared: 0, replies: 0, most: 0 };
  for (const name of knownTapes(PLACES.tapes)) {
    const { provenance, tasks } = readAnyManifest(tapeFiles(name).manifest);
    for (const { source, model, batch, entries } of Object.values(tasks).flatMap(({ answers }) => answers)) {
      counts.replies += entries;
      if (source !== 'batch') continue;
      const declared = provenance.find((one) => one.model === model && one.batch === batch);
      const shared = declared?.sharedContext;
      if (declared?.hiddenReasoning === undefined || declared.tools === undefined) counts.undeclared += entries;
      if (shared === undefined) counts.alone += entries;
      else if (['scene', 'task'].every((each) => shared.apart.includes(each))) counts.shared += entries;
      else counts.undeclared += entries;
      counts.most = Math.max(counts.most, shared?.requestsMax ?? 0);
    }
  }
  if (counts.undeclared > 0)
    throw new Error(`Of ${counts.undeclared} answers the manifests do not say what the page says`);
  const { alone, shared, replies, most } = counts;
  return [
    claim`By the manifests, ${thousands(alone)} answers came from contexts with a single request, ${thousands(shared)} from contexts that held at most ${most} requests, no two of one scene or one task`,
    claim`The tapes hold ${thousands(replies)} replies; the manifests say which model gave each`,
  ];
}

export async function windowClaim(): Promise<Claim> {
  const failed = played('household', 'inner_monologue').filter(({ success }) => !success);
  const name: TapeName = { tapesDir: PLACES.tapes, suite: 'household', model: 'claude' };
  const tape = await LayeredTape.open(name);
  const counts: number[] = [];
  for (const task of failed.map(placeOf)) {
    for await (const { request } of tape.requests(task)) {
      if (!('messages' in request.body)) continue;
      const prompt = request.body.messages.map(({ content }) => content).join('\n');
      const shown = prompt.slice(prompt.lastIndexOf('\nTask: '));
      if (shown.includes('\nRobot action:')) counts.push(shown.split('\nSuccess: ').length - 1);
    }
  }
  await tape.close();
  return claim`shown at most its last ${inWords(Math.max(0, ...counts))} steps`;
}

export function projectClaims(): Claim[] {
  const manifest = JSON.parse(readFileSync(join(PLACES.root, 'package.json'), 'utf8'));
  const [, major = ''] = /\^(\d+)/.exec(manifest.engines.node) ?? [];
  const named = 2; // `tapedeck` and `tapedeck/planner`
  const entries = Object.keys(manifest.exports).length - named - 1; // package.json
  const house = played('household', 'oracle').map(({ episode }) => episode.split('/'));
  const count = (at: number) => inWords(new Set(house.map((parts) => parts[at])).size);
  const oracle = ['household', 'robot', 'tabletop'].flatMap((suite) => played(suite, 'oracle'));
  const solved = oracle.filter(({ success }) => success).length;
  return [
    claim`Node ${major} or newer`,
    claim`\`tapedeck/planner\` and [${inWords(entries)} more]`,
    claim`VirtualHome: ${count(1)} houses, ${count(2)} tasks`,
    claim`what can be done: ${played('tabletop', 'oracle').length} scenes`,
    claim`solves ${solved} of ${oracle.length} episodes of the papers' suites`,
  ];
}
