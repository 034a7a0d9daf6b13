/**
 * Published requests and answers as a tape, with a suite in which `planbench_one_shot` is asked and answered as published.
 *
 * @module
 */
import { join } from 'node:path';
import { disk } from '../../../cassettes/disk/disk.ts';
import { Journal, type Recording } from '../../../cassettes/format/journal.ts';
import { tapeFiles } from '../../../cassettes/format/tape_files.ts';
import { requestKey } from '../../../cassettes/wire/key.ts';
import { chatRequest } from '../../../cassettes/wire/wire.ts';
import { openForWriting, storeJournal } from '../../../cassettes/writing/open_for_writing.ts';
import type { PddlTask, Scene } from '../../../envs/pddl/read_scene.ts';
import { pddl } from '../../../envs/pddl/world.ts';
import { writeWhole } from '../../files/write_whole.ts';
import type { PlanBenchCheckout, ResultFile } from '../reading/checkout.ts';
import { ProblemReader } from '../reading/problems.ts';
import { type DamagedAnswer, type StoredAnswer, storedAnswers } from '../reading/result_file.ts';
import { stripsOf } from './strips.ts';

export type ImportedModel = {
  /** The suite's file; its tape lies in `tapes/` beside it. */
  readonly suite: string;
  readonly model: string;
  readonly answers: number;
  /** Why answers were left out, and how many. */
  readonly leftOut: Readonly<Record<string, number>>;
};

/** More than any published plan has actions. */
const STEPS_MAX = 1000;

/** Imports the answers of one model. */
export async function importModel(
  checkout: PlanBenchCheckout,
  files: readonly ResultFile[],
  folder: string,
): Promise<ImportedModel> {
  const { model } = files[0]!;
  const found = new ModelAnswers(model);
  for (const file of files) found.addFile(file, checkout);
  const { scenes, tasks, recordings, leftOut } = found;
  const name = model.toLowerCase();
  const suite = join(folder, `${name}.json`);
  if (recordings.length > 0) {
    const paths = [...scenes.values()].map((scene) => ({ scene, path: `scenes/${name}.${scene.name}.json` }));
    for (const { scene, path } of paths) writeJson(join(folder, path), scene);
    writeJson(join(folder, `tasks/${name}.json`), { tasks: [...tasks.values()] });
    writeJson(suite, {
      name,
      title: `PlanBench: the published requests to ${model}`,
      world: 'pddl',
      scenes: paths.map(({ path }) => path),
      tasks: `tasks/${name}.json`,
      planners: ['planbench_one_shot+request=instruction'],
      model: name,
    });
    await writeTape({ tapesDir: join(folder, 'tapes'), suite: name, model: name }, recordings);
  }
  return { suite, model, answers: recordings.length, leftOut: Object.fromEntries(leftOut) };
}

class ModelAnswers {
  readonly #model: string;
  readonly scenes = new Map<string, Scene>();
  readonly tasks = new Map<string, PddlTask>();
  readonly recordings: Recording[] = [];
  readonly leftOut = new Map<string, number>();

  constructor(model: string) {
    this.#model = model;
  }

  addFile(file: ResultFile, checkout: PlanBenchCheckout): void {
    const reader = new ProblemReader(checkout.config(file));
    for (const stored of storedAnswers(checkout.read(file.file))) {
      const reason = unfit(file, stored) ?? this.#add(file, stored as StoredAnswer, reader);
      if (reason !== null) this.leftOut.set(reason, (this.leftOut.get(reason) ?? 0) + 1);
    }
  }

  /** Returns why an answer cannot be imported; null where it was. */
  #add({ domain, task: file }: ResultFile, { instance, query, answer }: StoredAnswer, reader: ProblemReader) {
    const name = `${domain}_${file}_${instance}`.toLowerCase().replace(/[^a-z0-9]+/g, '_');
    try {
      const { objects, facts, goal, ...own } = stripsOf(reader.read(query));
      const scene = this.#sceneOf(domain, own);
      const at = `${scene.name}/${name}`;
      if (this.tasks.has(at)) return 'there is an answer to the same task already';
      const task = { name, instruction: query, stepsMax: STEPS_MAX, scene: scene.name, instance: name, goal };
      pddl.bind({ ...scene, instances: { [name]: { objects, facts } } }, task, {});
      scene.instances[name] = { objects, facts };
      this.tasks.set(at, task);
      this.recordings.push(recordingOf(at, { model: this.#model, query, answer }));
      return null;
    } catch (error) {
      return error instanceof Error ? error.message.replace(/^Cannot set task .*?: /, '') : String(error);
    }
  }

  /** The scene of a domain; where requests state it in several ways, one for each. */
  #sceneOf(domain: string, own: Pick<Scene, 'actions' | 'words'>): Scene {
    const key = JSON.stringify([domain, own]);
    let scene = this.scenes.get(key);
    if (scene === undefined) {
      const alike = [...this.scenes.values()].filter(({ name }) => name.replace(/-\d+$/, '') === domain).length;
      scene = { name: alike === 0 ? domain : `${domain}-${alike + 1}`, ...own, instances: {} };
      this.scenes.set(key, scene);
    }
    return scene;
  }
}

function unfit({ task }: ResultFile, stored: StoredAnswer | DamagedAnswer): string | null {
  if ('problem' in stored) return 'damaged';
  if (stored.round !== null) return 'in a dialogue';
  if (/plan_(verification|execution)/.test(task)) return 'asked for no plan';
  return stored.answer.trim() === '' ? 'never asked' : null;
}

type Exchange = { readonly model: string; readonly query: string; readonly answer: string };

function recordingOf(task: string, { model, query, answer }: Exchange): Recording {
  const request = chatRequest(model.toLowerCase(), [{ role: 'user', content: query }], {
    purpose: 'plan',
    temperature: 0,
  });
  const reply = { text: answer, finishReason: 'unknown', usage: null, latencyMs: null, model };
  return { entry: { task, trial: 1, key: requestKey(request), occurrence: 1, reply, source: 'published' }, request };
}

async function writeTape(name: Parameters<typeof tapeFiles>[0], recordings: readonly Recording[]): Promise<void> {
  const release = await openForWriting(name, disk);
  try {
    const journal = Journal.create(tapeFiles(name).journal, name, disk);
    journal.declare({
      source: 'published',
      provider: 'unknown',
      channel: 'LLMs-Planning (PlanBench), as published',
      answeredOn: 'unknown',
      sampling: 'unknown',
      tokenCounts: 'none',
      note: 'Requests as published, without what the program that asked may have sent beside them',
    });
    journal.append(recordings);
    await storeJournal(name, journal, disk);
  } finally {
    release();
  }
}

function writeJson(path: string, value: unknown): void {
  writeWhole(path, `${JSON.stringify(value, null, 1)}\n`);
}
