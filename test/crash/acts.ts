/**
 * Operations during which the server is killed: undo, purge, restore, change of strategy. Each one
 * is then completed and reverted, and every acknowledged result must exist.
 */
import { waitUntilIdle, waitForScan } from '../bench/support/scans'
import type { Client } from '../bench/support/server'

const timeoutMs = 120_000

export interface Act {
  name: string
  /** Series and books that the operation purges. */
  lost: Set<string>
  /**
   * Resolves when the server has started the operation, or is about to. The server is killed
   * shortly after.
   */
  begin(client: Client, libraryId: string): Promise<void>
  /** Runs after the restart, when all jobs have ended. Returns the problems. */
  settle(client: Client, libraryId: string): Promise<string[]>
}

type Random = () => number

export const actNames = ['undo', 'names', 'undo of names', 'restore', 'purge'] as const
export type ActName = (typeof actNames)[number]

export function createAct(name: ActName, random: Random): Act {
  if (name === 'restore') return new Restoring(random)
  if (name === 'purge') return new Purging(random)
  return name === 'undo' ? new Undoing() : new Renaming(random, name === 'undo of names')
}

interface Series {
  id: string
  title: string
}

async function pickSeries(client: Client, random: Random): Promise<Series> {
  const { data } = await client.need('GET', '/series?pageSize=500')
  const { id, metadata } = data[Math.floor(random() * data.length)]
  return { id, title: metadata.title }
}

/** Sends a request without waiting, because the server may be killed before it responds. */
const request = (client: Client, method: string, path: string, body?: unknown) =>
  void client.call(method, path, body).catch(() => undefined)

class Restoring implements Act {
  readonly name = 'restore'
  readonly lost = new Set<string>()
  readonly #random: Random
  #series: Series | undefined

  constructor(random: Random) {
    this.#random = random
  }

  async begin(client: Client) {
    this.#series = await pickSeries(client, this.#random)
    await client.need('DELETE', `/series/${this.#series.id}`)
    request(client, 'POST', `/series/${this.#series.id}/restore`)
  }

  async settle(client: Client): Promise<string[]> {
    const { status, body } = await client.call('POST', `/series/${this.#series!.id}/restore`)
    // 409 means that nothing of the series was left in the trash.
    return status === 200 || status === 409 ? [] : [`restore: ${status} ${JSON.stringify(body)}`]
  }
}

class Purging implements Act {
  readonly name = 'purge'
  readonly lost = new Set<string>()
  readonly #random: Random
  #series: Series | undefined
  /** Pages that were read, by book path. */
  readonly #read = new Map<string, number>()

  constructor(random: Random) {
    this.#random = random
  }

  async begin(client: Client) {
    this.#series = await pickSeries(client, this.#random)
    const { id, title } = this.#series
    this.lost.add(id)
    for (const { id: bookId, path } of await listBooks(client, id)) {
      this.lost.add(bookId)
      const { body } = await client.call('GET', `/books/${bookId}/progress`)
      if (body.currentPage) this.#read.set(path, body.currentPage)
    }
    await client.need('DELETE', `/series/${id}`)
    request(client, 'POST', `/series/${id}/purge`, { name: title })
  }

  /** Completes the purge. The next scan must restore the books with their progress. */
  async settle(client: Client, libraryId: string): Promise<string[]> {
    const { id, title } = this.#series!
    const { data } = await client.need('GET', '/purges')
    const purge = (data as { targetId: string; status: string }[]).find(
      ({ targetId }) => targetId === id,
    )
    if (!purge) await client.need('POST', `/series/${id}/purge`, { name: title })
    await waitUntilIdle(client, timeoutMs)
    if (purge && purge.status !== 'completed') return [`the purge ${purge.status}`]
    await scanOnce(client, libraryId)
    const wrong: string[] = []
    const pathOf = new Map<string, string>()
    for (const book of await listBooks(client)) pathOf.set(book.path, book.id)
    for (const [path, page] of this.#read) {
      const { body } = await client.call('GET', `/books/${pathOf.get(path)}/progress`)
      if (body.currentPage !== page) wrong.push(`${path} was read to ${page}: ${body.currentPage}`)
    }
    return wrong
  }
}

