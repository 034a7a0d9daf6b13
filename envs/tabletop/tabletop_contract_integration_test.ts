import { tabletopContract } from './testing/tabletop_contract.ts';

tabletopContract('with the real arm,', () => ({}), 5);
tabletopContract('with MuJoCo,', () => ({ motion: 'none', placementSdM: 0.012, physics: 'mujoco' }), 3);
