import { readFileSync } from 'node:fs';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { expect, it } from 'vitest';
import { comparisonJunit } from './comparison_junit.ts';
import { comparisonFixture } from './testing/comparison_fixture.ts';

const SCHEMA = readFileSync(new URL('testing/junit.xsd', import.meta.url), 'utf8');

function validated(xml: string): XmlDocument {
  const document = XmlDocument.fromString(xml);
  XsdValidator.fromDoc(XmlDocument.fromString(SCHEMA)).validate(document);
  return document;
}

it('comparisonJunit() is valid, and fails the cases that the gate fails', async () => {
  const { comparison, verdict } = await comparisonFixture();
  const document = validated(comparisonJunit(comparison, verdict));
  const texts = (path: string) => document.find(path).map((node) => node.content);
  expect(texts('//testcase[failure]/@name')).toEqual(['Success', 'Every episode is on both sides']);
  expect(texts('/testsuites/@failures')).toEqual(['2']);
  expect(texts('//testcase[failure]/failure/@message')[0]).toMatch(/^Success of p in s is worse/);
  expect(document.find('//testcase').length).toBe(Number(texts('/testsuites/@tests')[0]));
  expect(texts('//testcase[@name="Success"]/system-out')[0]).toContain(
    '6 lost to step limit, p in s\n  lost s/house/a/p/1: goal after 8 steps',
  );
  expect(texts('//testcase[@name="Verdict"]/system-out')[0]).toMatch(
    /^Worse: Success of p in s.*\nFailures of p in s: step limit 0 → 6$/,
  );
});

it('comparisonJunit() holds whatever is in a name', async () => {
  const { comparison, verdict } = await comparisonFixture();
  const name = '<p>"&\u0000\uD800\u{1F600}]]>\u202e';
  const rows = comparison.rows.map((row) => ({ ...row, planner: name }));
  const document = validated(comparisonJunit({ ...comparison, rows }, verdict));
  expect(document.find('//testcase/@classname')[1]?.content).toBe('s.p → <p>"&\uFFFD\uFFFD\u{1F600}]]>\\u202e');
});
