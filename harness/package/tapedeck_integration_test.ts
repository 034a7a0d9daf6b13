import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PLACES } from '../io/places.ts';

const manifest = JSON.parse(readFileSync(join(PLACES.root, 'package.json'), 'utf8'));

function calledBy(version: string, features: object = {}) {
  const told = { version: `v${version}`, versions: { ...process.versions, node: version } };
  const disguise = `
    for (const [key, value] of Object.entries(${JSON.stringify(told)})) Object.defineProperty(process, key, { value });
    for (const [key, value] of Object.entries(${JSON.stringify(features)})) Object.defineProperty(process.features, key, { value });`;
  const program = join(PLACES.root, manifest.bin.tapedeck);
  const words = ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`, program, '--version'];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

it('tapedeck runs on the versions that package.json names', () => {
  expect(manifest.engines.node).toBe('^20.19.0 || ^22.12.0 || >=23');
  const runs = { status: 0, stdout: `${manifest.version}\n`, stderr: '' };
  for (const version of ['20.19.0', '22.12.0', '23.0.0', '26.1.0']) expect(calledBy(version), version).toEqual(runs);
});

it('tapedeck says in one line which Node to install where it does not run, or cannot read a clone’s TypeScript', () => {
  const refused = (stderr: string) => ({ status: 2, stdout: '', stderr });
  for (const version of ['16.20.2', '18.20.8', '20.18.3', '21.7.0', '22.11.0']) {
    const said = `Tapedeck needs Node 20.19, 22.12 or newer, found v${version}: install one from https://nodejs.org\n`;
    expect(calledBy(version)).toEqual(refused(said));
  }
  const remedy = 'call it by `npx tapedeck`, which brings one';
  expect(calledBy('20.19.0', { typescript: false })).toEqual(
    refused(`From a clone, Tapedeck needs Node 22.18 or newer, found v20.19.0: ${remedy}\n`),
  );
});
