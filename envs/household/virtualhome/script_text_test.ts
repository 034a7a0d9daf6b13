import { describe, expect, it } from 'vitest';
import { readScriptText } from './script_text.ts';

describe('readScriptText()', () => {
  it('reads title, description and steps, with the lines on which these stand', () => {
    const text = 'Watch TV\nI sit down.\nThen I watch.\r\n\n\n[WALK] <sofa> (1.369)\r\n\n [SIT] <sofa> (1.369)';
    expect(readScriptText(text)).toEqual({
      title: 'Watch TV',
      description: 'I sit down.\nThen I watch.',
      steps: [
        { line: 6, text: '[WALK] <sofa> (1.369)' },
        { line: 8, text: '[SIT] <sofa> (1.369)' },
      ],
    });
  });

  it('takes steps alone, a title alone and nothing, and leaves what is no step below for the reader of lines to refuse', () => {
    expect(readScriptText('[STANDUP]').steps).toEqual([{ line: 1, text: '[STANDUP]' }]);
    expect(readScriptText('Sleep')).toEqual({ title: 'Sleep', description: '', steps: [] });
    expect(readScriptText('')).toEqual({ title: '', description: '', steps: [] });
    expect(readScriptText('[STANDUP]\nwalk').steps[1]).toEqual({ line: 2, text: 'walk' });
  });
});
