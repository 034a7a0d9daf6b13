import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { boundedServer, SERVER_BOUNDS } from '../../../../cassettes/endpoint/bounded_server.ts';
import { servedSimulator } from '../../../../envs/virtualhome/testing/served_client.ts';
import { virtualHomeEndpoint } from '../serve_virtualhome.ts';

/** On one core with the client, a bare socket, since Node's own client takes longer than the server. */
export async function benchVirtualHomeServer({ lines = 4_000 } = {}) {
  const simulator = servedSimulator([1]);
  const handle = virtualHomeEndpoint({ simulator, bounds: SERVER_BOUNDS });
  const server = await boundedServer(handle, { host: '127.0.0.1', port: 0, bounds: SERVER_BOUNDS });
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  await once(socket, 'connect');
  const post = (body: string) => posted(socket, body);
  try {
    await post(JSON.stringify({ id: '1', action: 'add_character', stringParams: ['{}'] }));
    const { nodes } = JSON.parse(simulator.answer('{"id":"1","action":"environment_graph"}').reply.message ?? '');
    const scripts = linesOf(nodes).map((line) =>
      JSON.stringify({ id: '1', action: 'render_script', stringParams: ['{"find_solution":false}', line] }),
    );
    const idle = '{"id":"1","action":"idle"}';
    for (let i = 0; i < 200; i++) await post(scripts[i % scripts.length]!);
    let carriedOut = 0;
    const before = process.cpuUsage();
    const started = performance.now();
    for (let i = 0; i < lines; i++) {
      if ((await post(scripts[i % scripts.length]!)).includes('"success":true')) carriedOut++;
    }
    const scripted = performance.now();
    const { user, system } = process.cpuUsage(before);
    for (let i = 0; i < lines; i++) await post(idle);
    const idled = performance.now();
    return {
      linesPerSecond: (1000 * lines) / (scripted - started),
      linesPerProcessorSecond: (1e6 * lines) / (user + system),
      idlePerSecond: (1000 * lines) / (idled - scripted),
      carriedOutShare: carriedOut / lines,
    };
  } finally {
    socket.destroy();
    await server.close();
  }
}

function linesOf(nodes: readonly Readonly<{ id: number; class_name: string }>[]): string[] {
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

function posted(socket: Socket, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard: Buffer = Buffer.alloc(0);
    const fail = () => reject(new Error('The server closed the connection'));
    const hear = (chunk: Buffer) => {
      heard = heard.length === 0 ? chunk : Buffer.concat([heard, chunk]);
      const head = heard.indexOf('\r\n\r\n');
      const length = head < 0 ? null : /content-length: (\d+)/i.exec(heard.toString('latin1', 0, head))?.[1];
      if (length == null || heard.length < head + 4 + Number(length)) return;
      socket.off('data', hear).off('close', fail);
      resolve(heard.toString('utf8', head + 4));
    };
    socket.on('data', hear).on('close', fail);
    socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  });
}
