/**
 * A person who browses and reads: lists, covers, pages, feeds, reading positions. Each answer is
 * compared with what the person must get.
 */
import type { Dice } from '../support/dice'
import type { RunRecord } from './run-record'

/** What is known of the library before the readers come. */
export interface Shelf {
  /** Reads are counted in these books, which stay as they are. */
  books: readonly { id: string; seriesId: string; libraryId: string; pages: readonly string[] }[]
  libraryIds: readonly string[]
  /** Number of series in each library before new books arrive. */
  seriesCount: number
}

interface Account {
  username: string
  password: string
  /** The libraries that the person may see. */
  libraryIds: readonly string[]
}

const patienceMs = 90_000
const pauseMs = 250
const awayStatuses = new Set([502, 503, 504])

interface Asked {
  method?: string
  body?: unknown
}

export class Reader {
  /** The last accepted position by book. */
  readonly pages = new Map<string, number>()
  readonly name: string
  readonly #url: string
  readonly #account: Account
  readonly #shelf: Shelf
  readonly #dice: Dice
  readonly #record: RunRecord
  #tokens = { accessToken: '', refreshToken: '' }

  constructor(url: string, account: Account, shelf: Shelf, dice: Dice, record: RunRecord) {
    this.name = account.username
    this.#url = url
    this.#account = account
    this.#shelf = shelf
    this.#dice = dice
    this.#record = record
  }

  get accessToken() {
    return this.#tokens.accessToken
  }

  maySee(libraryId: string) {
    return this.#account.libraryIds.includes(libraryId)
  }

  /** Sends one or a few requests, drawn by how often readers send them. */
  async act() {
    const draw = this.#dice.roll(100)
    if (draw < 50) await this.#openPage()
    else if (draw < 65) await this.#openCover()
    else if (draw < 80) await this.#turnPage()
    else if (draw < 90) await this.#list()
    else if (draw < 95) await this.#openSeries()
    else await this.#openFeed()
  }

