/**
 * How many script lines a second the server for VirtualHome's client carries out over HTTP, on one core with its client.
 *
 * @module
 */
import { Agent, request } from 'node:http';
import { boundedServer, SERVER_BOUNDS } from '../../../cassettes/endpoint/bounded_server.ts';
import { houseSource } from '../../../envs/virtualhome/server/scene_source.ts';
import { ServedSimulator } from '../../../envs/virtualhome/server/served_simulator.ts';
import { shippedHouse } from '../../../envs/virtualhome/testing/shipped_house.ts';
import { virtualHomeEndpoint } from '../virtualhome_endpoint.ts';

export type VirtualHomeServerBench = {
  /** One line a request, as planners ask. */
  readonly linesPerSecond: number;
  /** Requests that change nothing, beside it. */
  readonly idlePerSecond: number;
  /** Of the lines. */
  readonly carriedOutShare: number;
};

export async function benchVirtualHomeServer({ lines = 4_000 } = {}): Promise<VirtualHomeServerBench> {
  const simulator = new ServedSimulator([houseSource(shippedHouse(1), 0)]);
  const handle = virtualHomeEndpoint({ simulator, bounds: SERVER_BOUNDS });
  const server = await boundedServer(handle, { host: '127.0.0.1', port: 0, bounds: SERVER_BOUNDS });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (body: string) => posted(server.origin, agent, body);
  try {
    await post(JSON.stringify({ id: '1', action: 'add_character', stringParams: ['{}'] }));
    const { nodes } = JSON.parse(simulator.answer('{"id":"1","action":"environment_graph"}').reply.message ?? '');
    const scripts = linesOf(nodes).map((line) =>
      JSON.stringify({ id: '1', action: 'render_script', stringParams: ['{"find_solution":false}', line] }),
    );
    const idle = '{"id":"1","action":"idle"}';
    for (let i = 0; i < 200; i++) await post(scripts[i % scripts.length]!);
    let carriedOut = 0;
    const started = performance.now();
    for (let i = 0; i < lines; i++) {
      if ((await post(scripts[i % scripts.length]!)).includes('"success":true')) carriedOut++;
    }
    const scripted = performance.now();
    for (let i = 0; i < lines; i++) await post(idle);
    const idled = performance.now();
    return {
      linesPerSecond: (1000 * lines) / (scripted - started),
      idlePerSecond: (1000 * lines) / (idled - scripted),
      carriedOutShare: carriedOut / lines,
    };
  } finally {
    agent.destroy();
    await server.close();
  }
}

/** Milk out of the fridge onto the table and back, with the fridge opened and closed. */
function linesOf(nodes: readonly { readonly id: number; readonly class_name: string }[]): string[] {
  const thing = (name: string) => `<${name}> (${nodes.find(({ class_name }) => class_name === name)?.id})`;
  const [milk, fridge, table] = [thing('milk'), thing('fridge'), thing('kitchentable')];
  return [
    `<char0> [walk] ${fridge}`,
    `<char0> [open] ${fridge}`,
    `<char0> [grab] ${milk}`,
    `<char0> [walk] ${table}`,
    `<char0> [putback] ${milk} ${table}`,
    `<char0> [grab] ${milk}`,
    `<char0> [putin] ${milk} ${fridge}`,
    `<char0> [close] ${fridge}`,
  ];
}

function posted(origin: string, agent: Agent, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': Buffer.byteLength(body) };
    const sent = request(origin, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
