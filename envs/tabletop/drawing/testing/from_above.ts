import type { Camera } from '../paint_order.ts';

/** From above, with the robot at the upper edge. */
export const FROM_ABOVE: Camera = { right: [0, 1, 0], up: [-1, 0, 0], towards: [0, 0, 1] };
