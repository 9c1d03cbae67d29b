/**
 * A host in the local network that accepts all kinds of notifications and validates them strictly.
 */
interface ReceivedRequest {
  path: string
  headers: Headers
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies of any shape
  body: any
}

export interface FakeServices {
  /** Host name with the port. */
  host: string
  received: ReceivedRequest[]
  /** Status of the next responses. */
  status: number
  stop(): void
}

export function startFakeServices(): FakeServices {
  const state: FakeServices = {
    host: '',
    received: [],
    status: 200,
    stop: () => void server.stop(true),
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const text = await request.text()
      const isJson = request.headers.get('content-type') === 'application/json'
      if (request.method !== 'POST' || !isJson) return new Response('bad request', { status: 400 })
      const { headers } = request
      const path = new URL(request.url).pathname
      state.received.push({ path, headers, text, body: JSON.parse(text) })
      return new Response('{}', { status: state.status, headers: { location: 'http://[::1]/' } })
    },
  })
  state.host = `127.0.0.1:${server.port}`
  return state
}
