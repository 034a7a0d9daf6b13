/**
 * `tapedeck list defects`: what can be taken out of VirtualHome's simulator, and put in.
 *
 * @module
 */
import { DEFECT_NAMES, DEFECTS } from '../../envs/household/virtualhome/virtualhome_defects.ts';
import type { Row } from './listing.ts';

export function listedDefects(): readonly Row[] {
  return DEFECT_NAMES.map((defect) => ({ defect, editions: DEFECTS[defect].of, what: DEFECTS[defect].original }));
}
