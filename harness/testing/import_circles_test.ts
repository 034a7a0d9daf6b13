import { describe, expect, it } from 'vitest';
import { grouped, importCircles } from './import_circles.ts';

function graphOf(text: string): Map<string, Set<string>> {
  return new Map(text.split(', ').map((line) => [line.split(': ')[0] ?? '', new Set(line.split(': ')[1]?.split(' '))]));
}

describe('importCircles()', () => {
  it('finds circles of any length, each once, and none where imports go one way by several ways', () => {
    expect(importCircles(graphOf('a: b, b: c, c: a d, d: e, e: d f, f'))).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
    expect(importCircles(graphOf('a: b c, b: d, c: d, d'))).toEqual([]);
  });
});

describe('grouped()', () => {
  it('shows a circle of folders that no file is part of', () => {
    const graph = graphOf('x/1: y/1, y/1, y/2: x/2, x/2: x/1');
    expect(importCircles(graph)).toEqual([]);
    expect(importCircles(grouped(graph, (file) => file.slice(0, 1)))).toEqual([['x', 'y']]);
  });
});
