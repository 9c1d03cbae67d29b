/** Fixed-layout books that specify on which side of a spread each page belongs. */
import { afterAll, beforeAll, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from './harness'
import { openTextShelf, type TextShelf } from './text-shelf'

const timeoutMs = 60_000
let shelf: TextShelf

beforeAll(async () => {
  shelf = await openTextShelf([
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

afterAll(() => shelf?.close())

/** Returns the visible page numbers from left to right. */
async function listVisible(page: Page) {
  const pages = page.frames().filter((each) => each.url().includes('/resources/'))
  const found = pages.map(async (each) => {
    const box = await (await each.frameElement()).boundingBox()
    const words = await each.evaluate(() => document.body.textContent)
    return box ? [{ x: box.x, number: /Page (\d)/.exec(words ?? '')?.[1] }] : []
  })
  // Frames may be removed during the evaluation, when the next pair of pages is shown.
  const all = (await Promise.all(found).catch(() => [])).flat()
  return all
    .toSorted((a, b) => a.x - b.x)
    .map(({ number }) => number)
    .join(' ')
}

test(
  'pairs on a wide screen follow the sides in the book',
  async () => {
    const visited = await shelf.signedIn()
    const { page } = visited
    const waitUntilVisible = (numbers: string) =>
      waitUntil(async () => (await listVisible(page)) === numbers, `pages ${numbers} are seen`)
    await shelf.open(visited, 'Sides')
    // Without specified sides, the first page would be single.
    await waitUntilVisible('1 2')
    await page.keyboard.press('ArrowRight')
    await waitUntilVisible('3')
    await page.keyboard.press('ArrowRight')
    await waitUntilVisible('4')
    await visited.context.close()
  },
  timeoutMs,
)
