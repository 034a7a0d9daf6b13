import { expect, it } from 'vitest';
import { xmlFault } from './well_formed.ts';

it.each(['<a/>', '<a b="c"><d>e &amp; f</d></a>\n', '<a b=""/>'])('xmlFault() finds none in %s', (xml) => {
  expect(xmlFault(xml)).toBe(null);
});

it.each([
  ...['', 'a', '<a>', '<a></b>', '<a/><b/>', '<a b="1" b="2"/>', '<a b=c/>', '<a b="<"/>', '<a>&</a>'],
  ...['<a>&nbsp;</a>', '<a>\u0000</a>', '<a>\ud800</a>', '<a> > </a>', '<a/>b', '<!-- --><a/>'],
])('xmlFault() finds one in %j', (xml) => {
  expect(xmlFault(xml)).not.toBe(null);
});
