/** Sets and reads a reading position in each protocol, as its apps do. One entry per protocol. */

export type Kind = 'comic' | 'EPUB'

export interface Book {
  id: string
  seriesId: string
  kind: Kind
  /** Number of pages, or of positions of an EPUB. */
  count: number
  /** KOReader's ID of the file. */
  document: string
}

/** `completed` is absent where the protocol does not report it. */
interface Place {
  page: number
  completed?: boolean
}

interface Sent {
  page: number
  /** Time according to the clock of the device. */
  happenedAt: Date
}

/** Sends a request as one reader, with the credentials that the path needs. */
export type Send = (method: string, path: string, body?: object) => Promise<Answer>

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies of any shape
  body: any
  text: string
}

export interface Protocol {
  kinds: readonly Kind[]
  /** True if the device sends its own time. Otherwise, the time of the server is used. */
  hasTime?: true
  /** True if the reader chose the position, which may then be before the last one. */
  goesBack?: true
  write(send: Send, book: Book, sent: Sent): Promise<Answer>
  /** Undefined if the reader has no position in the book. */
  read(send: Send, book: Book): Promise<Place | undefined>
}

const everyKind: readonly Kind[] = ['comic', 'EPUB']

/** Returns the middle of a page as a fraction of the book. */
const toFraction = (page: number, { count }: Book) => (page - 0.5) / count
const toPage = (fraction: number, { count }: Book) => Math.ceil(fraction * count - 1e-9)

async function readNative(send: Send, { id }: Book): Promise<Place | undefined> {
  const { status, body } = await send('GET', `/api/v1/books/${id}/progress`)
  return status === 204 ? undefined : { page: body.currentPage, completed: body.completed }
}

const web: Protocol = {
  kinds: everyKind,
  hasTime: true,
  goesBack: true,
  write(send, { id }, { page, happenedAt }) {
    const body = { currentPage: page, device: 'Browser', happenedAt: happenedAt.toISOString() }
    return send('PUT', `/api/v1/books/${id}/progress`, body)
  },
  // The interface shows the progress from list responses, which have the same members.
  async read(send, { id }) {
    const { body } = await send('GET', `/api/v1/books/${id}`)
    const { readProgress } = body.book
    return readProgress && { page: readProgress.currentPage, completed: readProgress.completed }
  },
}

const api: Protocol = {
  kinds: everyKind,
  goesBack: true,
  write: (send, { id }, { page }) =>
    send('PUT', `/api/v1/books/${id}/progress`, { currentPage: page }),
  read: readNative,
}

const pageStreaming: Protocol = {
  kinds: ['comic'],
  write: (send, { id }, { page }) => send('GET', `/opds/books/${id}/pages/${page - 1}`),
  async read(send, { id, seriesId }) {
    const { text } = await send('GET', `/opds/series/${seriesId}?pageSize=500`)
    const entry = text.split('<entry>').find((one) => one.includes(id))!
    const [, page] = /pse:lastRead="(\d+)"/.exec(entry) ?? []
    return page === undefined ? undefined : { page: Number(page), completed: false }
  },
}

/** Readium progression below a path, for OPDS 2.0 or the Komga API. */
const progressionAt = (root: string, kinds: readonly Kind[]): Protocol => ({
  kinds,
  hasTime: true,
  goesBack: true,
  async write(send, book, { page, happenedAt }) {
    const { body } = await send('GET', `${root}/books/${book.id}/positions`)
    const locator = body.positions[page - 1]
    const locations = { ...locator.locations, totalProgression: toFraction(page, book) }
    return send('PUT', `${root}/books/${book.id}/progression`, {
      modified: happenedAt.toISOString(),
      device: { id: 'urn:uuid:phone', name: 'Phone' },
      locator: { ...locator, locations },
    })
  },
  async read(send, book) {
    const { status, body } = await send('GET', `${root}/books/${book.id}/progression`)
    if (status === 204) return undefined
    const { position, totalProgression } = body.locator.locations
    return { page: position ?? toPage(totalProgression, book) }
  },
})

const koreader: Protocol = {
  kinds: everyKind,
  write(send, book, { page }) {
    const isComic = book.kind === 'comic'
    return send('PUT', '/koreader/syncs/progress', {
      document: book.document,
      progress: isComic ? `${page}` : `/body/DocFragment[2]/body/p[${page}]/text().0`,
      percentage: toFraction(page, book),
      device: 'Clara',
      device_id: 'clara',
    })
  },
  async read(send, book) {
    const { body } = await send('GET', `/koreader/syncs/progress/${book.document}`)
    if (body.percentage === undefined) return undefined
    const page = book.kind === 'comic' ? Number(body.progress) : toPage(body.percentage, book)
    return { page }
  },
}

const komga: Protocol = {
  kinds: everyKind,
  goesBack: true,
  write: (send, { id }, { page }) =>
    send('PATCH', `/komga/api/v1/books/${id}/read-progress`, { page }),
  async read(send, { id }) {
    const { readProgress } = (await send('GET', `/komga/api/v1/books/${id}`)).body
    return readProgress ? { page: readProgress.page, completed: readProgress.completed } : undefined
  },
}

/** Devices have a key in the path, which `send` adds. */
const kobo: Protocol = {
  kinds: ['EPUB'],
  write: (send, book, { page }) =>
    send('PUT', `/kobo/v1/library/${book.id}/state`, {
      ReadingStates: [
        {
          EntitlementId: book.id,
          CurrentBookmark: { ProgressPercent: toFraction(page, book) * 100 },
          StatusInfo: { Status: 'Reading' },
        },
      ],
    }),
  async read(send, book) {
    const [state] = (await send('GET', `/kobo/v1/library/${book.id}/state`)).body
    const percent = state.CurrentBookmark.ProgressPercent
    if (percent === undefined) return undefined
    const completed = state.StatusInfo.Status === 'Finished'
    return { page: Math.ceil((percent / 100) * book.count - 1e-3), completed }
  },
}

export const protocols: readonly (readonly [name: string, protocol: Protocol])[] = [
  ['the web interface', web],
  ['the API', api],
  ['page streaming of OPDS 1.2', pageStreaming],
  ['progression of OPDS 2.0', progressionAt('/opds/v2', everyKind)],
  ['KOReader sync', koreader],
  ['Kobo sync', kobo],
  ['Komga pages', komga],
  ['Komga progression', progressionAt('/komga/api/v1', ['EPUB'])],
]

/** Ways to mark a book as unread. */
export const resets: readonly (readonly [
  name: string,
  reset: (send: Send, book: Book) => Promise<Answer>,
])[] = [
  ['the API', (send, { id }) => send('POST', `/api/v1/books/${id}/unread`)],
  ['deleting progress', (send, { id }) => send('DELETE', `/api/v1/books/${id}/progress`)],
  ['Komga', (send, { id }) => send('DELETE', `/komga/api/v1/books/${id}/read-progress`)],
]

/** Ways to mark a book as read without reading it. */
export const completions: typeof resets = [
  ['the API', (send, { id }) => send('POST', `/api/v1/books/${id}/read`)],
  [
    'Komga',
    (send, { id }) => send('PATCH', `/komga/api/v1/books/${id}/read-progress`, { completed: true }),
  ],
  [
    "Komga's tracker",
    (send, { seriesId }) =>
      send('PUT', `/komga/api/v2/series/${seriesId}/read-progress/tachiyomi`, {
        lastBookNumberSortRead: 1,
      }),
  ],
]
