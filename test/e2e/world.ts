/** One program on one library for all tests of a file. */
import { afterAll, beforeAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import {
  openBrowser,
  type Quire,
  signIn,
  startQuire,
  untilScanned,
  visit,
  type Visit,
} from './harness'

interface Contents {
  write: (folder: string) => Promise<void>
  /** How many series the scan will find. */
  series: number
}

type Screen = Parameters<typeof visit>[2]

export class World {
  quire!: Quire
  browser!: Browser
  /** Where the books lie. */
  readonly library = mkdtempSync(join(tmpdir(), 'quire-e2e-library-'))

  async open({ write, series }: Contents) {
    await write(this.library)
    this.quire = await startQuire({ library: this.library })
    this.browser = await openBrowser()
    const first = await this.signedIn()
    await untilScanned(first, this.quire, series)
    await first.context.close()
  }

  async close() {
    await this.browser?.close()
    await this.quire?.close()
    rmSync(this.library, { recursive: true, force: true })
  }

  async signedIn(screen: Screen = {}): Promise<Visit> {
    const seen = await visit(this.browser, this.quire, screen)
    await signIn(seen, this.quire)
    return seen
  }

  /** Signed in, at this address. */
  async at(path: string, screen: Screen = {}): Promise<Visit> {
    const seen = await this.signedIn(screen)
    await seen.page.goto(this.quire.url + path)
    return seen
  }
}

/** Opened before the tests of a file and closed after them. */
export function openWorld(contents: Contents): World {
  const world = new World()
  beforeAll(() => world.open(contents), 120_000)
  afterAll(() => world.close(), 60_000)
  return world
}
