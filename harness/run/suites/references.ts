import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readCheckedJson } from '../../../envs/checked_json.ts';
import type { Action } from '../../../envs/env.ts';
import type { EnvOptions } from '../../../envs/world.ts';
import { sha256 } from '../../io/digest.ts';
import { PLACES } from '../../io/places.ts';
import { readText } from '../../io/read_text.ts';
import type { Suite } from './suite.ts';

const entrySchema = z
  .strictObject({
    scene: z.string(),
    task: z.string(),
    digest: z.string(),
    steps: z.int().min(1),
    optimal: z.boolean(),
    lowerBound: z.int().min(0),
    expanded: z.int().min(0),
    plan: z.array(z.string().regex(/^[a-z-]+\([^()]*\)$/)),
  })
  .refine(({ plan, steps }) => plan.length === steps, { path: ['plan'], error: 'as many actions as steps' })
  .refine(({ lowerBound, steps }) => lowerBound <= steps, { path: ['lowerBound'], error: 'no more than steps' })
  .refine(({ optimal, lowerBound, steps }) => optimal === (lowerBound === steps), {
    path: ['optimal'],
    error: 'true exactly if lowerBound equals steps',
  });

const fileSchema = z.strictObject({ format: z.literal(1), suite: z.string(), references: z.array(entrySchema) });

export type ReferenceEntry = Readonly<z.infer<typeof entrySchema>>;

export type ReferenceGround = Readonly<{ scene: string; task: string; envOptions: EnvOptions }>;

/** In `results/references/` for a shipped suite, else beside the suite's file. */
export function referencesPath({ folder, name }: Suite): string {
  return folder === null ? `${PLACES.references}/${name}.json` : join(folder, `${name}.references.json`);
}

/** Empty without a file. Throws a JsonError. */
export function readReferences(suite: Suite) {
  const path = referencesPath(suite);
  const byCell = existsSync(path) ? readEntries(path, suite.name) : new Map<string, ReferenceEntry>();
  return {
    entry(scene: string, task: string, ground: ReferenceGround): ReferenceEntry | null {
      const entry = byCell.get(`${scene}/${task}`);
      return entry?.digest === referenceDigest(ground) ? entry : null;
    },
  };
}

function readEntries(path: string, suite: string): Map<string, ReferenceEntry> {
  const { value, problem } = readCheckedJson(readText(path), fileSchema, path);
  if (value.suite !== suite) throw problem(['suite'], `"${suite}", the name of the suite`);
  const byCell = new Map<string, ReferenceEntry>();
  for (const [index, entry] of value.references.entries()) {
    const cell = `${entry.scene}/${entry.task}`;
    if (byCell.has(cell)) throw problem(['references', index, 'task'], 'a task that appears only once in its scene');
    byCell.set(cell, entry);
  }
  return byCell;
}

export function referenceDigest({ scene, task, envOptions }: ReferenceGround): string {
  return sha256(JSON.stringify([scene, task, envOptions]));
}

export function referencesText(suite: string, entries: readonly ReferenceEntry[]): string {
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`);
  return `{\n  "format": 1,\n  "suite": ${JSON.stringify(suite)},\n  "references": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

export function planText(plan: readonly Action[]): string[] {
  return plan.map(({ verb, args }) => `${verb}(${args.join(', ')})`);
}

export function readPlanText(plan: readonly string[]): Action[] {
  return plan.map((step) => {
    const [verb = '', args = ''] = step.slice(0, -1).split('(');
    return { verb, args: args === '' ? [] : args.split(', ') };
  });
}
