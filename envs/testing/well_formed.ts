/** XML of drawings: no declarations, comments, processing instructions or CDATA. */

const TAG = /<(\/?)([A-Za-z][\w-]*)((?: [A-Za-z][\w-]*="[^"<]*")*)(\/?)>/y;
const ENTITY = /&(?:amp|lt|gt|quot|apos);/g;

/** The first fault, or null. */
export function xmlFault(xml: string): string | null {
  if (!xml.isWellFormed()) return 'a lone surrogate';
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(xml)) return 'a character that XML forbids';
  if (xml.replace(ENTITY, '').includes('&')) return 'a bare ampersand';
  const open: string[] = [];
  let roots = 0;
  let at = 0;
  while (at < xml.length) {
    const next = xml.indexOf('<', at);
    const between = xml.slice(at, next < 0 ? xml.length : next);
    if (open.length === 0 && between.trim() !== '') return `text outside the root: ${between.slice(0, 40)}`;
    if (between.includes('>')) return `a bare ">" in ${between.slice(0, 40)}`;
    if (next < 0) break;
    TAG.lastIndex = next;
    const tag = TAG.exec(xml);
    if (tag === null) return `no tag at ${xml.slice(next, next + 60)}`;
    const [whole, closing, name = '', attributes = '', empty] = tag;
    const names = [...attributes.matchAll(/ ([\w-]+)=/g)].map((match) => match[1]);
    if (new Set(names).size < names.length) return `an attribute twice in ${whole}`;
    if (closing === '/') {
      if (open.pop() !== name || attributes !== '' || empty === '/') return `a wrong end ${whole}`;
    } else {
      if (open.length === 0) roots++;
      if (empty !== '/') open.push(name);
    }
    at = next + whole.length;
  }
  return open.length > 0 || roots !== 1 ? `${roots} roots, ${open.length} left open` : null;
}
