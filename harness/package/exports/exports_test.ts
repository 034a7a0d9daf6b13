import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { examplesIn, publicEntries } from '../testing/public_names.ts';

const read = (file: string) => JSON.parse(readFileSync(join(PLACES.root, file), 'utf8'));
const entries = publicEntries();

const exported = (folder: string, ending: string) =>
  Object.fromEntries(
    entries.map(({ name }) => {
      return [name === 'tapedeck' ? '.' : `./${name}`, `./${folder}harness/package/exports/${name}.${ending}`];
    }),
  );

it('package.json exports the modules of this folder, and nothing else', () => {
  const own = { './package.json': './package.json' };
  expect(read('package.json').exports).toEqual({ ...exported('dist/', 'js'), ...own });
});

it('deno.json exports the same modules of the same version, as they stand', () => {
  const { version } = read('package.json');
  expect(read('deno.json')).toMatchObject({ version, exports: exported('', 'ts') });
  expect(Object.keys(read('deno.json').exports)).toHaveLength(entries.length);
});

it('the names that programs import are these', () => {
  const sorted = (names: readonly { readonly name: string }[]) => names.map(({ name }) => name).sort();
  const names = entries.map((entry) => `${entry.name}: ${sorted(entry.names).join(', ')}`);
  expect(names).toMatchInlineSnapshot(`
    [
      "env: bindTask, findPlan, isSearchable, searchable",
      "household: household",
      "llm: LlmCallError, recordedLlm",
      "pddl: checkPddl, planInWorker, planProblem, readPlanFile, validatePlan",
      "planner: LlmCallError, PLAN_COMPLETED, ParseLog, readCalls",
      "tabletop: tabletop",
      "tapedeck: CommandFailure, episodeId, metricsOf, pool, readRun, readTrace, runSuite, writeTrace",
      "testing: HOSTILE_REPLIES, arbitraryHouse, arbitraryHouseActions, arbitraryHouseObservation, arbitraryHouseOf, arbitraryHouseTask, arbitraryReply, arbitraryTable, arbitraryTableActions, arbitraryTableObservation, arbitraryTableTask, brokenBeliefs, checkTracker, envContract, plannerContract, playTracker, scriptedLlm, trackerContract",
      "virtualhome: PaperSimulator, VirtualHomeSimulator, defectsOf, graphScene, houseOfGraph, readGraph, withV23Properties",
    ]
  `);
});

describe.each(entries)('tapedeck/$name', ({ docstring, names }) => {
  it('begins with an example', () => expect(examplesIn(docstring)).not.toEqual([]));

  it('has an example of each name', () => {
    const without = names.filter((each) => !examplesIn(each.docstring).some((example) => example.includes(each.name)));
    expect(without.map(({ name, path }) => `${name} of ${path}`)).toEqual([]);
  });
});
