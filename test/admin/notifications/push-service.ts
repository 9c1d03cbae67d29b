/** A browser, and a push service that strictly enforces RFC 8030, 8188, 8291 and 8292. */
import { createECDH, type ECDH, randomBytes } from 'node:crypto'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify } from 'jose'

interface PushedMessage {
  title: string
  body: string
  path: string
}

export interface PushService {
  host: string
  /** Delivered messages, decrypted by the browser with its subscription. */
  received: PushedMessage[]
  refusals: string[]
  /** Status of the next responses. */
  status: number
  subscribe(): { address: string; token: string }
  stop(): void
}

const maxBodyBytes = 4096
const dayInSeconds = 86_400

/** Starts a push service. It verifies signatures with the key that `getPublicKey` returns. */
export function startPushService(getPublicKey: () => string): PushService {
  const browsers = new Map<string, { keys: ECDH; auth: Buffer }>()
  const state: PushService = {
    host: '',
    received: [],
    refusals: [],
    status: 201,
    subscribe: () => {
      const path = `/push/${randomBytes(8).toString('hex')}`
      const [keys, auth] = [createECDH('prime256v1'), randomBytes(16)]
      keys.generateKeys()
      browsers.set(path, { keys, auth })
      return {
        address: `http://${state.host}${path}`,
        token: `${keys.getPublicKey('base64url')}.${auth.toString('base64url')}`,
      }
    },
    stop: () => void server.stop(true),
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      try {
        const browser = browsers.get(new URL(request.url).pathname)
        if (!browser) return new Response('', { status: 404 })
        await checkSignature(request.headers, { host: state.host, publicKey: getPublicKey() })
        const body = await readBody(request)
        const { keys, auth } = browser
        const text = decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth })
        state.received.push(JSON.parse(text.toString('utf8')) as PushedMessage)
        return new Response('', { status: state.status })
      } catch (error) {
        state.refusals.push(String(error))
        return new Response('', { status: 400 })
      }
    },
  })
  state.host = `127.0.0.1:${server.port}`
  return state
}

async function readBody(request: Request): Promise<Buffer> {
  const { headers, method } = request
  const [ttl, encoding] = [headers.get('ttl'), headers.get('content-encoding')]
  if (method !== 'POST') throw new Error(`method ${method}`)
  if (!/^\d+$/.test(ttl ?? '')) throw new Error(`TTL ${ttl}`)
  if (encoding !== 'aes128gcm') throw new Error(`encoding ${encoding}`)
  const body = Buffer.from(await request.arrayBuffer())
  if (body.length > maxBodyBytes) throw new Error(`${body.length} bytes`)
  return body
}

async function checkSignature(
  headers: Headers,
  { host, publicKey }: { host: string; publicKey: string },
) {
  const [, token, key] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.get('authorization') ?? '') ?? []
  if (!token || key !== publicKey) throw new Error('not signed by the server of the subscription')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  )
  const verifier = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256')
  const { payload } = await jwtVerify(token, verifier, {
    audience: `http://${host}`,
    algorithms: ['ES256'],
  })
  const { exp, sub } = payload
  if (!exp || exp > Date.now() / 1000 + dayInSeconds) throw new Error(`expires ${exp}`)
  if (!/^(mailto|https):/.test(sub ?? '')) throw new Error(`contact ${sub}`)
}
