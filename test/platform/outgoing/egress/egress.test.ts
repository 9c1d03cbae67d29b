import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import {
  type Egress,
  type EgressOptions,
  startEgress,
} from '../../../../src/platform/outgoing/egress/egress'
import { isPublicAddress } from '../../../../src/platform/outgoing/egress/public-addresses'
import { findUpstreamProxy } from '../../../../src/platform/outgoing/egress/upstream-proxy'
import { createTestConfig } from '../../../support/server'
import { waitUntil } from '../../../support/wait-until'

/** A server that sends back the data that it receives. */
let echo: Server
let connections = 0
beforeEach(async () => {
  connections = 0
  echo = createServer((socket) => {
    connections++
    socket.on('error', () => socket.destroy())
    socket.pipe(socket)
  })
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
})
const getPort = (server: Server) => (server.address() as AddressInfo).port
const opened: (Egress | Server)[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const one of opened.splice(0)) one.close()
  echo.close()
})

/** Starts a proxy that uses the port of the echo server and checks addresses as in production. */
async function open(options: Partial<EgressOptions> = {}) {
  const egress = await startEgress({
    findProxy: () => undefined,
    getPort: () => getPort(echo),
    ...options,
  })
  opened.push(egress)
  return egress
}

/** Options for hosts that resolve to this machine. */
const local: Partial<EgressOptions> = {
  resolve: async () => ['127.0.0.1'],
  isAllowed: () => true,
}

interface Opened {
  status: number
  socket: Socket
}

/** Sends the head of a CONNECT request, and returns the status of the response. */
async function request(
  proxyUrl: string,
  target: string,
  { method = 'CONNECT', credentials }: { method?: string; credentials?: string } = {},
): Promise<Opened> {
  const { port, username, password } = new URL(proxyUrl)
  const basic = Buffer.from(credentials ?? `${username}:${password}`).toString('base64')
  const socket = connect(Number(port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(
    `${method} ${target} HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`,
  )
  const head = await new Promise<string>((resolve) =>
    socket.once('data', (bytes: Buffer) => resolve(bytes.toString())),
  )
  return { status: Number(head.split(' ')[1]), socket }
}

/** Returns the status for a host that a client is allowed to reach. */
async function tryHost(host: string, options: Partial<EgressOptions> = {}): Promise<number> {
  const egress = await open(options)
  const { hostname } = URL.canParse(`https://${host}`)
    ? new URL(`https://${host}`)
    : { hostname: host }
  const { proxyUrl } = egress.addClient([host, hostname])
  return (await request(proxyUrl, `${host}:443`)).status
}

const notPublic = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.255.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:c0a8:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
  '127.1',
  '0x7f000001',
]
const isPublic = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '3ffe::1',
]

