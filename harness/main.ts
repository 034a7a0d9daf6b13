#!/usr/bin/env node
/** `npm run -s tapedeck -- COMMAND`. */
import { enableCompileCache } from './cli/compiled_code.ts';

enableCompileCache(process.env, process.permission);
// Imported here so that it comes from the kept compiled code.
const { runProgram } = await import('./cli/run_program.ts');
process.exitCode = await runProgram(process.argv.slice(2), process);
