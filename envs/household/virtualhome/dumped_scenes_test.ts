import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dumpedScenes } from './dumped_scenes.ts';
import { dumpedDocument, scenesWithCare } from './testing/dumped_document.ts';
import { smallGraphText } from './testing/small_graph.ts';

const KITCHEN = smallGraphText(
  'kitchen: fridge CAN_OPEN CLOSED, milk GRABBABLE, character',
  'milk INSIDE fridge, milk INSIDE fridge, character CLOSE fridge',
);
const LATER = smallGraphText('kitchen: fridge CAN_OPEN OPEN, milk GRABBABLE, character', 'character HOLDS_RH milk');
const DOCUMENT = dumpedDocument(KITCHEN, LATER);

function read(document: string) {
  return dumpedScenes(Buffer.from(document));
}

describe('dumpedScenes()', () => {
  it('reads what json.dump has written as the readers with places do', () => {
    expect(read(DOCUMENT)).toEqual(scenesWithCare(DOCUMENT));
    expect(read(DOCUMENT)?.start.edges).toHaveLength(5);
  });

  it('reads graphs without edges, and names that are not ASCII', () => {
    const document = dumpedDocument(
      '{"nodes": [{"id": 0, "class_name": "character"}, {"id": 7, "class_name": "café"}], "edges": []}',
      LATER,
    );
    expect(read(document)).toEqual(scenesWithCare(document));
    expect(read(document)?.start.nodes[1]?.className).toBe('café');
  });

  it.each([
    ['is written with other blanks', DOCUMENT.replace('{"init_graph"', '{ "init_graph"')],
    ['has another key', DOCUMENT.replace('{"init_graph"', '{"x": 1, "init_graph"')],
    ['has an edge with another key', DOCUMENT.replace('{"from_id"', '{"x": 1, "from_id"')],
    ['has a relation in lower case', DOCUMENT.replace('"CLOSE", "to_id"', '"Close", "to_id"')],
    ['has an edge from nowhere', DOCUMENT.replace('{"from_id": 2,', '{"from_id": 99,')],
    ['has an edge to nowhere', DOCUMENT.replace('"to_id": 1}', '"to_id": 99}')],
    ['has a number that JSON has not', DOCUMENT.replace('{"from_id": 2,', '{"from_id": 02,')],
    ['has an id twice', DOCUMENT.replace('{"id": 3,', '{"id": 2,')],
    ['has an unknown state', DOCUMENT.replace('"CLOSED"', '"AJAR"')],
    ['has no character', DOCUMENT.replaceAll('"character"', '"charakter"')],
    ['goes on behind its end', `${DOCUMENT}\n`],
    ['ends too soon', DOCUMENT.slice(0, -1)],
    ['is nothing', ''],
  ])('leaves a document to them that %s', (_, document) => {
    expect(document).not.toBe(DOCUMENT);
    expect(read(document)).toBeNull();
  });

  it('agrees with them, whatever byte is another', () => {
    let usable = 0;
    const place = fc.nat({ max: DOCUMENT.length - 1 });
    const property = fc.property(place, fc.constantFrom(...' ",:[]{}0129aEN\\\n'), (at, character) => {
      const document = DOCUMENT.slice(0, at) + character + DOCUMENT.slice(at + 1);
      const scenes = read(document);
      if (scenes === null) return;
      usable++;
      expect(scenes).toEqual(scenesWithCare(document));
    });
    fc.assert(property, { numRuns: 2_000 });
    expect(usable).toBeGreaterThan(20);
  });
});
