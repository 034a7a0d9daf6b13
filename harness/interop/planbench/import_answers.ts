import { join } from 'node:path';
import type { Recording } from '../../../cassettes/format/journal.ts';
import type { TapeName } from '../../../cassettes/format/tape_files.ts';
import { requestKey } from '../../../cassettes/wire/exchange.ts';
import { chatRequest } from '../../../cassettes/wire/wire.ts';
import { startRecording } from '../../../cassettes/writing/open_for_writing.ts';
import { memoize } from '../../../envs/memoize.ts';
import type { PddlObservation } from '../../../envs/pddl/observation.ts';
import { type PddlTask, pddl, type Scene } from '../../../envs/pddl/world.ts';
import { TaskError } from '../../../envs/task_file.ts';
import type { Effect, Formula, TypedName } from '../../../planners/pddl/read/domain.ts';
import { writeWhole } from '../../io/write_whole.ts';
import type { DamagedAnswer, PlanBenchCheckout, ResultFile, StoredAnswer } from './checkout.ts';
import { factText, initials, objectWords, ProblemError, ProblemReader, type StatedProblem } from './problems.ts';

/** `leftOut` counts the omitted answers by reason. */
export async function importModel(checkout: PlanBenchCheckout, files: readonly ResultFile[], folder: string) {
  const { model } = files[0]!;
  const name = model.toLowerCase();
  const imported = new Map<string, PddlTask>();
  const scenes = new Map<string, Scene>();
  const recordings: Recording[] = [];
  const leftOut: Record<string, number> = {};
  for (const file of files) {
    const reader = new ProblemReader(checkout.config(file));
    for (const stored of checkout.answers(file)) {
      try {
        const { scene, task, answer } = taskOf(file, stored, reader);
        if (imported.has(task.name)) throw new ProblemError('the task already has an answer');
        const sceneName = addToScene(scene, scenes);
        imported.set(task.name, { ...task, scene: sceneName });
        const messages = [{ role: 'user', content: task.instruction }] as const;
        const request = chatRequest(name, messages, { purpose: 'plan', temperature: 0 });
        const reply = { text: answer, finishReason: 'unknown', usage: null, latencyMs: null, model };
        const address = { task: `${sceneName}/${task.name}`, trial: 1, key: requestKey(request), occurrence: 1 };
        recordings.push({ entry: { ...address, reply, source: 'published' }, request });
      } catch (error) {
        if (!(error instanceof ProblemError || error instanceof TaskError)) throw error;
        const reason = error.message.replace(/^Cannot set task .*?: /, '');
        leftOut[reason] = (leftOut[reason] ?? 0) + 1;
      }
    }
  }
  const [suitePath, tasksPath] = [`${name}.json`, `tasks/${name}.json`];
  const write = (path: string, value: unknown) => writeWhole(join(folder, path), `${JSON.stringify(value, null, 1)}\n`);
  if (recordings.length > 0) {
    const paths = new Map([...scenes.values()].map((scene) => [`scenes/${name}.${scene.name}.json`, scene]));
    for (const [path, scene] of paths) write(path, scene);
    write(tasksPath, { tasks: [...imported.values()] });
    const title = `PlanBench: the published requests to ${model}`;
    const planners = ['planbench_one_shot+request=instruction'];
    const parts = { scenes: [...paths.keys()], tasks: tasksPath, planners };
    write(suitePath, { name, title, world: 'pddl', ...parts, model: name });
    await writeTape({ tapesDir: join(folder, 'tapes'), suite: name, model: name }, recordings);
  }
  return { suite: join(folder, suitePath), model, answers: recordings.length, leftOut };
}

function taskOf({ domain, task: promptType }: ResultFile, stored: StoredAnswer | DamagedAnswer, reader: ProblemReader) {
  if ('problem' in stored) throw new ProblemError('the answer is damaged');
  if (stored.round !== null) throw new ProblemError('the answer is part of a dialogue');
  if (/plan_(verification|execution)/.test(promptType)) throw new ProblemError('the prompt does not ask for a plan');
  const { instance, query, answer } = stored;
  if (answer.trim() === '') throw new ProblemError('the answer is empty');
  const name = `${domain}_${promptType}_${instance}`.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  const { goal, objects, facts, ...vocabulary } = stripsOf(reader.read(query));
  const scene = { name: domain, ...vocabulary, instances: { [name]: { objects, facts } } };
  // 1000: longer than any published plan
  const task = { name, instruction: query, stepsMax: 1000, scene: domain, instance: name, goal };
  pddl.bind(scene, task, {});
  return { scene, task, answer };
}

/** Throws a ProblemError unless the domain is STRIPS. */
function stripsOf({ domain, problem, words, facts }: StatedProblem): Omit<PddlObservation, 'world' | 'domain'> {
  if (domain.types.some(({ types }) => types?.some(({ name }) => name !== 'object')))
    throw new ProblemError('the domain has a hierarchy of types');
  const actions = domain.actions.map(({ name, parameters, precondition, effect }) => {
    const needs = [...parameters.flatMap(kindsOf), ...atoms(precondition, 'atom')];
    const effects = { adds: atoms(effect, 'add'), deletes: atoms(effect, 'delete') };
    return [name.name, { parameters: parameters.map(({ name: parameter }) => parameter.name), needs, ...effects }];
  });
  const start = problem.init.flatMap((fact) => (fact.kind === 'true' ? [factText(fact)] : []));
  const objects = problem.objects.map(({ name }) => name.name);
  const wordedObjects = facts === null ? [] : [...initials(objects, words), ...objectWords(words)];
  return {
    actions: Object.fromEntries(actions),
    words: { actions: { ...words?.actions }, objects: Object.fromEntries(wordedObjects) },
    objects,
    facts: [...new Set([...problem.objects.flatMap(kindsOf), ...start])],
    goal: atoms(problem.goal, 'atom'),
  };
}

/** `b1 - box` → `is-box b1`. */
function kindsOf({ name, types }: TypedName): string[] {
  return (types ?? []).map((type) => `is-${type.name} ${name.name}`);
}

function atoms(part: Formula | Effect | null, kind: 'atom' | 'add' | 'delete'): string[] {
  if (part === null) return [];
  if (part.kind === 'and') return [...part.parts].flatMap((inner) => atoms(inner, kind));
  if ('predicate' in part) return part.kind === kind ? [factText(part)] : [];
  throw new ProblemError(`the domain has a condition or an effect with "${part.kind}"`);
}

/** Requests that state a domain in the same way share a scene. */
function addToScene({ name, actions, words, instances }: Scene, scenes: Map<string, Scene>): string {
  const variants = [...scenes.keys()].filter((key) => key.startsWith(`["${name}",`)).length;
  const scene = memoize(scenes, JSON.stringify([name, actions, words]), () => {
    return { name: variants === 0 ? name : `${name}-${variants + 1}`, actions, words, instances: {} };
  });
  Object.assign(scene.instances, instances);
  return scene.name;
}

async function writeTape(name: TapeName, recordings: readonly Recording[]): Promise<void> {
  const { journal, finish } = await startRecording(name, {
    provenance: {
      ...{ source: 'published', provider: 'unknown', answeredOn: 'unknown', sampling: 'unknown', tokenCounts: 'none' },
      channel: 'LLMs-Planning (PlanBench), as published',
      note: 'Requests as published; the original program may have sent additional messages',
    },
  });
  await finish(() => journal.append(recordings));
}
