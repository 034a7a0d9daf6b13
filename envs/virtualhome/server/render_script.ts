import { z } from 'zod';
import { ScriptLineError } from '../../household/virtualhome/scripts/script_line.ts';
import { quoted } from '../../quoted.ts';
import { type Asked, failed, type Said, settings } from '../wire.ts';
import type { Camera } from './camera.ts';
import { type Cameras, pictureMode } from './camera_actions.ts';
import type { PictureFormat } from './picture.ts';
import { readScript, ScriptError } from './script.ts';
import type { ScriptProblems, ServedScene } from './served_scene.ts';

/** Defaults are the simulator's; its Python client always sends every field. */
const configSchema = z.object({
  find_solution: z.boolean().default(true),
  skip_execution: z.boolean().default(false),
  recording: z.boolean().default(false),
  file_name_prefix: z.string().default('script'),
  image_synthesis: z.array(z.string()).max(10).default([]),
  camera_mode: z.array(z.string()).max(10).default([]),
  image_width: z.int().min(1).max(4096).default(640),
  image_height: z.int().min(1).max(4096).default(480),
});

export type PictureKeeper = (file: string, png: Uint8Array) => void;

const NOBODY = 'No character added yet!';
const LINES_MAX = 10_000;
/** A picture takes milliseconds, and requests are answered one by one. */
const PICTURES_MAX = 200;

export function renderScript(
  asked: Asked,
  { scene, cameras }: { readonly scene: ServedScene; readonly cameras: Cameras },
  keep: PictureKeeper | null,
): Said {
  if (scene.characters === 0) return failed(NOBODY);
  const config = settings(asked, configSchema);
  const [, ...lines] = asked.strings;
  if (lines.length > LINES_MAX) return failed(`Error parsing script: it has more than ${LINES_MAX} lines`);
  const everyone = [...Array(scene.characters).keys()];
  const notRecorded = (why: string) =>
    agentReports(new Map(everyone.map((agent) => [agent, `Recorder ${agent}: ${why}\n`])), scene);
  const shots = config.recording ? shotsOf(config, cameras, everyone) : [];
  if (typeof shots === 'string') return notRecorded(shots);
  if (config.recording && keep === null) {
    return notRecorded('this server keeps no pictures; start it with --pictures FOLDER');
  }
  if (lines.length * shots.length > PICTURES_MAX) {
    return notRecorded(`at most ${PICTURES_MAX} pictures are taken at a time`);
  }
  return orParseError(() => {
    const script = { lines: readScript(lines), findSolution: config.find_solution };
    // As in the original, which then reports false successes.
    if (config.skip_execution) return agentReports(new Map(), scene);
    const folder = /^[\w-]{1,100}$/.exec(config.file_name_prefix)?.[0] ?? 'script';
    const takePictures = () => {
      const number = String(cameras.nextFrame()).padStart(4, '0');
      for (const { camera, agent, at, format } of shots) {
        keep?.(`${folder}/${agent}/Action_${number}_${at}_${format.mode}.png`, cameras.shot(camera, format));
      }
    };
    const problems = scene.run(script, shots.length === 0 ? undefined : takePictures);
    return agentReports(failureReports(problems), scene);
  });
}

/** Numbers are ids, or count things of a class with `find_solution`. */
export function checkScript({ strings }: Asked, scene: ServedScene): Said {
  if (scene.characters === 0) return failed(NOBODY);
  if (strings.length > LINES_MAX) return failed(`Error parsing script: it has more than ${LINES_MAX} lines`);
  return orParseError(() => {
    const problems = scene.check({ lines: readScript(strings), findSolution: true });
    return agentReports(failureReports(problems), scene);
  });
}

function orParseError(say: () => Said): Said {
  try {
    return say();
  } catch (error) {
    if (error instanceof ScriptError || error instanceof ScriptLineError) {
      return failed(`Error parsing script: ${error.message}`);
    }
    throw error;
  }
}

type Shot = { readonly camera: Camera; readonly agent: number; readonly at: number; readonly format: PictureFormat };

function shotsOf(config: z.infer<typeof configSchema>, cameras: Cameras, everyone: readonly number[]): Shot[] | string {
  const { image_width: width, image_height: height } = config;
  const shots: Shot[] = [];
  for (const [at, name] of config.camera_mode.entries()) {
    for (const agent of everyone) {
      const camera = cameras.called(name, agent);
      if (camera === null) return `there is no camera ${quoted(name)}`;
      for (const word of config.image_synthesis) {
        const mode = pictureMode(word);
        if (mode === null) return `no pictures of mode ${quoted(word)} are taken here`;
        shots.push({ camera, agent, at, format: { mode, width, height } });
      }
    }
  }
  return shots;
}

function failureReports(problems: ScriptProblems): ScriptProblems {
  const words = (agent: number, problem: string) =>
    `ScriptExcutor ${agent}: ${problem}\nEXECUTION_GENERAL: Script is impossible to execute\n\n`;
  return new Map(Array.from(problems, ([agent, problem]) => [agent, words(agent, problem)]));
}

function agentReports(problems: ScriptProblems, { characters }: ServedScene): Said {
  const parts = Array.from({ length: characters }, (_, agent) => [
    agent,
    { message: problems.get(agent) ?? 'Success' },
  ]);
  return { success: problems.size === 0, message: JSON.stringify(Object.fromEntries(parts)) };
}
