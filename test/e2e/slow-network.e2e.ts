/** On a poor line, and with none for a while: one sees what is being waited for, and nothing is lost. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { waitUntil } from '../support/wait-until'
import { fillDatabase, titleAt } from './big-library'
import { phone, poor, setLine, slowDown } from './network'
import { openRoom, press, type Room, untilProgress, untilShown } from './reading-room'

const patience = 120_000
const many = 5_000
let room: Room

beforeAll(async () => {
  room = await openRoom(['Slow', 'Gone'])
  const { quire } = room
  await quire.whileStopped(async () => fillDatabase(join(quire.folder, 'data/quire.db'), many))
}, 120_000)
afterAll(() => room?.close(), 60_000)

/** Whether somebody who looks sees that something is on its way. */
const isSaidToLoad = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[aria-busy="true"], [role="status"], [data-index]')].some(
      (element) => /load/i.test(element.textContent) || element.ariaBusy === 'true',
    ),
  )

const noErrorPage = async (page: Page) =>
  expect(await page.getByRole('alert').filter({ visible: true }).count()).toBe(0)

test(
  'the library says that it loads, then shows what there is',
  async () => {
    const seen = await room.signedIn(phone)
    const { page } = seen
    await slowDown(seen, poor)
    await page.goto(`${room.quire.url}/library`, { waitUntil: 'commit' })
    await waitUntil(() => isSaidToLoad(page))
    await page.getByText('Amber 0', { exact: true }).waitFor({ timeout: 60_000 })
    await noErrorPage(page)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience,
)

test(
  'a list that was scrolled without a network fills itself when the network is back',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await page.goto(`${room.quire.url}/library`)
    await page.getByText('Amber 0', { exact: true }).waitFor()
    // With its length the list has its height.
    await page.getByText(/^5,0\d\d series$/).waitFor()
    const session = await slowDown(seen, poor)
    await setLine(session, poor, true)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
    const middle = await waitUntil(() =>
      page.evaluate(() => {
        const places = [...document.querySelectorAll<HTMLElement>('[data-index]')]
        const first = Number(places[0]?.dataset['index'] ?? 0)
        return first > 1_000 && !document.querySelector('[data-cover]') && first
      }),
    )
    await noErrorPage(page)
    await setLine(session, poor)
    // Two of this library's series come from files and stand somewhere between.
    const titles = [middle - 2, middle - 1, middle].map((index) => titleAt(index, many))
    await waitUntil(async () => {
      const shown = await page.locator('[data-cover]').allTextContents()
      return shown.some((text) => titles.some((title) => text.startsWith(title)))
    })
    await noErrorPage(page)
    await seen.context.close()
  },
  patience,
)

test(
  'a turn on a poor line shows the old page or says that it loads, until the new one is there',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    await room.open(seen, room.bookOf('Slow'), '?page=1')
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('main img[alt^="Page "]')?.naturalWidth,
    )
    await slowDown(seen, { ...poor, down: 15_000 })
    await page.evaluate(() => {
      const blanks: number[] = []
      Object.assign(globalThis, { blanks })
      const look = () => {
        const pictures = [...document.querySelectorAll<HTMLImageElement>('main img[alt^="Page "]')]
        const hasPage = pictures.some(({ naturalWidth }) => naturalWidth > 0)
        const says = document.querySelector('main [aria-busy], main [role="status"]')
        if (!hasPage && !says) blanks.push(performance.now())
        requestAnimationFrame(look)
      }
      look()
    })
    for (const numbers of [[2, 3], [4, 5], [6], [7, 8]]) {
      await press(page, 'ArrowRight', numbers)
    }
    await untilProgress(room, seen, room.bookOf('Slow'), 8)
    expect(
      await page.evaluate(() => (globalThis as unknown as { blanks: number[] }).blanks),
    ).toEqual([])
    await noErrorPage(page)
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience,
)

test(
  'a place that was read to without a network is kept when it is back',
  async () => {
    const seen = await room.signedIn()
    const { page } = seen
    const book = room.bookOf('Gone')
    await room.open(seen, book, '?page=1')
    await press(page, 'ArrowRight', [2, 3])
    await untilProgress(room, seen, book, 3)
    const session = await slowDown(seen, poor)
    // The next pages were fetched ahead while there was a network.
    await waitUntil(() =>
      page.evaluate(() =>
        ['/pages/4', '/pages/5'].every((part) =>
          performance
            .getEntriesByType('resource')
            .some(({ name, duration }) => name.includes(part) && duration > 0),
        ),
      ),
    )
    await setLine(session, poor, true)
    await page.keyboard.press('ArrowRight')
    await untilShown(page, [4, 5])
    await setLine(session, poor)
    await untilProgress(room, seen, book, 5)
    await noErrorPage(page)
    await seen.context.close()
  },
  patience,
)