describe('an address', () => {
  test.each(notPublic)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(isPublic)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('the egress', () => {
  test('connects a client to its hosts', async () => {
    const egress = await open(local)
    const { proxyUrl } = egress.addClient(['Covers.example'])
    const { status, socket } = await request(proxyUrl, 'covers.EXAMPLE:443')
    expect(status).toBe(200)
    const received = new Promise((resolve) =>
      socket.once('data', (bytes: Buffer) => resolve(bytes.toString())),
    )
    socket.write('hello')
    expect(await received).toBe('hello')
  })

  test('refuses other hosts, ports, methods and passwords', async () => {
    const egress = await open(local)
    const { proxyUrl } = egress.addClient(['covers.example'])
    const { proxyUrl: other } = egress.addClient(['other.example'])
    const tries = {
      host: request(proxyUrl, 'other.example:443'),
      subdomain: request(proxyUrl, 'a.covers.example:443'),
      'dot at the end': request(proxyUrl, 'covers.example.:443'),
      client: request(other, 'covers.example:443'),
      http: request(proxyUrl, 'covers.example:80'),
      port: request(proxyUrl, 'covers.example:8443'),
      credentials: request(proxyUrl, 'x@covers.example:443'),
      path: request(proxyUrl, 'covers.example/:443'),
      'second port': request(proxyUrl, 'covers.example:444:443'),
      get: request(proxyUrl, 'http://covers.example/', { method: 'GET' }),
    }
    for (const [name, sent] of Object.entries(tries)) {
      expect({ name, status: (await sent).status }).toEqual({ name, status: 403 })
    }
    const wrong = await request(proxyUrl, 'covers.example:443', { credentials: 'quire:wrong' })
    expect(wrong.status).toBe(407)
    expect(connections).toBe(0)
  })

  test('refuses names and addresses that lead to this machine or its network', async () => {
    const hosts = ['localhost', '127.0.0.1', '[::1]', '2130706433', '0x7f.1', '127.1', '10.0.0.1']
    for (const host of [...hosts, '[::ffff:127.0.0.1]', '[fe80::1]', '169.254.169.254']) {
      expect({ host, status: await tryHost(host) }).toEqual({ host, status: 403 })
    }
    const resolve = async () => ['192.168.1.5', 'fd00::1', '::ffff:127.0.0.1']
    expect(await tryHost('intern.example', { resolve })).toBe(403)
    expect(connections).toBe(0)
  })

  test('S8: connects to the address that it checked, whatever the name means later', async () => {
    const answers = ['127.0.0.1', '169.254.169.254']
    const checked: string[] = []
    const status = await tryHost('rebinding.example', {
      resolve: async () => [answers.shift()!],
      isAllowed: (address) => checked.push(address) > 0 && address === '127.0.0.1',
    })
    expect({ status, checked, answers }).toEqual({
      status: 200,
      checked: ['127.0.0.1'],
      answers: ['169.254.169.254'],
    })
  })

  test('uses only the allowed addresses of a name, and the next one if one does not answer', async () => {
    // Nothing listens at the second address of this machine.
    const resolve = async () => ['10.0.0.1', '127.0.0.99', '127.0.0.1']
    const isAllowed = (address: string) => address.startsWith('127.')
    expect(await tryHost('covers.example', { resolve, isAllowed })).toBe(200)
    const fail = async () => Promise.reject(new Error('no such name'))
    expect(await tryHost('covers.example', { resolve: fail })).toBe(502)
  })

  test('ends tunnels to a host that is no longer allowed, and keeps the others', async () => {
    const egress = await open(local)
    const client = egress.addClient(['one.example', 'two.example'])
    const one = await request(client.proxyUrl, 'one.example:443')
    const two = await request(client.proxyUrl, 'two.example:443')
    const closed = new Promise((resolve) => one.socket.once('close', resolve))
    client.setHosts(['two.example'])
    await closed
    expect((await request(client.proxyUrl, 'one.example:443')).status).toBe(403)
    const received = new Promise((resolve) => two.socket.once('data', resolve))
    two.socket.write('still here')
    expect(String(await received)).toBe('still here')
    const ended = new Promise((resolve) => two.socket.once('close', resolve))
    client.close()
    await ended
    expect((await request(client.proxyUrl, 'two.example:443')).status).toBe(407)
  })

  test('does not open a tunnel to a host that is removed while its name is resolved', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: answer, resolve: give } = Promise.withResolvers<string[]>()
    const egress = await open({
      isAllowed: () => true,
      resolve: async () => {
        ask()
        return answer
      },
    })
    const client = egress.addClient(['slow.example', 'other.example'])
    const { port, username, password } = new URL(client.proxyUrl)
    const basic = Buffer.from(`${username}:${password}`).toString('base64')
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.write(`CONNECT slow.example:443 HTTP/1.1\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`)
    await asked
    const closed = new Promise((resolve) => socket.once('close', resolve))
    client.setHosts(['other.example'])
    give(['127.0.0.1'])
    await closed
    expect((await request(client.proxyUrl, 'slow.example:443')).status).toBe(403)
  })

  test('opens eight tunnels for a client at most', async () => {
    const egress = await open(local)
    const { proxyUrl } = egress.addClient(['covers.example'])
    const statuses: number[] = []
    for (let count = 0; count < 9; count++) {
      statuses.push((await request(proxyUrl, 'covers.example:443')).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429])
    sockets[0]!.destroy()
    await waitUntil(async () => (await request(proxyUrl, 'covers.example:443')).status === 200)
  })

  test('ends a connection whose head has no end', async () => {
    const egress = await open(local)
    const { port } = new URL(egress.addClient([]).proxyUrl)
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    const received = new Promise((resolve) =>
      socket.once('data', (bytes: Buffer) => resolve(bytes.toString())),
    )
    socket.write(`CONNECT ${'a'.repeat(20_000)}`)
    expect(await received).toContain('502')
  })
})

