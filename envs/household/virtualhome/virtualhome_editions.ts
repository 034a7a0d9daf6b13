/** Editions of VirtualHome's simulator: which of its defects (`virtualhome_defects.ts`) each has. */

export const EDITIONS = {
  'v2.3': 'the simulator as it stands (58970fd), which the golden traces come from',
  'released-programs':
    'the simulator of 2018, which the final graphs of the released programs come from: FIND walks, posture is current, PUTOFF works, what is held can be grabbed, and WALK comes close to other things; what no program decides is as in v2.3',
  eai: 'the simulator of Embodied Agent Interface: v2.3 in which FIND, posture and PUTOFF are mended, and WATCH refuses what is hidden',
} as const;

export type EditionName = keyof typeof EDITIONS;

export const EDITION_NAMES = Object.keys(EDITIONS) as readonly EditionName[];
