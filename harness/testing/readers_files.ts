import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { smallGraphText } from '../../envs/household/virtualhome/testing/small_graph.ts';
import * as eai from '../interop/eai/testing/sample_checkout.ts';
import * as planbench from '../interop/planbench/testing/sample_checkout.ts';

export function bringFiles(folder: string): void {
  const made = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
  made('TestScene1_graph.json.gz', gzipSync(smallGraphText('kitchen: fridge CAN_OPEN CLOSED, character')));
  made('more_walks.jsonl.gz', gzipSync('{"steps": ["[WALK] <fridge> (2)"]}\n'));
  eai.writeSampleCheckout(join(folder, 'embodied-agent-interface'));
  made('my_model_plans.json', eai.sampleAnswers('{"WALK": ["lamp"]}'));
  made('my_model_goals.json', eai.sampleAnswers('{}'));
  made('my_model_subgoals.json', eai.sampleAnswers('{}', {}, ['1_1', '2_1', '3_1', '5_1']));
  made('my_model_actions.json', eai.sampleAnswers('', {}, ['1_1']));
  const answers = [{ answer: `[PLAN]\n${planbench.RIGHT.join('\n')}\n[PLAN END]` }];
  planbench.writeSampleCheckout(join(folder, 'LLMs-Planning'), { 'gpt-4-turbo_chat/task_1_plan_generation': answers });
}