describe('the proxy of the network', () => {
  /** Starts a proxy that accepts every CONNECT request and connects it to the echo server. */
  async function startProxy(status = '200 Connection established') {
    const heads: string[] = []
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', (head: Buffer) => {
        heads.push(head.toString())
        socket.write(`HTTP/1.1 ${status}\r\n\r\n`)
        const upstream = connect(getPort(echo), '127.0.0.1')
        socket.pipe(upstream).pipe(socket)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    opened.push(server)
    return { heads, url: new URL(`http://ann:p%40ss@127.0.0.1:${getPort(server)}`) }
  }

  test('gets the name of the host and its credentials', async () => {
    const proxy = await startProxy()
    const egress = await open({ findProxy: () => proxy.url })
    const { proxyUrl } = egress.addClient(['covers.example'])
    const { status, socket } = await request(proxyUrl, 'covers.example:443')
    expect(status).toBe(200)
    const [head] = proxy.heads
    expect(head).toStartWith('CONNECT covers.example:443 HTTP/1.1\r\n')
    expect(head).toContain(`Basic ${Buffer.from('ann:p@ss').toString('base64')}`)
    const received = new Promise((resolve) => socket.once('data', resolve))
    socket.write('through')
    expect(String(await received)).toBe('through')
  })

  test('gets no local names and no addresses that are not public', async () => {
    const proxy = await startProxy()
    const findProxy = () => proxy.url
    for (const host of [
      'localhost',
      'nas',
      'nas.local',
      'a.internal',
      '127.0.0.1',
      '127.1',
      '[::1]',
    ]) {
      expect({ host, status: await tryHost(host, { findProxy }) }).toEqual({ host, status: 403 })
    }
    expect(proxy.heads).toEqual([])
    expect(await tryHost('8.8.8.8', { findProxy })).toBe(200)
  })

  test('that refuses is an error', async () => {
    const { url } = await startProxy('407 Proxy Authentication Required')
    expect(await tryHost('covers.example', { findProxy: () => url })).toBe(502)
  })

  test('comes from the settings or the environment, with its exceptions', () => {
    const plain = createTestConfig()
    const env = { HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: 'inside.example, .lan' }
    const find = (host: string, config = plain) => findUpstreamProxy(config, host, env)?.href
    expect(find('covers.example')).toBe('http://proxy.example:3128/')
    expect(find('inside.example')).toBeUndefined()
    expect(find('a.inside.example')).toBeUndefined()
    expect(find('notinside.example')).toBe('http://proxy.example:3128/')
    expect(find('nas.lan')).toBeUndefined()
    expect(findUpstreamProxy(plain, 'covers.example', {})).toBeUndefined()
    const set = createTestConfig({ 'providers.proxy': 'http://other.example:80' })
    expect(find('covers.example', set)).toBe('http://other.example/')
    expect(findUpstreamProxy(plain, 'a.example', { ...env, no_proxy: '*' })).toBeUndefined()
  })
})
