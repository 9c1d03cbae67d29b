/** What `peers.ts` asks of a server, by the API that the server speaks. */

export interface PeerOptions {
  /** Address without `/api/v1`. */
  url: string
  /** API key. */
  token: string
}

export interface Figure {
  name: string
  path: string
  status: number
  headers: Record<string, string>
}

interface Kind {
  name: string
  health: string
  series: string
  /** A list of one book. */
  books: string
  readBookId: (list: unknown) => string | undefined
}

type List = { data?: { id: string }[]; content?: { id: string }[] } | undefined

const kinds: Kind[] = [
  {
    name: 'Quire',
    health: '/health',
    series: '/api/v1/series?pageSize=50',
    books: '/api/v1/books?pageSize=1',
    readBookId: (list) => (list as List)?.data?.[0]?.id,
  },
  {
    name: 'Komga',
    health: '/actuator/health',
    series: '/api/v1/series?size=50',
    books: '/api/v1/books?size=1',
    readBookId: (list) => (list as List)?.content?.[0]?.id,
  },
]

export interface Peer {
  /** Name of the API that the server speaks. */
  kind: string
  figures: Figure[]
}

/** Finds out which API the server speaks, and what it can be asked. It needs at least one book. */
export async function describePeer({ url, token }: PeerOptions): Promise<Peer> {
  const headers = { 'x-api-key': token }
  for (const kind of kinds) {
    const books = await fetch(`${url}${kind.books}`, { headers })
    if (books.status === 401 || books.status === 403)
      throw new Error(`${url} refuses the token: ${books.status}.`)
    const isJson = books.headers.get('content-type')?.includes('json') ?? false
    const id = books.ok && isJson ? kind.readBookId(await books.json()) : undefined
    if (id !== undefined)
      return { kind: kind.name, figures: await listFigures(url, headers, kind, id) }
  }
  throw new Error(
    `${url} speaks none of these APIs, or shows no book: ${kinds.map(({ name }) => name).join(', ')}.`,
  )
}

async function listFigures(
  url: string,
  headers: Record<string, string>,
  { health, series }: Kind,
  id: string,
): Promise<Figure[]> {
  const page = `/api/v1/books/${id}/pages/1`
  const thumbnail = `/api/v1/books/${id}/thumbnail`
  const figures = [
    { name: 'health check', path: health, status: 200, headers },
    { name: 'page of 50 series', path: series, status: 200, headers },
    { name: 'thumbnail', path: thumbnail, status: 200, headers },
    { name: 'page image', path: page, status: 200, headers },
  ]
  const unchanged = [
    ['page of 50 series', series],
    ['thumbnail', thumbnail],
    ['page image', page],
  ] as const
  for (const [name, path] of unchanged) {
    const conditions = await readConditions(`${url}${path}`, headers)
    figures.push({
      name: `${name}, not modified`,
      path,
      status: 304,
      headers: { ...headers, ...conditions },
    })
  }
  return figures
}

/** Returns the headers with which the server should answer that nothing has changed. */
async function readConditions(address: string, headers: Record<string, string>) {
  const response = await fetch(address, { headers })
  await response.arrayBuffer()
  const etag = response.headers.get('etag')
  const modified = response.headers.get('last-modified')
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(modified !== null && { 'if-modified-since': modified }),
  }
}
