/**
 * Physics by MuJoCo 3.14, compiled to WebAssembly by its makers.
 *
 * Nothing is loaded before it is asked for. Loading reads `mujoco.wasm` (10 MB) beside the package's own module and takes
 * some 0.3 s; it needs leave to read files, and no network.
 */
import type { Physics } from './physics.ts';
import { settle } from './settle.ts';

/** Loads the simulator. */
export async function mujocoPhysics(): Promise<Physics> {
  const { default: loadMujoco } = await import('@mujoco/mujoco');
  // MuJoCo prints its warnings; standard output is not its to write on.
  const mujoco = await loadMujoco({ print: () => {}, printErr: () => {} });
  return { settle: async (blocks) => settle(mujoco, blocks) };
}
