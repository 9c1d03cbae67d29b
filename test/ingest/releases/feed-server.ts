/** Feeds of series, as served by MangaUpdates. */
export interface FeedServer {
  base: string
  /** Keyed by ID of the series. Others are answered with 404. */
  feeds: Map<string, FeedEntry[]>
  /** Statuses of the responses so far. */
  statuses: number[]
  /** Called before the feed of a series is sent. Its response replaces the feed. */
  beforeFeed?: ((id: string) => Promise<Response | undefined>) | undefined
  stop(): void
}

export interface FeedEntry {
  title: string
  group?: string
  language?: string
}

export function startFeedServer(): FeedServer {
  const state: FeedServer = {
    base: '',
    feeds: new Map(),
    statuses: [],
    stop: () => void server.stop(true),
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const asked = /series\/(\d+)/.exec(request.url)?.[1] ?? ''
      const replaced = await state.beforeFeed?.(asked)
      const response = replaced ?? answer(state, request)
      state.statuses.push(response.status)
      return response
    },
  })
  state.base = `http://127.0.0.1:${server.port}`
  return state
}

function answer({ feeds }: FeedServer, request: Request): Response {
  if (!/^Quire\/\d/.test(request.headers.get('user-agent') ?? '')) {
    return new Response('user agent', { status: 403 })
  }
  const id = /^\/series\/(\d+)\/rss$/.exec(new URL(request.url).pathname)?.[1]
  const entries = id === undefined ? undefined : feeds.get(id)
  if (!entries) return new Response('not found', { status: 404 })
  const body = renderFeed(entries)
  const etag = `"${Bun.hash(body).toString(36)}"`
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304 })
  return new Response(body, { headers: { 'content-type': 'application/rss+xml', etag } })
}

const renderFeed = (entries: readonly FeedEntry[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Releases</title>${entries
    .map(
      ({ title, group = '', language }) =>
        `<item><title>${Bun.escapeHTML(title)}</title><description>${Bun.escapeHTML(group)}</description>${
          language ? `<language>${language}</language>` : ''
        }</item>`,
    )
    .join('')}</channel></rss>`
