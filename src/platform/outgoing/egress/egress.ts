/**
 * A local CONNECT proxy for connections to hosts that users, plugins or providers specify. Unless
 * the network has a proxy, it resolves names itself, rejects addresses that are not public, and
 * connects to the address that it has checked, so that a second resolution cannot return a
 * different address. Only port 443 is allowed.
 */
import { lookup } from 'node:dns/promises'
import { connect, createServer, isIP, type AddressInfo, type Socket } from 'node:net'
import { isLocalName } from './private-hosts'
import { isPublicAddress } from './public-addresses'
import { connectThroughProxy, readTunnelHead } from './upstream-proxy'

const idleMs = 30_000
const connectMs = 10_000
const maxTunnels = 8
const maxAddresses = 4

export interface EgressOptions {
  /**
   * Returns the network's proxy for the host. If there is none, the egress proxy resolves the name
   * itself.
   */
  findProxy: (host: string) => URL | undefined
  /** Name resolution, ports and address checks, which only tests override. */
  resolve?: (host: string) => Promise<readonly string[]>
  getPort?: (port: number) => number
  isAllowed?: (address: string) => boolean
}

/** A client of the egress proxy, with its own list of hosts and its own password. */
interface EgressClient {
  /** Contains the client's password. */
  readonly proxyUrl: string
  /** Replaces the list of hosts, and closes tunnels to hosts that are no longer allowed. */
  setHosts(hosts: readonly string[]): void
  /** Removes the client, and ends all of its tunnels. */
  close(): void
}

export interface Egress {
  addClient(hosts: readonly string[]): EgressClient
  close(): void
}

interface Client {
  hosts: ReadonlySet<string>
  /** The sockets of the client's tunnels and the host that each is connected to. */
  tunnels: Map<Socket, string>
}

class Denied extends Error {}

export async function startEgress(options: EgressOptions): Promise<Egress> {
  const clients = new Map<string, Client>()
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.setTimeout(idleMs, () => socket.destroy())
    void serve(socket, clients, options)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // Lets the process exit even though the server is listening.
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    addClient: (hosts) => addClient(clients, { hosts, port }),
    close: () => {
      server.close()
      for (const client of clients.values()) endTunnels(client)
    },
  }
}

function addClient(
  clients: Map<string, Client>,
  { hosts, port }: { hosts: readonly string[]; port: number },
): EgressClient {
  const password = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url')
  const client: Client = { hosts: toSet(hosts), tunnels: new Map() }
  clients.set(`quire:${password}`, client)
  return {
    proxyUrl: `http://quire:${password}@127.0.0.1:${port}`,
    setHosts: (changed) => {
      client.hosts = toSet(changed)
      endTunnels(client, (host) => !client.hosts.has(host))
    },
    close: () => {
      clients.delete(`quire:${password}`)
      endTunnels(client)
    },
  }
}

const toSet = (hosts: readonly string[]) => new Set(hosts.map((host) => host.toLowerCase()))

function endTunnels({ tunnels }: Client, isChosen: (host: string) => boolean = () => true) {
  for (const [socket, host] of tunnels) if (isChosen(host)) socket.destroy()
}

async function serve(socket: Socket, clients: Map<string, Client>, options: EgressOptions) {
  try {
    const { head, rest } = await readTunnelHead(socket)
    const client = clients.get(readCredentials(head))
    if (!client) return refuse(socket, '407 Proxy Authentication Required')
    const host = readTarget(head)
    if (host === undefined || !client.hosts.has(host)) return refuse(socket, '403 Forbidden')
    if (client.tunnels.size >= maxTunnels) return refuse(socket, '429 Too Many Requests')
    await openTunnel(socket, { client, host, rest, options })
  } catch (error) {
    refuse(socket, error instanceof Denied ? '403 Forbidden' : '502 Bad Gateway')
  }
}

const refuse = (socket: Socket, status: string) =>
  void socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)

function readCredentials(head: string): string {
  const encoded = /^proxy-authorization: *basic +(\S+)/im.exec(head)?.[1] ?? ''
  return Buffer.from(encoded, 'base64').toString()
}

/**
 * Returns the normalized host, in which `0x7f.1` becomes 127.0.0.1. Returns undefined unless the
 * request is CONNECT to port 443.
 */
function readTarget(head: string): string | undefined {
  const [, host = '', port] =
    /^CONNECT ([^\s/?#@\\]+):(\d{1,5}) HTTP\/1\.[01]\r?\n/.exec(head) ?? []
  if (port !== '443' || !URL.canParse(`https://${host}`)) return undefined
  const url = new URL(`https://${host}`)
  return url.port === '' ? url.hostname : undefined
}

interface Tunnel {
  client: Client
  host: string
  rest: Buffer
  options: EgressOptions
}

async function openTunnel(socket: Socket, { client, host, rest, options }: Tunnel) {
  // Registers the tunnel before it is connected to the host, so that it can be closed while
  // connecting.
  client.tunnels.set(socket, host)
  socket.once('close', () => client.tunnels.delete(socket))
  const upstream = await connectUpstream(host, options)
  // The tunnel was closed in the meantime, by the client or because the list of hosts changed.
  if (socket.destroyed) return void upstream.destroy()
  upstream.setTimeout(idleMs, () => upstream.destroy())
  upstream.on('error', () => socket.destroy())
  upstream.once('close', () => socket.destroy())
  socket.once('close', () => upstream.destroy())
  socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  if (rest.length > 0) upstream.write(rest)
  socket.pipe(upstream)
  upstream.pipe(socket)
}

async function connectUpstream(hostname: string, options: EgressOptions): Promise<Socket> {
  const { findProxy, resolve = resolveName, getPort = (port) => port } = options
  const { isAllowed = isPublicAddress } = options
  const host = hostname.replace(/^\[|\]$/g, '')
  const proxy = findProxy(host)
  const isLiteral = isIP(host) > 0
  if (proxy && !isLiteral) {
    // The network's proxy resolves the name, so only names that are local in every network can be
    // rejected.
    if (isLocalName(host)) throw new Denied()
    return connectThroughProxy(proxy, `${host}:443`)
  }
  const found = isLiteral ? [host] : await resolve(host)
  const addresses = found.filter(isAllowed).slice(0, maxAddresses)
  if (addresses.length === 0) throw new Denied()
  if (proxy) return connectThroughProxy(proxy, `${hostname}:443`)
  return connectToFirst(addresses, getPort(443))
}

const resolveName = async (host: string) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** Tries one address after another, because IPv6 is often advertised where it does not work. */
async function connectToFirst(addresses: readonly string[], port: number): Promise<Socket> {
  let failure: unknown
  for (const address of addresses) {
    try {
      return await connectTo(address, port)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function connectTo(host: string, port: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({ host, port })
  const timer = setTimeout(() => socket.destroy(new Error('timed out')), connectMs)
  socket.once('connect', () => resolve(socket))
  socket.once('error', reject)
  // A socket that is destroyed without an error emits only `close`.
  socket.once('close', () => reject(new Error('closed')))
  return promise.finally(() => clearTimeout(timer))
}
