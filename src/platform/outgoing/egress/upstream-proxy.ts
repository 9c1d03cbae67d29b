/** Tunnels through the network's proxy, if there is one. */
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../../config/model'

const maxHeadBytes = 16 * 1024

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the proxy in the setting `providers.proxy`, or else the one in the environment. Returns
 * undefined if there is none or if NO_PROXY contains the host.
 */
export function findUpstreamProxy(
  { providers }: Config,
  host: string,
  env: Environment = process.env,
): URL | undefined {
  const isExcepted = [env['no_proxy'], env['NO_PROXY']].some((list) => matches(list, host))
  const given = providers.proxy ?? (env['https_proxy'] || env['HTTPS_PROXY'])
  return given && !isExcepted && URL.canParse(given) ? new URL(given) : undefined
}

/**
 * Returns whether the list contains the host. Its entries are hosts, domains with or without a
 * leading dot, or `*`.
 */
const matches = (list: string | undefined, host: string) =>
  (list ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim().replace(/^\*?\./, ''))
    .some((entry) => entry === '*' || (entry !== '' && `.${host}`.endsWith(`.${entry}`)))

/** Connects to `target` (`host:port`) through the proxy. Rejects if the proxy does not allow it. */
export async function connectThroughProxy(proxy: URL, target: string): Promise<Socket> {
  const socket = await connectToProxy(proxy)
  try {
    const { username, password } = proxy
    const credentials = [username, password].map(decodeURIComponent).join(':')
    const authorization = username
      ? `Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}\r\n`
      : ''
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`)
    const { head, rest } = await readTunnelHead(socket)
    if (!/^HTTP\/1\.[01] 200\b/.test(head)) throw new Error('the proxy refused the connection')
    if (rest.length > 0) socket.unshift(rest)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

function connectToProxy({ protocol, hostname, port }: URL): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const host = hostname.replace(/^\[|\]$/g, '')
  const isTls = protocol === 'https:'
  const options = { host, port: Number(port || (isTls ? 443 : 80)) }
  const socket: Socket = isTls
    ? connectTls({ ...options, servername: host }, () => resolve(socket))
    : connectTcp(options, () => resolve(socket))
  socket.once('error', reject)
  return promise
}

/** Reads up to the empty line that ends the header. */
export function readTunnelHead(socket: Socket): Promise<{ head: string; rest: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ head: string; rest: Buffer }>()
  let bytes = Buffer.alloc(0)
  const fail = () => reject(new Error('the connection ended before the header did'))
  const read = (part: Buffer) => {
    bytes = Buffer.concat([bytes, part])
    const end = bytes.indexOf('\r\n\r\n')
    if (end === -1) {
      if (bytes.length > maxHeadBytes) fail()
      return
    }
    socket.pause()
    resolve({ head: bytes.subarray(0, end).toString('latin1'), rest: bytes.subarray(end + 4) })
  }
  socket.on('data', read)
  socket.once('close', fail)
  socket.once('error', fail)
  return promise.finally(() => {
    socket.off('data', read)
    socket.off('close', fail)
    socket.off('error', fail)
  })
}
