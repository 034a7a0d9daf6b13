import { z } from 'zod';
import { ScriptLineError } from '../../household/virtualhome/scripts/script_line.ts';
import { quoted } from '../../quoted.ts';
import { type Args, failure, type Outcome, readSettings } from '../client.ts';
import type { Camera } from './camera.ts';
import { type Cameras, pictureMode } from './camera_actions.ts';
import type { PictureFormat } from './picture.ts';
import { readScript, ScriptError } from './script.ts';
import type { ScriptProblems, ServedScene } from './served_scene.ts';

/** Unity's defaults. */
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

const NO_CHARACTER = 'No character added yet!';
const LINES_MAX = 10_000;
const PICTURES_MAX = 200;

export function renderScript(
  args: Args,
  { scene, cameras }: { scene: ServedScene; cameras: Cameras },
  keep: PictureKeeper | null,
): Outcome {
  if (scene.characters === 0) return failure(NO_CHARACTER);
  const config = readSettings(args, configSchema);
  const [, ...lines] = args.strings;
  if (lines.length > LINES_MAX) return failure(`Error parsing script: it has more than ${LINES_MAX} lines`);
  const agents = [...Array(scene.characters).keys()];
  const refuseRecording = (reason: string) =>
    agentReports(new Map(agents.map((agent) => [agent, `Recorder ${agent}: ${reason}\n`])), scene);
  const shots = config.recording ? shotsOf(config, cameras, agents) : [];
  if (typeof shots === 'string') return refuseRecording(shots);
  if (config.recording && keep === null) {
    return refuseRecording('this server keeps no pictures; start it with --pictures FOLDER');
  }
  if (lines.length * shots.length > PICTURES_MAX) {
    return refuseRecording(`a script may take at most ${PICTURES_MAX} pictures`);
  }
  return orParseError(() => {
    const script = { lines: readScript(lines), findSolution: config.find_solution };
    if (config.skip_execution) return agentReports(new Map(), scene);
    const folder = /^[\w-]{1,100}$/.exec(config.file_name_prefix)?.[0] ?? 'script';
    const takePictures = () => {
      const number = String(cameras.nextFrame()).padStart(4, '0');
      for (const { camera, agent, at, format } of shots) {
        keep?.(`${folder}/${agent}/Action_${number}_${at}_${format.mode}.png`, cameras.draw(camera, format));
      }
    };
    const problems = scene.run(script, shots.length === 0 ? undefined : takePictures);
    return scriptReports(problems, scene);
  });
}

export function checkScript({ strings }: Args, scene: ServedScene): Outcome {
  if (scene.characters === 0) return failure(NO_CHARACTER);
  if (strings.length > LINES_MAX) return failure(`Error parsing script: it has more than ${LINES_MAX} lines`);
  return orParseError(() => scriptReports(scene.check({ lines: readScript(strings), findSolution: true }), scene));
}

function orParseError(act: () => Outcome): Outcome {
  try {
    return act();
  } catch (error) {
    if (error instanceof ScriptError || error instanceof ScriptLineError) {
      return failure(`Error parsing script: ${error.message}`);
    }
    throw error;
  }
}

type Shot = Readonly<{ camera: Camera; agent: number; at: number; format: PictureFormat }>;

function shotsOf(config: z.infer<typeof configSchema>, cameras: Cameras, agents: readonly number[]): Shot[] | string {
  const { image_width: width, image_height: height } = config;
  const shots: Shot[] = [];
  for (const [at, name] of config.camera_mode.entries()) {
    for (const agent of agents) {
      const camera = cameras.find(name, agent);
      if (camera === null) return `there is no camera ${quoted(name)}`;
      for (const word of config.image_synthesis) {
        const mode = pictureMode(word);
        if (mode === null) return `there is no camera mode ${quoted(word)}`;
        shots.push({ camera, agent, at, format: { mode, width, height } });
      }
    }
  }
  return shots;
}

function scriptReports(problems: ScriptProblems, scene: ServedScene): Outcome {
  const report = (agent: number, problem: string) =>
    `ScriptExcutor ${agent}: ${problem}\nEXECUTION_GENERAL: Script is impossible to execute\n\n`;
  return agentReports(new Map(Array.from(problems, ([agent, problem]) => [agent, report(agent, problem)])), scene);
}

function agentReports(reports: ScriptProblems, { characters }: ServedScene): Outcome {
  const messages = Array.from({ length: characters }, (_, agent) => ({ message: reports.get(agent) ?? 'Success' }));
  return { success: reports.size === 0, message: JSON.stringify({ ...messages }) };
}
