/**
 * The answers of a sweep in Redis.
 *
 * @module
 */
import { z } from 'zod';
import { type Address, addressId } from '../../../cassettes/format/address.ts';
import { type Entry, entrySchema } from '../../../cassettes/format/entry.ts';
import { recordingSchema } from '../../../cassettes/format/journal.ts';
import { readLargeJson } from '../../../envs/checked_json.ts';
import type { Cost, Kept } from '../engine/sweep_engine.ts';
import type { SweepRedis } from './redis_connection.ts';
import { answersKey, FORGET, KEEP, KEYS, KNOW } from './sweep_scripts.ts';

export class RedisAnswers {
  readonly #redis: SweepRedis;

  constructor(redis: SweepRedis) {
    this.#redis = redis;
  }

  async know(cell: string, entries: readonly Entry[]): Promise<void> {
    const lines = entries.flatMap((entry) => [addressId(entry), JSON.stringify({ entry })]);
    await this.#redis.eval(KNOW, 3, answersKey(cell), KEYS.holding, KEYS.completed, cell, ...lines);
  }

  async find(cell: string, address: Address): Promise<Entry | null> {
    const line = await this.#redis.hget(answersKey(cell), addressId(address));
    return line === null ? null : entryIn(line);
  }

  async keep({ cell, recording }: Kept, model: string, cost: Cost): Promise<Entry> {
    const { promptTokens, completionTokens, nanoUsd } = cost;
    const keys = [answersKey(cell), KEYS.uncollected, KEYS.holding, KEYS.spent];
    const answer = [cell, addressId(recording.entry), JSON.stringify(recording)];
    const line = await this.#redis.eval(
      KEEP,
      keys.length,
      ...keys,
      ...answer,
      model,
      promptTokens,
      completionTokens,
      nanoUsd,
    );
    return entryIn(String(line));
  }

  async uncollected(max: number): Promise<readonly Kept[]> {
    const members = await this.#redis.srandmember(KEYS.uncollected, max);
    const found = await Promise.all(
      members.map(async (member) => {
        const at = member.indexOf(' ');
        const [cell, address] = [member.slice(0, at), member.slice(at + 1)];
        const line = await this.#redis.hget(answersKey(cell), address);
        return line === null ? [] : [{ cell, recording: readAnswer(line, recordingSchema) }];
      }),
    );
    return found.flat();
  }

  async collected(kept: readonly Kept[]): Promise<void> {
    const members = kept.map(({ cell, recording }) => `${cell} ${addressId(recording.entry)}`);
    if (members.length > 0) await this.#redis.srem(KEYS.uncollected, ...members);
    await this.#redis.eval(FORGET, 3, KEYS.holding, KEYS.uncollected, KEYS.completed, answersKey(''));
  }

  waiting(): Promise<number> {
    return this.#redis.scard(KEYS.uncollected);
  }
}

function entryIn(line: string): Entry {
  return readAnswer(line, z.object({ entry: entrySchema })).entry;
}

/** Anybody who reaches the Redis may have written it. Throws a JsonError. */
function readAnswer<T>(line: string, schema: z.ZodType<T>): T {
  return readLargeJson(line, schema, 'answer in Redis').value;
}
