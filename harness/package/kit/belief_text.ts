/**
 * A belief in a line.
 *
 * @module
 */
import { listed } from './listed.ts';

/** `mug1: in_hand, near; fridge1: closed`; as JSON where it is in a form of its own. */
export function beliefText(belief: unknown): string {
  if (typeof belief !== 'object' || belief === null || !('keyObjects' in belief))
    return JSON.stringify(belief) ?? 'nothing';
  const { keyObjects } = belief as { readonly keyObjects: readonly { name: string; attributes: readonly string[] }[] };
  if (!Array.isArray(keyObjects)) return JSON.stringify(belief);
  return listed(
    keyObjects.map(({ name, attributes }) => `${name}: ${attributes.join(', ')}`),
    '; ',
  );
}
