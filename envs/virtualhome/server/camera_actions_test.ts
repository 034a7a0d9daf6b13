import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { flat, session } from '../testing/flat.ts';

describe('camera_image', () => {
  const image = (on: ReturnType<typeof flat>, mode: string, camera = 0) =>
    on.post('camera_image', [{ mode, image_width: 40, image_height: 30 }], [camera]);

  it('draws the five modes, depth in millimetres below the camera', () => {
    const on = flat('kitchen');
    const pictures = ['normal', 'seg_class', 'seg_inst', 'depth', 'flow'].map((mode) =>
      decode(Buffer.from(image(on, mode).message_list?.[0] ?? '', 'base64')),
    );
    for (const { width, height, channels } of pictures) expect([width, height, channels]).toEqual([40, 30, 3]);
    const depth = pictures[3]!;
    expect(depth.depth).toBe(16);
    const values = new Set(depth.data);
    expect(values.has(10_000)).toBe(true); // the floor
    expect(Math.min(...values)).toBe(8_900); // the plates
    expect(new Set(pictures[4]?.data)).toEqual(new Set([0]));
  });

  it.each(['surf_normals', 'albedo', 'illumination', 'x-ray'])('refuses mode %s with an empty list', (mode) => {
    expect(image(flat('kitchen'), mode)).toMatchObject({ success: false, message_list: [] });
    expect(image(flat('kitchen'), 'normal', 999)).toMatchObject({ success: false, message_list: [] });
  });

  it('has as many cameras as VirtualHome’s demos use; the last shows everything', () => {
    const on = session();
    expect(on.post('camera_count').value).toBe(60);
    const shown = JSON.parse(on.post('observation', [], [59]).message ?? '');
    expect(shown).toMatchObject({ 14: 'plate', 22: 'mug' });
  });
});
