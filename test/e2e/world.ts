/** One program with one library for all tests of a file. */
import { afterAll, beforeAll } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Cookie } from 'playwright-core'
import {
  openBrowser,
  type Quire,
  signIn,
  startQuire,
  waitUntilScanned,
  visit,
  type Visit,
} from './harness'

interface Contents {
  write: (folder: string) => Promise<void>
  /** The number of series that the scan finds. */
  series: number
  /** Each visit signs in separately, for tests that end sessions. */
  ownSessions?: boolean
  /** Settings of the program. */
  environment?: Record<string, string>
}

type Screen = Parameters<typeof visit>[2]

export class World {
  quire!: Quire
  browser!: Browser
  readonly #folder = mkdtempSync(join(tmpdir(), 'quire-e2e-library-'))
  /** The folder of the books, whose name is that of the library. */
  readonly library = join(this.#folder, 'Reading room')

  /** Shared by all visits, because verifying a password is slow on purpose. */
  #cookies: Cookie[] = []

  async open({ write, series, ownSessions = false, environment = {} }: Contents) {
    mkdirSync(this.library)
    await write(this.library)
    this.quire = await startQuire({ library: this.library, environment })
    this.browser = await openBrowser()
    const first = await this.signedIn()
    await waitUntilScanned(first, this.quire, series)
    if (!ownSessions) this.#cookies = await first.context.cookies()
    await first.context.close()
  }

  async close() {
    await this.browser?.close()
    await this.quire?.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async signedIn(screen: Screen = {}): Promise<Visit> {
    const seen = await visit(this.browser, this.quire, screen)
    const session = this.#cookies.filter(({ name }) => name !== 'quire_look')
    if (session.length > 0) await seen.context.addCookies(session)
    else await signIn(seen, this.quire)
    return seen
  }

  /** Prepares the state of a test through the API, whatever a previous attempt left. */
  async prepare({ context }: Visit, path: string, data: object, method = 'POST') {
    const { origin } = new URL(this.quire.url)
    const url = `${this.quire.url}/api/v1/${path}`
    const answer = await context.request.fetch(url, { method, headers: { origin }, data })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  }

  /** Deletes all reading progress. */
  async deleteProgress(seen: Visit) {
    await this.prepare(seen, 'series/bulk/unread', { seriesIds: await this.seriesIds(seen) })
  }

  async seriesIds({ context }: Visit, search = ''): Promise<string[]> {
    const wanted = search && `&search=${encodeURIComponent(search)}`
    const url = `${this.quire.url}/api/v1/series?pageSize=100${wanted}`
    const { data } = (await (await context.request.get(url)).json()) as { data: { id: string }[] }
    return data.map(({ id }) => id)
  }

  /** Opens a page, signed in. */
  async at(path: string, screen: Screen = {}): Promise<Visit> {
    const seen = await this.signedIn(screen)
    await seen.page.goto(this.quire.url + path)
    return seen
  }
}

/** Opened before the tests of a file and closed after them. */
export function startWorld(contents: Contents): World {
  const world = new World()
  beforeAll(() => world.open(contents), 120_000)
  afterAll(() => world.close(), 60_000)
  return world
}
