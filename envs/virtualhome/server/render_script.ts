/**
 * `render_script`: carries out a script, with a picture after each line where they are wanted.
 *
 * @module
 */
import { z } from 'zod';
import { ScriptLineError } from '../../household/virtualhome/script_line.ts';
import { quoted } from '../../quoted.ts';
import type { Camera } from './camera.ts';
import { type Cameras, pictureMode } from './camera_actions.ts';
import type { PictureFormat } from './picture.ts';
import { type Asked, failed, type Said, settings } from './said.ts';
import { readScript, ScriptError } from './script.ts';
import type { ServedScene } from './served_scene.ts';

/** What is left out is as in the simulator, not as in its Python client, which always says all of it. */
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

/** Takes pictures by names such as `script/0/Action_0000_0_normal.png`. */
export type PictureKeeper = (file: string, png: Uint8Array) => void;

const LINES_MAX = 10_000;
/** A picture takes milliseconds; a request is answered before the next is. */
const PICTURES_MAX = 200;

export function renderScript(
  asked: Asked,
  { scene, cameras }: { readonly scene: ServedScene; readonly cameras: Cameras },
  keep: PictureKeeper | null,
): Said {
  if (!scene.hasCharacter) return failed('No character added yet!');
  const config = settings(asked, configSchema);
  const [, ...lines] = asked.strings;
  if (lines.length > LINES_MAX) return failed(`Error parsing script: it has more than ${LINES_MAX} lines`);
  const shots = config.recording ? shotsOf(config, cameras) : [];
  if (typeof shots === 'string') return agentSaid(`Recorder 0: ${shots}\n`);
  if (config.recording && keep === null) {
    return agentSaid('Recorder 0: this server keeps no pictures; start it with --pictures FOLDER\n');
  }
  if (lines.length * shots.length > PICTURES_MAX) {
    return agentSaid(`Recorder 0: at most ${PICTURES_MAX} pictures are taken at a time\n`);
  }
  try {
    const script = readScript(lines);
    // As in the original, which then reports successes that are none.
    if (config.skip_execution) return agentSaid(null);
    const folder = `${/^[\w-]{1,100}$/.exec(config.file_name_prefix)?.[0] ?? 'script'}/0`;
    const problem = scene.run(script, { findSolution: config.find_solution }, () => {
      if (shots.length === 0) return;
      const number = String(cameras.nextFrame()).padStart(4, '0');
      for (const { camera, at, format } of shots) {
        keep?.(`${folder}/Action_${number}_${at}_${format.mode}.png`, cameras.shot(camera, format));
      }
    });
    if (problem === null) return agentSaid(null);
    return agentSaid(`ScriptExcutor 0: ${problem}\nEXECUTION_GENERAL: Script is impossible to execute\n\n`);
  } catch (error) {
    if (error instanceof ScriptError || error instanceof ScriptLineError) {
      return failed(`Error parsing script: ${error.message}`);
    }
    throw error;
  }
}

type Shot = { readonly camera: Camera; readonly at: number; readonly format: PictureFormat };

/** By each camera in each mode; or why that is not possible. */
function shotsOf(config: z.infer<typeof configSchema>, cameras: Cameras): Shot[] | string {
  const { image_width: width, image_height: height } = config;
  const shots: Shot[] = [];
  for (const [at, name] of config.camera_mode.entries()) {
    const camera = cameras.called(name);
    if (camera === null) return `there is no camera ${quoted(name)}`;
    for (const word of config.image_synthesis) {
      const mode = pictureMode(word);
      if (mode === null) return `no pictures of mode ${quoted(word)} are taken here`;
      shots.push({ camera, at, format: { mode, width, height } });
    }
  }
  return shots;
}

/** What became of the first character's part; null for all that was asked. */
function agentSaid(problem: string | null): Said {
  return { success: problem === null, message: JSON.stringify({ 0: { message: problem ?? 'Success' } }) };
}
