import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../envs/env.ts';
import { type ContractSetup, plannerContract } from '../kit/planner_contract.ts';
import type { Planner } from '../planner.ts';
import { type PromptFile, type Prompts, promptSet } from '../prompts.ts';

type Prompted = Readonly<{ name: string; promptSlots: Readonly<Record<string, readonly string[]>> }>;

export function shippedPrompts(planner: Prompted, set = 'paper'): Prompts {
  return promptSet(set, shippedPromptFiles(planner, set), planner.promptSlots);
}

export function shippedPromptFiles({ name }: Pick<Prompted, 'name'>, set = 'paper'): PromptFile[] {
  const folder = `${import.meta.dirname}/../${name}/prompts/${set}`;
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.map((file) => {
    const path = `${folder}/${file}`;
    return { prompt: basename(file, '.txt'), path, text: readFileSync(path, 'utf8') };
  });
}

export function shippedContract<O extends Observation, T>(
  planner: Planner<O, T>,
  setup: Omit<ContractSetup<O, T>, 'describe' | 'it' | 'promptFiles'>,
): void {
  plannerContract(planner, { describe, it, promptFiles: shippedPromptFiles(planner), ...setup });
}

export function refusesOptions({ name, options }: Pick<Planner, 'name' | 'options'>, refused: readonly object[]): void {
  it.each(refused)(`${name}.options refuse %j`, (each) => expect(options.safeParse(each).success).toBe(false));
}
