/** Laid-out pages that say on which side of the open book they lie. */
import { afterAll, beforeAll, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { until } from './harness'
import { openTextRoom, type TextRoom } from './text-room'

const patience = 60_000
let room: TextRoom

beforeAll(async () => {
  room = await openTextRoom([
    {
      title: 'Sides',
      isFixed: true,
      chapters: (['left', 'right', 'left', 'left'] as const).map((side, index) => ({
        title: `Page ${index + 1}`,
        head: '<meta name="viewport" content="width=600, height=800"/>',
        html: `<p>Page ${index + 1}. Words.</p>`,
        side,
      })),
    },
  ])
}, 120_000)

afterAll(() => room?.close())

/** The pages on the screen, from left to right. */
async function seen(page: Page) {
  const pages = page.frames().filter((each) => each.url().includes('/resources/'))
  const found = pages.map(async (each) => {
    const box = await (await each.frameElement()).boundingBox()
    const words = await each.evaluate(() => document.body.textContent)
    return box ? [{ x: box.x, number: /Page (\d)/.exec(words ?? '')?.[1] }] : []
  })
  // Between two pairs the frames go.
  const all = (await Promise.all(found).catch(() => [])).flat()
  return all
    .toSorted((a, b) => a.x - b.x)
    .map(({ number }) => number)
    .join(' ')
}

test(
  'pairs on a wide screen follow what the book says',
  async () => {
    const visited = await room.signedIn()
    const { page } = visited
    const untilSeen = (numbers: string) =>
      until(async () => (await seen(page)) === numbers, `pages ${numbers} are seen`)
    await room.open(visited, 'Sides')
    // Without a word of the book the first page would stand alone.
    await untilSeen('1 2')
    await page.keyboard.press('ArrowRight')
    await untilSeen('3')
    await page.keyboard.press('ArrowRight')
    await untilSeen('4')
    await visited.context.close()
  },
  patience,
)
