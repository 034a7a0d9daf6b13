import type { Task } from '../env.ts';
import type { Goal } from '../household/goals/goal.ts';
import { householdOptionsSchema } from '../household/household_options.ts';
import { isNoisy } from '../household/noise_model.ts';
import type { House } from '../household/scene/house.ts';
import type { HouseholdTask } from '../household/tasks.ts';
import { household } from '../household/world.ts';
import { SimulatorError } from '../simulator_error.ts';
import type { LiveWorld } from '../world.ts';
import { clientOf, virtualHomeSimulator } from './client.ts';
import { LiveHouseholdEnv } from './live_env.ts';

export const virtualhome: LiveWorld<House, HouseholdTask> = {
  name: 'virtualhome',
  of: household.name,
  url: 'http://127.0.0.1:8080',
  connect: virtualHomeSimulator,
  bind(house, taskInFile, given) {
    const options = householdOptionsSchema.parse(given);
    if (isNoisy(options.noise)) {
      throw new SimulatorError('Only the symbolic household has noise; omit option "noise"');
    }
    const { task } = household.bind(house, taskInFile, given);
    const setting = { house, task: task as Task<Goal>, options };
    return { task, newEnv: (_, simulator) => new LiveHouseholdEnv({ ...setting, client: clientOf(simulator) }) };
  },
};
