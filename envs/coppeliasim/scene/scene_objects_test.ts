import { describe, expect, it } from 'vitest';
import { shift, turn } from './pose.ts';
import { SceneObjects, WORLD } from './scene_objects.ts';

function family() {
  const objects = new SceneObjects(1);
  const dummy = (alias: string, parent: number, x = 0) =>
    objects.add({ kind: 'dummy', alias, parent, local: shift(x, 0, 0) }).handle;
  const root = dummy('base', WORLD, 1);
  const child = dummy('child', root, 1);
  const other = dummy('child', child, 1);
  return { objects, root, child, other };
}

describe('SceneObjects', () => {
  it('find() matches names at any depth, by number, from the root or from an object', () => {
    const { objects, root, child, other } = family();
    expect(objects.find('/base')).toBe(root);
    expect(objects.find('/child')).toBe(child);
    expect(objects.find('/base/child', { index: 1 })).toBe(other);
    expect(objects.find('/base/child[1]')).toBe(other);
    expect(objects.find('./child', { proxy: child })).toBe(other);
    for (const path of ['', '/', '/nothing', '/child/base', '/child[9]', '__proto__', '/base//child']) {
      expect(objects.find(path)).toBe(null);
    }
    for (const { handle } of objects.all()) expect(objects.find(objects.pathOf(handle))).toBe(handle);
  });

  it('worldPose() follows parents and the angles of joints', () => {
    const { objects, other } = family();
    expect(objects.worldPose(other).slice(0, 3)).toEqual([3, 0, 0]);
    const joint = objects.add({ kind: 'joint', alias: 'joint', local: shift(0, 0, 1), angle: Math.PI / 2 });
    objects.setParent(other, joint.handle, false);
    const place = [0, 1, 1].map((length) => expect.closeTo(length, 9));
    expect(objects.worldPose(other).slice(0, 3)).toEqual(place);
  });

  it('setParent() keeps the world pose on request, and refuses cycles', () => {
    const { objects, root, other } = family();
    const joint = objects.add({ kind: 'joint', alias: 'joint', local: turn(0, 1), angle: 1 });
    const before = objects.worldPose(other);
    objects.setParent(other, joint.handle, true);
    expect(objects.worldPose(other)).toEqual(before.map((value) => expect.closeTo(value, 12)));
    expect(() => objects.setParent(root, root, true)).toThrow('own ancestor');
  });

  it('remove() keeps the world poses of children', () => {
    const { objects, child, other } = family();
    objects.remove(child);
    expect(objects.worldPose(other).slice(0, 3)).toEqual([3, 0, 0]);
    expect(() => objects.get(child)).toThrow('does not exist');
  });
});