  async signIn() {
    const { username, password } = this.#account
    const answer = await this.#send('sign in', '/api/v1/auth/login', {
      method: 'POST',
      body: { username, password },
    })
    this.#tokens = (await answer.json()) as { accessToken: string; refreshToken: string }
  }

  async #openPage() {
    const book = this.#drawBook()
    const number = 1 + this.#dice.roll(book.pages.length)
    const answer = await this.ask('page', `/api/v1/books/${book.id}/pages/${number}`)
    const hash = Bun.hash(await answer.arrayBuffer()).toString()
    this.#record.check(
      answer.status === 200 && hash === book.pages[number - 1],
      () => `${this.name}: page ${number} of ${book.id} is another one, or ${answer.status}`,
    )
  }

  async #openCover() {
    const { seriesId } = this.#drawBook()
    const answer = await this.ask('cover', `/api/v1/series/${seriesId}/thumbnail`)
    const { size } = await answer.blob()
    const isPicture = answer.headers.get('content-type')?.startsWith('image/') === true
    this.#record.check(
      answer.status === 200 && isPicture && size > 0,
      () => `${this.name}: cover of ${seriesId}: ${answer.status}`,
    )
  }

  async #turnPage() {
    const book = this.#drawBook()
    // The last page would complete the book, and the next position begin it again.
    const currentPage = 1 + this.#dice.roll(book.pages.length - 1)
    const path = `/api/v1/books/${book.id}/progress`
    const answer = await this.ask('turn a page', path, { method: 'PUT', body: { currentPage } })
    await answer.arrayBuffer()
    if (answer.status !== 200) {
      this.#record.addFault(`${this.name}: PUT ${path}: ${answer.status}`)
      return
    }
    this.pages.set(book.id, currentPage)
    // The other server may answer this.
    await this.checkPosition(book.id)
  }

  async checkPosition(bookId: string) {
    const answer = await this.ask('position', `/api/v1/books/${bookId}/progress`)
    const found = (await answer.json()) as { currentPage?: number }
    const wanted = this.pages.get(bookId)
    this.#record.check(
      found.currentPage === wanted,
      () => `${this.name}: ${bookId} is at page ${found.currentPage}, written was ${wanted}`,
    )
  }

  async #list() {
    const known = this.#account.libraryIds.length * this.#shelf.seriesCount
    const page = 1 + this.#dice.roll(Math.ceil(known / 50))
    const answer = await this.ask('list', `/api/v1/series?pageSize=50&page=${page}&sort=name,asc`)
    const { data, total = 0 } = (await answer.json()) as { data?: Listed[]; total?: number }
    this.#record.check(total >= known, () => `${this.name}: ${total} series, there are ${known}`)
    this.#checkSeries('a list', data)
  }

  async #openSeries() {
    const { seriesId, libraryId } = this.#drawBook()
    const answer = await this.ask('series', `/api/v1/series/${seriesId}`)
    const found = (await answer.json()) as Listed
    this.#record.check(
      found.id === seriesId && found.libraryId === libraryId,
      () => `${this.name}: series ${seriesId}: ${answer.status}`,
    )
  }

  async #openFeed() {
    const answer = await this.ask('feed', '/opds/v2/series?pageSize=50')
    const text = await answer.text()
    this.#record.check(
      answer.status === 200 && text.startsWith('{'),
      () => `${this.name}: feed: ${answer.status}`,
    )
    for (const { seriesId, libraryId } of this.#shelf.books)
      if (!this.maySee(libraryId) && text.includes(seriesId))
        this.#record.addFault(`${this.name}: sees ${seriesId} in a feed`)
  }

  #checkSeries(where: string, data: Listed[] | undefined) {
    const ids = new Set(data?.map(({ id }) => id))
    this.#record.check(
      data !== undefined && data.length > 0 && ids.size === data.length,
      () =>
        `${this.name}: ${where} with ${data?.length ?? 'no'} series, ${ids.size} of them unlike`,
    )
    for (const { id, libraryId } of data ?? [])
      this.#record.check(this.maySee(libraryId), () => `${this.name}: sees ${id} in ${where}`)
  }

  #drawBook() {
    return this.#dice.one(this.#shelf.books.filter(({ libraryId }) => this.maySee(libraryId)))
  }

  /** Renews the session when it has expired. */
  async ask(kind: string, path: string, asked: Asked = {}): Promise<Response> {
    const answer = await this.#send(kind, path, asked)
    if (answer.status !== 401) return answer
    await answer.arrayBuffer()
    await this.#renew()
    return this.#send(kind, path, asked)
  }

  async #renew() {
    const { refreshToken } = this.#tokens
    const body = { refreshToken }
    const answer = await this.#send('renew', '/api/v1/auth/refresh', { method: 'POST', body })
    if (answer.ok) {
      this.#tokens = (await answer.json()) as { accessToken: string; refreshToken: string }
      return
    }
    this.#record.addFault(`${this.name}: the session ended: ${answer.status}`)
    await answer.arrayBuffer()
    await this.signIn()
  }

  /** Repeats the request while the installation cannot answer it, as reading apps do. */
  async #send(kind: string, path: string, { method = 'GET', body }: Asked): Promise<Response> {
    const begin = performance.now()
    for (;;) {
      const answer = await fetch(`${this.#url}${path}`, {
        method,
        headers: {
          ...(this.accessToken && { authorization: `Bearer ${this.accessToken}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      }).catch((error: unknown) => String(error))
      const waitedMs = performance.now() - begin
      if (typeof answer !== 'string' && !awayStatuses.has(answer.status)) {
        this.#record.addTime(kind, waitedMs)
        return answer
      }
      if (typeof answer !== 'string') await answer.arrayBuffer()
      this.#record.repeats++
      this.#record.longestOutageMs = Math.max(this.#record.longestOutageMs, waitedMs)
      if (waitedMs > patienceMs) throw new Error(`${kind}: no answer: ${JSON.stringify(answer)}`)
      await Bun.sleep(pauseMs)
    }
  }
}

interface Listed {
  id: string
  libraryId: string
}
