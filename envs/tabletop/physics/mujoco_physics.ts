/** 10 MB of WebAssembly, loaded on demand. */
import type { MainModule } from '@mujoco/mujoco';
import { BLOCK_SIZE, micrometres, type Vector } from '../table/table.ts';

/** Beech, in kg/m³. */
const DENSITY = 700;
/** Sliding, twisting, rolling. Wood on wood has 0.4 to 0.6; our cubes are painted. */
const FRICTION = '0.8 0.005 0.0001';
/** A tower of seven sinks by 0.02 mm, with MuJoCo's default by 2.3 mm. */
const CONTACT = 'solref="0.004 1" solimp="0.99 0.999 0.0001"';
/** Twice the step topples one in 200 stable stacks. */
const STEP_S = 0.001;
/** Falls take one second. */
const STEPS_MAX = 2000;
const REST_SPEED = 0.002;
const REST_STEPS = 50;

const QUATERNION = 3;
const STRIDE = 7;

const MOVE_MAX = 0.005;
/** cos(5° / 2) */
const W_MIN = 0.9990482215818578;

function settle(mujoco: MainModule, blocks: readonly StandingBlock[]): readonly SettledBlock[] {
  if (blocks.length === 0) return [];
  const model = mujoco.MjModel.from_xml_string(modelOf(blocks.map(({ centre }) => centre)));
  try {
    const state = new mujoco.MjData(model);
    try {
      let restSteps = 0;
      for (let step = 0; step < STEPS_MAX && restSteps < REST_STEPS; step++) {
        mujoco.mj_step(model, state);
        const velocities: Float64Array = state.qvel;
        restSteps = velocities.every((speed) => Math.abs(speed) < REST_SPEED) ? restSteps + 1 : 0;
      }
      const positions: Float64Array = state.qpos;
      return blocks.map((block, index) => compare(block, positions.subarray(index * STRIDE, (index + 1) * STRIDE)));
    } finally {
      state.delete();
    }
  } finally {
    model.delete();
  }
}

function modelOf(centres: readonly Vector[]): string {
  const half = BLOCK_SIZE / 2;
  const bodies = centres.map(
    (centre) =>
      `<body pos="${centre.join(' ')}"><freejoint/><geom type="box" size="${half} ${half} ${half}" density="${DENSITY}"/></body>`,
  );
  return [
    '<mujoco>',
    `<option timestep="${STEP_S}" integrator="implicitfast" cone="elliptic" iterations="300" tolerance="1e-12"/>`,
    `<default><geom friction="${FRICTION}" ${CONTACT}/></default>`,
    `<worldbody><geom type="plane" size="2 2 0.1"/>${bodies.join('')}</worldbody>`,
    '</mujoco>',
  ].join('');
}

function compare({ name, centre }: StandingBlock, position: Float64Array): SettledBlock {
  const [x, y, z] = position as unknown as [number, number, number];
  const w = position[QUATERNION]!;
  if (!Number.isFinite(x + y + z + w))
    throw new Error(`Cannot settle block ${JSON.stringify(name)}: its pose is not finite`);
  const distance = Math.hypot(x - centre[0], y - centre[1], z - centre[2]);
  const fell = distance > MOVE_MAX || Math.abs(w) < W_MIN;
  return { name, centre: [micrometres(x), micrometres(y), micrometres(z)], fell };
}

export async function mujocoPhysics(): Promise<Physics> {
  const { default: loadMujoco } = await import('@mujoco/mujoco');
  const mujoco = await loadMujoco({ print: () => {}, printErr: () => {} });
  return { settle: async (blocks) => settle(mujoco, blocks) };
}

export type StandingBlock = Readonly<{ name: string; centre: Vector }>;

type SettledBlock = StandingBlock & {
  /** Moved by more than 5 mm or turned by more than 5°. */
  fell: boolean;
};

export interface Physics {
  settle(blocks: readonly StandingBlock[]): Promise<readonly SettledBlock[]>;
}
