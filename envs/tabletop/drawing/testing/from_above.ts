import type { Camera } from '../paint_order.ts';

export const FROM_ABOVE: Camera = { right: [0, 1, 0], up: [-1, 0, 0], towards: [0, 0, 1] };
