/** The colour of an object in pictures of mode `seg_inst`: one of its own. */

/** Red, green and blue, 0 to 255; of depths to 65,535. */
export type Colour = readonly [number, number, number];

/** Odd, so that multiplying by it maps the numbers below 2^24 onto themselves, and neighbours far apart. */
const SPREAD = 10_498_157;

/** Of ids below 2^24 no two have the same. */
export function instanceColour(id: number): Colour {
  const bits = Math.imul(id, SPREAD) & 0xff_ff_ff;
  return [bits >> 16, (bits >> 8) & 0xff, bits & 0xff];
}
