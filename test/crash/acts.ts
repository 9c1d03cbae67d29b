/**
 * What people ask for just before the server is killed: an undo, a purge, a restore, another way of
 * reading names. Afterwards each is brought to an end, so that everything is where it was before; what
 * was acknowledged must be there then.
 */
import { quiet, scanEnd } from '../bench/support/scans'
import type { Client } from '../bench/support/server'

const patienceMs = 120_000

export interface Act {
  name: string
  /** Series and books that it deletes for good. */
  lost: Set<string>
  /** Resolves when the server has taken it up, or is about to: it is killed soon after. */
  begin(client: Client, libraryId: string): Promise<void>
  /** After the next start, when all jobs have ended. Answers what is wrong. */
  settle(client: Client, libraryId: string): Promise<string[]>
}

type Random = () => number

export const actNames = ['undo', 'names', 'undo of names', 'restore', 'purge'] as const
export type ActName = (typeof actNames)[number]

export function newAct(name: ActName, random: Random): Act {
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

/** It is about to be killed: an answer may never come. */
const ask = (client: Client, method: string, path: string, body?: unknown) =>
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
    ask(client, 'POST', `/series/${this.#series.id}/restore`)
  }

  async settle(client: Client): Promise<string[]> {
    const { status, body } = await client.call('POST', `/series/${this.#series!.id}/restore`)
    // 409: nothing of it was left in the trash.
    return status === 200 || status === 409 ? [] : [`restore: ${status} ${JSON.stringify(body)}`]
  }
}

class Purging implements Act {
  readonly name = 'purge'
  readonly lost = new Set<string>()
  readonly #random: Random
  #series: Series | undefined
  /** Pages by the paths of their books. */
  readonly #read = new Map<string, number>()

  constructor(random: Random) {
    this.#random = random
  }

  async begin(client: Client) {
    this.#series = await pickSeries(client, this.#random)
    const { id, title } = this.#series
    this.lost.add(id)
    for (const { id: bookId, path } of await booksOf(client, id)) {
      this.lost.add(bookId)
      const { body } = await client.call('GET', `/books/${bookId}/progress`)
      if (body.currentPage) this.#read.set(path, body.currentPage)
    }
    await client.need('DELETE', `/series/${id}`)
    ask(client, 'POST', `/series/${id}/purge`, { name: title })
  }

  /** Its books come with the next scan, and with what was read in them. */
  async settle(client: Client, libraryId: string): Promise<string[]> {
    const { id, title } = this.#series!
    const { data } = await client.need('GET', '/purges')
    const purge = (data as { targetId: string; status: string }[]).find(
      ({ targetId }) => targetId === id,
    )
    if (!purge) await client.need('POST', `/series/${id}/purge`, { name: title })
    await quiet(client, patienceMs)
    if (purge && purge.status !== 'completed') return [`the purge ${purge.status}`]
    await scanOnce(client, libraryId)
    const wrong: string[] = []
    const pathOf = new Map<string, string>()
    for (const book of await booksOf(client)) pathOf.set(book.path, book.id)
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

  /** Of the newest scan, if that did something. */
  async begin(client: Client, libraryId: string) {
    await quiet(client, patienceMs)
    const { data } = await client.need('GET', `/libraries/${libraryId}/scans?pageSize=1`)
    this.#path = `/libraries/${libraryId}/scans/${data[0].id}/undo`
    ask(client, 'POST', this.#path)
  }

  async settle(client: Client, libraryId: string): Promise<string[]> {
    const { status, body } = await client.call('GET', this.#path!)
    const wrong = status === 404 || body.status === 'completed' ? [] : [`the undo ${body.status}`]
    await wantAll(client, libraryId)
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
    await quiet(client, patienceMs)
    const { data } = await client.need('GET', `${path}/scans?pageSize=1`)
    ask(client, 'POST', `${path}/scans/${data[0].id}/undo`)
  }

  async settle(client: Client, libraryId: string): Promise<string[]> {
    const path = `/libraries/${libraryId}`
    const { data } = await client.need('GET', `${path}/scans?pageSize=1`)
    const { status, body } = await client.call('GET', `${path}/scans/${data[0].id}/undo`)
    const isBroken = status === 200 && body.status !== 'completed'
    if (isBroken) return [`the undo of names ${body.status}`]
    if (status === 404 && data[0].trigger === 'names') {
      // 409: it only read titles in another way.
      await client.call('POST', `${path}/scans/${data[0].id}/undo`)
      await quiet(client, patienceMs)
    }
    await client.need('PATCH', path, this.#before)
    await quiet(client, patienceMs)
    return []
  }
}

async function booksOf(client: Client, seriesId?: string) {
  const of = seriesId === undefined ? '/books' : `/series/${seriesId}/books`
  const books: { id: string; path: string }[] = []
  for (let page = 1; ; page++) {
    const { data, totalPages } = await client.need('GET', `${of}?pageSize=500&page=${page}`)
    books.push(...data)
    if (page >= totalPages) return books
  }
}

/** What an undo put aside is wanted after all. */
async function wantAll(client: Client, libraryId: string) {
  for (;;) {
    const { data } = await client.need('GET', `/libraries/${libraryId}/ignored?pageSize=500`)
    if (data.length === 0) return
    for (const { id } of data) await client.need('DELETE', `/libraries/${libraryId}/ignored/${id}`)
  }
}

async function scanOnce(client: Client, libraryId: string) {
  await quiet(client, patienceMs)
  await client.need('POST', `/libraries/${libraryId}/scan`)
  await scanEnd(client, libraryId, patienceMs)
  await quiet(client, patienceMs)
}
