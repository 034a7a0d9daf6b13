#!/usr/bin/env node
/** Runs the program of a package, or the modules of a clone. Plain, so that an old Node says what is missing. */
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const fromClone = new URL('harness/main.ts', root);
const isClone = existsSync(fromClone);
const [major, minor] = process.versions.node.split('.').map(Number);

/** As `engines` in package.json. */
const runs = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);

if (!runs) {
  refuse(`Tapedeck needs Node 20.19, 22.12 or newer, found ${process.version}: install one from https://nodejs.org`);
} else if (isClone && !process.features.typescript) {
  refuse(
    `From a clone, Tapedeck needs Node 22.18 or newer, found ${process.version}: call it by \`npx tapedeck\`, which brings one`,
  );
} else {
  const program = isClone ? root : new URL('dist/', root);
  enableCompileCache(new URL('node_modules/.cache/tapedeck', program));
  import(new URL(isClone ? 'harness/main.ts' : 'harness/main.js', program));
}

/**
 * As `compiled_code.ts`, which itself comes from there.
 *
 * @param {URL} folder
 */
function enableCompileCache(folder) {
  if (process.permission === undefined && process.env.NODE_COMPILE_CACHE === undefined) {
    module.enableCompileCache?.(fileURLToPath(folder));
  }
}

/** @param {string} message */
function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}
