/** One program with one library for all tests of a file. */
import { afterAll, beforeAll } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import {
  openBrowser,
  type Quire,
  startQuire,
  waitUntilScanned,
  type visit,
  type Visit,
} from './harness'
import { createSignedInVisits } from './signed-in'

interface Contents {
  write: (folder: string) => Promise<void>
  /** Number of series that the scan must find. */
  series: number
  /** Each visit signs in separately, for tests that end sessions. */
  ownSessions?: boolean
  /** Starts the full browser, for what the headless shell cannot do. */
  needsFullBrowser?: boolean
  /** Additional environment variables of the program. */
  environment?: Record<string, string>
}

type Screen = Parameters<typeof visit>[2]

export class World {
  quire!: Quire
  browser!: Browser
  readonly #folder = mkdtempSync(join(tmpdir(), 'quire-e2e-library-'))
  /** Folder of the books. The library has the same name. */
  readonly library = join(this.#folder, 'Reading room')

  signedIn!: (screen?: Screen) => Promise<Visit>

  async open({
    write,
    series,
    ownSessions = false,
    needsFullBrowser = false,
    environment = {},
  }: Contents) {
    mkdirSync(this.library)
    await write(this.library)
    this.quire = await startQuire({ library: this.library, environment })
    this.browser = await openBrowser({ needsFullBrowser })
    this.signedIn = createSignedInVisits(this.browser, this.quire, { ownSessions })
    const first = await this.signedIn()
    await waitUntilScanned(first, this.quire, series)
    await first.context.close()
  }

  async close() {
    await this.browser?.close()
    await this.quire?.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Sends an API request that sets up the state of a test. Throws if it fails. */
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

  /** Opens a path in a new signed-in visit. */
  async at(path: string, screen: Screen = {}): Promise<Visit> {
    const seen = await this.signedIn(screen)
    await seen.page.goto(this.quire.url + path)
    return seen
  }
}

/** Starts a world before the tests of a file and closes it after them. */
export function startWorld(contents: Contents): World {
  const world = new World()
  beforeAll(() => world.open(contents), 120_000)
  afterAll(() => world.close(), 60_000)
  return world
}
