/** Code shared by the fake provider servers. */
import sharp from 'sharp'

export interface ProviderServer {
  /** Base URL. */
  base: string
  /** Number of requests so far, excluding images. */
  readonly requests: number
  /** Responds to every request with this status. */
  status: number | undefined
  /** Replaces the body of every response. */
  body: string | undefined
  /** Requests with this text in their URL or body are answered with `failStatus`. */
  failFor: string | undefined
  failStatus: number
  /** Called when the image with this number, counted from 1, is requested, before it is sent. */
  beforePicture: { count: number; act: () => void } | undefined
  /** Every response waits for this. */
  gate: Promise<void> | undefined
  stop(): void
}

const drawCover = sharp({
  create: { width: 460, height: 650, channels: 3, background: '#2266aa' },
})
  .png()
  .toBuffer()

/** Starts a server that requires a user agent and serves an image at `/cover.png`. */
export function startProviderServer(
  answer: (request: Request, origin: string) => Promise<Response> | Response,
): ProviderServer {
  const state: Omit<ProviderServer, 'requests'> & { requests: number } = {
    base: '',
    requests: 0,
    status: undefined,
    body: undefined,
    failFor: undefined,
    failStatus: 418,
    gate: undefined,
    beforePicture: undefined,
    stop: () => void server.stop(true),
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, origin } = new URL(request.url)
      if (pathname === '/cover.png') {
        if (state.beforePicture && --state.beforePicture.count === 0) state.beforePicture.act()
        const picture = new Blob([await drawCover])
        return new Response(picture, { headers: { 'content-type': 'image/png' } })
      }
      state.requests += 1
      await state.gate
      if (state.failFor !== undefined) {
        const text = decodeURIComponent(request.url) + (await request.clone().text())
        if (text.includes(state.failFor)) {
          return Response.json({}, { status: state.failStatus })
        }
      }
      if (state.status !== undefined) return Response.json({}, { status: state.status })
      if (state.body !== undefined) {
        return new Response(state.body, { headers: { 'content-type': 'application/json' } })
      }
      // Sign-in pages are opened by browsers, which do not send Quire's user agent.
      const isPage = pathname.endsWith('/authorize')
      if (!isPage && !/^Quire\/\d/.test(request.headers.get('user-agent') ?? '')) {
        return Response.json({ error: 'user agent' }, { status: 403 })
      }
      return answer(request, origin)
    },
  })
  state.base = `http://127.0.0.1:${server.port}`
  return state
}
