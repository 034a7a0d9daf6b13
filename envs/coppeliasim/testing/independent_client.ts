/** A client over libzmq and cbor-x, as CoppeliaSim's Python client, which shares nothing with the server. */
import { randomUUID } from 'node:crypto';
import { Encoder } from 'cbor-x';
import { Request } from 'zeromq';

const cbor = new Encoder({ useRecords: false, mapsAsObjects: true, variableMapSize: true });

type Callback = (...args: never[]) => unknown;
type Reply = { ret?: readonly unknown[]; err?: string; func?: string; args?: never[] };

/** An unknown name throws, as in Python. */
export type RemoteModule = {
  call<T = unknown>(name: string, ...args: readonly unknown[]): Promise<T>;
  constant(...path: readonly string[]): number;
};

export class IndependentClient {
  readonly #url: string;
  readonly #uuid = randomUUID();
  readonly #callbacks = new Map<string, Callback>();
  readonly #idle: Request[] = [];
  readonly #open: Request[] = [];
  #sent = 0;

  constructor(url: string) {
    this.#url = url;
  }

  close(): void {
    for (const socket of this.#open) socket.close();
  }

  async require(name: string): Promise<RemoteModule> {
    await this.call('zmqRemoteApi.require', [name]);
    type Entries = { readonly [key: string]: unknown };
    const info = (await this.call('zmqRemoteApi.info', [name])) as Entries;
    const entry = (path: readonly string[]) =>
      path.reduce((at, key) => {
        if (!Object.hasOwn(at, key)) throw new Error(`type object '${name}' has no attribute '${path.join('.')}'`);
        return at[key] as Entries;
      }, info);
    return {
      call: async <T>(func: string, ...args: readonly unknown[]) => {
        if (!('func' in entry([func]))) throw new Error(`${name}.${func} is no function`);
        return (await this.call(`${name}.${func}`, args)) as T;
      },
      constant: (...path) => entry(path)['const'] as number,
    };
  }

  async call(func: string, args: readonly unknown[]): Promise<unknown> {
    const socket = this.#idle.pop() ?? this.#connect();
    try {
      await this.#send(socket, func, args);
      for (;;) {
        const [bytes] = await socket.receive();
        const reply = cbor.decode(bytes as Buffer) as Reply;
        if (reply.func === undefined) {
          if (reply.err !== undefined) throw new Error(reply.err);
          return reply.ret!.length > 1 ? reply.ret : reply.ret![0];
        }
        await this.#send(socket, '_*executed*_', await this.#executed(reply.func, reply.args ?? []));
      }
    } finally {
      this.#idle.push(socket);
    }
  }

  async #executed(func: string, args: never[]): Promise<readonly unknown[]> {
    if (func === '_*wait*_') return [];
    const given = await this.#callbacks.get(func)!(...args);
    return given === undefined ? [] : [given].flat();
  }

  #connect(): Request {
    const socket = new Request({ receiveTimeout: 20_000, linger: 0 });
    socket.connect(this.#url);
    this.#open.push(socket);
    return socket;
  }

  async #send(socket: Request, func: string, args: readonly unknown[]): Promise<void> {
    const sent = args.map((arg) => {
      if (Array.isArray(arg) && arg.length <= 16) return arg.map((item) => this.#named(item));
      if (typeof arg !== 'object' || arg === null || Array.isArray(arg)) return this.#named(arg);
      return Object.fromEntries(Object.entries(arg).map(([key, item]) => [key, this.#named(item)]));
    });
    const first = this.#sent++ === 0 ? { ver: 2, lang: 'python', timeout: 600 } : {};
    await socket.send(cbor.encode({ func, args: sent, argsL: sent.length, uuid: this.#uuid, ...first }));
  }

  #named(arg: unknown): unknown {
    if (typeof arg !== 'function') return arg;
    const name = `${arg.name || 'lambda'}_${this.#callbacks.size}`;
    this.#callbacks.set(name, arg as Callback);
    return `${name}@func`;
  }
}
