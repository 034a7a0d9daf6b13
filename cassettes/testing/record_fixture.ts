/**
 * A process of its own that records ten prompts in one episode, to be killed on the way.
 *
 *     node record_fixture.ts TAPES_DIR BASE_URL
 */
import { openCassette } from '../cassette/cassette.ts';
import { openaiClient } from '../client/openai_client.ts';
import { ANSWERING, tapeIn } from './tape_fixture.ts';

const [tapesDir = '', baseUrl = ''] = process.argv.slice(2);
const client = openaiClient({ baseUrl, apiKey: 'x', nowMs: () => 0, sleep: async () => {}, attemptsMax: 1 });
const cassette = await openCassette({ ...tapeIn(tapesDir), mode: 'record', client, provenance: ANSWERING });
const llm = cassette.episode({ task: 'house_1/make_toast', trial: 1, planner: 'test' });
for (let number = 1; number <= 10; number += 1) {
  await llm.chat([{ role: 'user', content: `prompt ${number}` }], { purpose: 'test', temperature: 0 });
}
await cassette.finish();
