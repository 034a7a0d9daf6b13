#!/usr/bin/env node
/**
 * The command line's front door: `npm run -s tapedeck -- COMMAND`.
 *
 * @module
 */
import { keepCompiledCode } from './cli/compiled_code.ts';

keepCompiledCode(process.env, process.permission);
// Loaded from here on, so that it comes from what was kept.
const { runProgram } = await import('./cli/run_program.ts');
process.exitCode = await runProgram(process.argv.slice(2), process);
