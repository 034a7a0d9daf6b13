/** The contract of Env for the tabletop with the real arm, and with MuJoCo. */
import { tabletopContract } from './testing/tabletop_contract.ts';

tabletopContract('with the real arm,', () => ({}), 5);
tabletopContract('with MuJoCo,', () => ({ motion: 'none', placementSdM: 0.012, physics: 'mujoco' }), 3);
