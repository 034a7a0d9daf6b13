/** The VirtualHome half of EAI at 531c62f (v1.0.5), in the user's checkout. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { type CheckedJson, readCheckedJson } from '../../../../envs/checked_json.ts';
import { invalid } from '../../../io/errors/failure.ts';
import { readBytes, readText } from '../../../io/read_text.ts';

export const EVALUATIONS = [
  'goal_interpretation',
  'action_sequencing',
  'subgoal_decomposition',
  'transition_modeling',
] as const;
export type EvaluationName = (typeof EVALUATIONS)[number];

const REPOSITORY = 'https://github.com/embodied-agent-interface/embodied-agent-interface';

/** Paths are relative to `src/virtualhome_eval`. Throws a CommandFailure that names the file or folder. */
export class EaiCheckout {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, 'src/virtualhome_eval');
    if (statSync(this.#folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    throw invalid(
      `Cannot read "${this.#folder}": there is no such folder; --eai takes a checkout of EAI (git clone ${REPOSITORY})`,
    );
  }

  path(file: string): string {
    return join(this.#folder, file);
  }

  text(file: string): string {
    return readText(this.#existing(file));
  }

  bytes(file: string): Buffer {
    return readBytes(this.#existing(file));
  }

  #existing(file: string): string {
    const path = this.path(file);
    if (existsSync(path)) return path;
    throw invalid(`Cannot read "${path}": there is no such file; use a complete checkout of version v1.0.5`);
  }

  json<T>(file: string, schema: z.ZodType<T>): CheckedJson<T> {
    return readCheckedJson(this.text(file), schema, this.path(file));
  }
}

export function taskId(identifier: string): string {
  return identifier.replace(/^scene_1_/, '');
}
