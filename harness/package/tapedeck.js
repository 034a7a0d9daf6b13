#!/usr/bin/env node
/**
 * `tapedeck` as it is called by name: of an installed package the compiled program, of a clone the modules as they stand.
 *
 * Plain JavaScript of long ago, so that an old Node, too, says what is missing.
 *
 * @module
 */
import { existsSync } from 'node:fs';

const fromClone = new URL('../main.ts', import.meta.url);
const isClone = existsSync(fromClone);
const [major, minor] = process.versions.node.split('.').map(Number);

/** As `engines` in package.json has it. */
const runs = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);

if (!runs) {
  refuse(`Tapedeck needs Node 20.19, 22.12 or newer, found ${process.version}: install one from https://nodejs.org`);
} else if (isClone && !process.features.typescript) {
  refuse(
    `From a clone, Tapedeck needs Node 22.18 or newer, found ${process.version}: call it by \`npx tapedeck\`, which brings one`,
  );
} else {
  import(isClone ? fromClone : new URL('../../dist/harness/main.js', import.meta.url));
}

/** @param {string} message */
function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}
