import { type ExecFileException, execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { PLACES } from '../../io/places.ts';
import { type InstalledProject, outsidePath } from './installed_project.ts';
import { type JobEnded, jobEnded, readWorkflow } from './workflow_job.ts';

export type ProgramEnded = Readonly<{ exitCode: number; out: string; said: string }>;

export function programEnded(program: string, args: readonly string[], cwd: string): Promise<ProgramEnded> {
  const { VITEST: _, ...inherited } = process.env;
  const env = { ...inherited, PATH: outsidePath() };
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, maxBuffer: 2 ** 26 }, (error: ExecFileException | null, out, said) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code ?? -1), out, said });
    });
  });
}

export function compiled(place: string, more: object = {}): Promise<ProgramEnded> {
  const options = { module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: true, types: ['node'], ...more };
  const config = { compilerOptions: options, include: ['*.mts', '*.mjs'] };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(config));
  return programEnded(process.execPath, [join(PLACES.root, 'node_modules/typescript/bin/tsc')], place);
}

export type ProjectJob = Readonly<Record<'workflow' | 'job' | 'cwd' | 'node', string>> &
  Readonly<Record<'variables' | 'contexts', Readonly<Record<string, string>>>>;

export function jobInProject({ folder }: InstalledProject, asked: ProjectJob): Promise<JobEnded> {
  const { cwd, node } = asked;
  const tools = `${cwd}_tools`;
  if (!existsSync(tools)) {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(folder, file), join(cwd, file));
    symlinkSync(join(folder, 'node_modules'), join(cwd, 'node_modules'), 'dir');
    mkdirSync(tools);
    symlinkSync(node, join(tools, 'node'));
    writeFileSync(join(tools, 'gh'), '#!/bin/sh\necho "$*" > gh_words.txt\n', { mode: 0o755 });
  }
  return jobEnded(readWorkflow(asked.workflow), asked.job, {
    ...{ cwd, temporary: join(dirname(folder), 'runner'), path: [tools, outsidePath()].join(delimiter) },
    ...{ variables: asked.variables, contexts: asked.contexts, done: ['npm ci'] },
  });
}
