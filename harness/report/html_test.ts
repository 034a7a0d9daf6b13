import fc from 'fast-check';
import { expect, it } from 'vitest';
import { address, html, makeVisible, scriptValue } from './html.ts';

it('html`` escapes values except its own HTML', () => {
  const inner = html`<b>${'a & b'}</b>`;
  expect(html`<p title="${'"x" \'y\''}">${inner}${'<script>'}${[1, null, html`<i>`]}</p>`.text).toBe(
    '<p title="&quot;x&quot; &#39;y&#39;"><b>a &amp; b</b>&lt;script&gt;1<i></p>',
  );
});

it('html`` lets no external text open a tag or an entity, or end an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = html`${text}`.text;
      expect(shown).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
    }),
  );
});

it.each([
  ['a\tb\nc', 'a\tb\nc'],
  ['\0\x1b[31m', '␀␛[31m'],
  ['a\u202egpj.exe', 'a\\u202egpj.exe'],
  ['zero\u200bwidth\u2028', 'zero\\u200bwidth\\u2028'],
  ['\x85', '\\u0085'],
  ['half \ud800', 'half \ufffd'],
])('makeVisible() shows %j as %j', (text, shown) => {
  expect(makeVisible(text)).toBe(shown);
});

it('scriptValue() writes a value that a script reads unchanged, and in which no tag ends the script', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(new Function(`return ${scriptValue(value)}`)())).toBe(JSON.stringify(value));
    }),
    { examples: [[JSON.parse('{"__proto__":null}')], ['\\\'"\n']] },
  );
  expect(scriptValue('</script><!--\u2028&')).toBe(`JSON.parse('"\\u003c/script\\u003e\\u003c!--\\u2028\\u0026"')`);
});

it('address() escapes special characters of an address, folder by folder', () => {
  expect(address('episodes/a+b=c/%2f#?.x')).toBe('episodes/a%2Bb%3Dc/%252f%23%3F.x');
});