class Undoing implements Act {
  readonly name = 'undo'
  readonly lost = new Set<string>()
  #path: string | undefined

  /** Requests an undo of the newest scan. */
  async begin(client: Client, libraryId: string) {
    await waitUntilIdle(client, timeoutMs)
    const { data } = await client.need('GET', `/libraries/${libraryId}/scans?pageSize=1`)
    this.#path = `/libraries/${libraryId}/scans/${data[0].id}/undo`
    request(client, 'POST', this.#path)
  }

  async settle(client: Client, libraryId: string): Promise<string[]> {
    const { status, body } = await client.call('GET', this.#path!)
    const wrong = status === 404 || body.status === 'completed' ? [] : [`the undo ${body.status}`]
    await restoreAll(client, libraryId)
    await scanOnce(client, libraryId)
    return wrong
  }
}

const strategies = [
  { seriesStrategy: 'parsed_name', seriesConfig: { acrossFolders: true } },
  { seriesStrategy: 'flat' },
  { seriesStrategy: 'series_volume_chapter' },
  { seriesStrategy: 'publisher_hierarchy' },
  { bookStrategy: 'filename' },
]

class Renaming implements Act {
  readonly name: string
  readonly lost = new Set<string>()
  readonly #random: Random
  readonly #undoes: boolean
  #before: Record<string, unknown> = {}

  constructor(random: Random, undoes: boolean) {
    this.#random = random
    this.#undoes = undoes
    this.name = undoes ? 'undo of names' : 'names'
  }

  async begin(client: Client, libraryId: string) {
    const path = `/libraries/${libraryId}`
    const { seriesStrategy, seriesConfig, bookStrategy } = await client.need('GET', path)
    this.#before = { seriesStrategy, seriesConfig, bookStrategy }
    const wanted = strategies[Math.floor(this.#random() * strategies.length)]!
    await client.need('PATCH', path, wanted)
    if (!this.#undoes) return
    await waitUntilIdle(client, timeoutMs)
    const { data } = await client.need('GET', `${path}/scans?pageSize=1`)
    request(client, 'POST', `${path}/scans/${data[0].id}/undo`)
  }

  async settle(client: Client, libraryId: string): Promise<string[]> {
    const path = `/libraries/${libraryId}`
    const { data } = await client.need('GET', `${path}/scans?pageSize=1`)
    const { status, body } = await client.call('GET', `${path}/scans/${data[0].id}/undo`)
    const isBroken = status === 200 && body.status !== 'completed'
    if (isBroken) return [`the undo of names ${body.status}`]
    if (status === 404 && data[0].trigger === 'names') {
      // 409 means that only titles changed.
      await client.call('POST', `${path}/scans/${data[0].id}/undo`)
      await waitUntilIdle(client, timeoutMs)
    }
    await client.need('PATCH', path, this.#before)
    await waitUntilIdle(client, timeoutMs)
    return []
  }
}

async function listBooks(client: Client, seriesId?: string) {
  const of = seriesId === undefined ? '/books' : `/series/${seriesId}/books`
  const books: { id: string; path: string }[] = []
  for (let page = 1; ; page++) {
    const { data, totalPages } = await client.need('GET', `${of}?pageSize=500&page=${page}`)
    books.push(...data)
    if (page >= totalPages) return books
  }
}

/** Restores all files that an undo has added to the ignored files. */
async function restoreAll(client: Client, libraryId: string) {
  for (;;) {
    const { data } = await client.need('GET', `/libraries/${libraryId}/ignored?pageSize=500`)
    if (data.length === 0) return
    for (const { id } of data) await client.need('DELETE', `/libraries/${libraryId}/ignored/${id}`)
  }
}

async function scanOnce(client: Client, libraryId: string) {
  await waitUntilIdle(client, timeoutMs)
  await client.need('POST', `/libraries/${libraryId}/scan`)
  await waitForScan(client, libraryId, timeoutMs)
  await waitUntilIdle(client, timeoutMs)
}
