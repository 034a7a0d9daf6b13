/**
 * `tapedeck list editions`: VirtualHome's simulator at different times, each a set of defects.
 *
 * @module
 */
import { DEFECT_NAMES, defectsOf } from '../../envs/household/virtualhome/virtualhome_defects.ts';
import { EDITION_NAMES, EDITIONS } from '../../envs/household/virtualhome/virtualhome_editions.ts';
import type { Row } from './listing.ts';

export function listedEditions(): readonly Row[] {
  return EDITION_NAMES.map((edition) => {
    const defects = defectsOf(edition);
    return { edition, what: EDITIONS[edition], defects: DEFECT_NAMES.filter((name) => defects[name]) };
  });
}
