/** The settings of a signed-in user, in one browser page shared by all tests of a file. */
import { afterEach, beforeAll, beforeEach, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Visit } from './harness'
import { startWorld, type World } from './world'

type Contents = Parameters<typeof startWorld>[0]

export class SettingsPage {
  seen!: Visit
  readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** Opens a page of the settings and waits for its title. */
  async open(name: string, title: string, page: Page = this.seen.page): Promise<Page> {
    await page.goto(`${this.world.quire.url}/settings/${name}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    return page
  }

  /** Sends a request as the same user, without the page. */
  send(method: 'POST' | 'PUT' | 'PATCH', path: string, data: object) {
    const headers = { origin: new URL(this.world.quire.url).origin }
    return this.seen.context.request.fetch(this.#address(path), { method, headers, data })
  }

  async request<Answer>(path: string): Promise<Answer> {
    const answer = await this.seen.context.request.get(this.#address(path))
    return (await answer.json()) as Answer
  }

  #address = (path: string) => `${this.world.quire.url}/api/v1${path}`
}

export function openSettings(contents: Contents): SettingsPage {
  const room = new SettingsPage(startWorld(contents))
  beforeAll(async () => {
    room.seen = await room.world.signedIn()
  }, 60_000)
  return room
}

/** Makes each test of a file fail if the browser has reported problems. */
export function expectNoTrouble(room: SettingsPage) {
  beforeEach(() => void room.seen.troubles.splice(0))
  afterEach(() => expect(room.seen.troubles).toEqual([]))
}
