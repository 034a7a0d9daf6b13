import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { PLACES } from '../../io/places.ts';
import { tapedeck } from '../../testing/run_tapedeck.ts';

async function expectFlags(words: readonly string[]): Promise<void> {
  const { exitCode, out } = await tapedeck(...words.slice(0, words[0] === 'sweep' ? 2 : 1), '--help');
  const unknown = words.filter((word) => word.startsWith('--') && !new RegExp(`${word}\\b`).test(out));
  expect([exitCode, unknown], words.join(' ')).toEqual([0, []]);
}

describe('the Kubernetes manifests', () => {
  const text = readFileSync(`${PLACES.examples}/sweep/kubernetes.yml`, 'utf8');
  const documents = parseAllDocuments(text);
  const objects = documents.map((document) => document.toJS());

  it('are YAML, of four kinds', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(objects.map(({ kind }) => kind)).toEqual(['StatefulSet', 'Service', 'Deployment', 'Job']);
  });

  it('select their own labels, and name one Redis consistently', () => {
    for (const { spec } of objects.filter(({ kind }) => ['StatefulSet', 'Deployment'].includes(kind))) {
      expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
    }
    const [redis, service] = objects;
    expect(service.spec.selector).toEqual(redis.spec.selector.matchLabels);
    expect([service.metadata.name, redis.spec.serviceName]).toEqual(['sweep-redis', 'sweep-redis']);
  });

  it('call existing commands with existing flags', async () => {
    const containers = objects.flatMap(({ spec }) => spec.template?.spec.containers ?? []);
    const commands: string[][] = containers.flatMap(({ command }) => (command === undefined ? [] : [command.slice(2)]));
    expect(commands.map(([name]) => name)).toEqual(['worker', 'sweep']);
    await Promise.all(commands.map(expectFlags));
  });
});

describe('the workflow of shards', () => {
  const workflow = parse(readFileSync(`${PLACES.examples}/ci/shards.yml`, 'utf8'));
  const runs: string[] = [...workflow.jobs.shard.steps, ...workflow.jobs.join.steps].flatMap(({ run = [] }) => run);
  const commands = runs.filter((run) => run.startsWith('npx tapedeck ')).map((run) => run.split(' ').slice(2));

  it('runs all shards and joins all', () => {
    const { shard: shards } = workflow.jobs.shard.strategy.matrix as { shard: number[] };
    const [run, merge] = commands;
    expect(shards).toEqual(Array.from(shards, (_, at) => at + 1));
    expect(run?.join(' ')).toContain(`--shard \${{ matrix.shard }}/${shards.length} `);
    expect(merge?.filter((word) => word.startsWith('shard_'))).toEqual(shards.map((shard) => `shard_${shard}`));
  });

  it('calls existing commands with existing flags', async () => {
    expect(commands).toHaveLength(2);
    await Promise.all(commands.map(expectFlags));
  });
});
