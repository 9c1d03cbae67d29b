/** The settings in one page, signed in, for all tests of a file. */
import { afterEach, beforeAll, beforeEach, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Visit } from './harness'
import { openWorld, type World } from './world'

type Contents = Parameters<typeof openWorld>[0]

export class SettingsRoom {
  seen!: Visit
  readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** A part of the settings, once its title is there. */
  async open(name: string, title: string, page: Page = this.seen.page): Promise<Page> {
    await page.goto(`${this.world.quire.url}/settings/${name}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    return page
  }

  /** Asked of the server without the page, as the same person. */
  send(method: 'POST' | 'PUT' | 'PATCH', path: string, data: object) {
    const headers = { origin: new URL(this.world.quire.url).origin }
    return this.seen.context.request.fetch(this.#address(path), { method, headers, data })
  }

  async ask<Answer>(path: string): Promise<Answer> {
    const answer = await this.seen.context.request.get(this.#address(path))
    return (await answer.json()) as Answer
  }

  #address = (path: string) => `${this.world.quire.url}/api/v1${path}`
}

export function openSettings(contents: Contents): SettingsRoom {
  const room = new SettingsRoom(openWorld(contents))
  beforeAll(async () => {
    room.seen = await room.world.signedIn()
  }, 60_000)
  return room
}

/** For tests in which the browser must have nothing to complain of. */
export function expectNoTrouble(room: SettingsRoom) {
  beforeEach(() => void room.seen.troubles.splice(0))
  afterEach(() => expect(room.seen.troubles).toEqual([]))
}
