/**
 * `tapedeck list quirks`: what Embodied Agent Interface's evaluators do that changes figures, and what stands in its place strictly.
 *
 * @module
 */
import { QUIRK_NAMES, QUIRKS } from '../eai/scoring/quirks.ts';
import type { Row } from './listing.ts';

export function listedQuirks(): readonly Row[] {
  return QUIRK_NAMES.map((quirk) => ({ quirk, ...QUIRKS[quirk] }));
}
