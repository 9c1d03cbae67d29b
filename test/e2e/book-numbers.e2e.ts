/** Numbers and summaries of books: on cards, series pages and in the reader. */
import { expect, test } from 'bun:test'
import type { Visit } from './harness'
import { makeCbz } from '../support/make/cbz'
import { makeEpub } from '../support/make/epub'
import sharp from 'sharp'
import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
const titles = ['The Low Tide Map', 'Salt Lessons', 'A Harbour of Glass']
const author = 'Lewis Carroll'
const novel = 'Through the Looking-Glass'
const summary = 'Two cousins follow a map that only shows itself at low tide.'

async function write(folder: string) {
  mkdirSync(join(folder, 'Empty One'))
  writeFileSync(join(folder, 'Empty One', 'Empty One.epub'), '')
  mkdirSync(join(folder, 'Lantern Reef'))
  for (const [index, title] of titles.entries()) {
    const pages = await Promise.all(
      Array.from({ length: 8 }, async (_, number) => {
        const background = { r: 40 + index * 50, g: 20 * number, b: 120 }
        const page = sharp({ create: { width: 400, height: 600, channels: 3, background } })
        return { name: `${number}.jpg`, data: await page.jpeg().toBuffer() }
      }),
    )
    const comicInfo = { Series: 'Lantern Reef', Volume: index + 1, Title: title, Summary: summary }
    const file = join(folder, 'Lantern Reef', `Lantern Reef v${index + 1}.cbz`)
    writeFileSync(file, await makeCbz({ pages, comicInfo }))
    if (index > 0) continue
    mkdirSync(join(folder, 'Sea Wall'))
    writeFileSync(join(folder, 'Sea Wall', 'Sea Wall c001-050.cbz'), await makeCbz({ pages }))
  }
}

/** Writes a series of three image folders and an archive. */
async function writeImageFolders(folder: string) {
  const background = { r: 20, g: 90, b: 70 }
  const page = sharp({ create: { width: 400, height: 600, channels: 3, background } })
  const data = await page.jpeg().toBuffer()
  mkdirSync(join(folder, 'Open Water'))
  for (const volume of [1, 2, 3]) {
    const book = join(folder, 'Open Water', `Open Water v${volume}`)
    mkdirSync(book)
    for (const number of [1, 2, 3]) writeFileSync(join(book, `${number}.jpg`), data)
    // Old enough not to be treated as a folder that files are still being copied into.
    utimesSync(book, new Date('2024-05-01T00:00:00Z'), new Date('2024-05-01T00:00:00Z'))
  }
  const comic = await makeCbz({ pages: [{ name: '1.jpg', data }] })
  writeFileSync(join(folder, 'Open Water', 'Open Water v4.cbz'), comic)
}

async function writeNovel(folder: string) {
  mkdirSync(join(folder, author))
  const book = await makeEpub({ title: novel, author })
  writeFileSync(join(folder, author, `${novel}.epub`), book)
}

const world = startWorld({
  async write(folder) {
    await write(folder)
    await writeImageFolders(folder)
    await writeNovel(folder)
  },
  series: 5,
})

async function bookIds({ context }: Visit): Promise<string[]> {
  const answer = await context.request.get(`${world.quire.url}/api/v1/books?sort=title,asc`)
  const { data } = (await answer.json()) as { data: { id: string; title: string }[] }
  return titles.map((title) => data.find((book) => book.title === title)!.id)
}

/** Waits until the scan has made the thumbnail, from which the color comes. */
async function waitForCoverColor({ context }: Visit, id: string): Promise<string> {
  let color: string | null = null
  const isKnown = async () => {
    const answer = await context.request.get(`${world.quire.url}/api/v1/books/${id}`)
    color = ((await answer.json()) as { book: { coverColor: string | null } }).book.coverColor
    return color !== null
  }
  await waitUntil(isKnown, 'the color of the cover')
  return color!
}

test(
  'I1: cards and the reader show the volume before the title',
  async () => {
    const seen = await world.signedIn()
    const [first = ''] = await bookIds(seen)
    await world.prepare(seen, `books/${first}/progress`, { currentPage: 2 }, 'PUT')
    const { page } = seen
    await page.goto(`${world.quire.url}/`)
    await page.getByText('Vol. 1 · The Low Tide Map', { exact: true }).waitFor()
    await page.goto(`${world.quire.url}/library?tab=books`)
    await page.getByText('Vol. 2 · Salt Lessons · 8 p.', { exact: true }).waitFor()
    await page.getByText('Vol. 3 · A Harbour of Glass · 8 p.', { exact: true }).waitFor()
    await page.goto(`${world.quire.url}/read/${first}`)
    await page.getByRole('banner').getByText('Vol. 1 · The Low Tide Map').waitFor()
    await page.getByRole('button', { name: 'Vol. 2 ▶' }).waitFor()
    expect(await page.title()).toContain('Lantern Reef · Vol. 1 · The Low Tide Map')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'A1: a file of several chapters shows the first and the last',
  async () => {
    const { page, context } = await world.signedIn()
    await page.goto(`${world.quire.url}/library?tab=books`)
    await page.getByText('Ch. 1–50 · 8 p.', { exact: true }).waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'I9, I13: the current book leads to its series, its page and the reader, in the color of its cover',
  async () => {
    const seen = await world.signedIn()
    const [first = ''] = await bookIds(seen)
    await world.prepare(seen, `books/${first}/progress`, { currentPage: 2 }, 'PUT')
    const { page } = seen
    const home = `${world.quire.url}/`
    const row = page.getByRole('region', { name: 'Continue reading' })
    const color = await waitForCoverColor(seen, first)
    await page.goto(home)
    const link = row.getByRole('link', {
      name: 'Continue reading Lantern Reef, Vol. 1 · The Low Tide Map',
    })
    await link.waitFor()
    const tint = await row
      .locator('[style*="--tint"]')
      .first()
      .evaluate((it) => it.style.getPropertyValue('--tint'))
    expect(tint).toBe(color)
    await row.getByRole('link', { name: 'Lantern Reef', exact: true }).click()
    await page.waitForURL('**/series/*')
    await page.goto(home)
    await row.getByRole('link', { name: 'Vol. 1 · The Low Tide Map', exact: true }).click()
    await page.waitForURL(`**/book/${first}`)
    await page.goto(home)
    await row.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('menuitem', { name: 'Mark as read' }).click()
    await row.waitFor({ state: 'detached' })
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'design 2: the current book shows the time that is left at the pace of the reader',
  async () => {
    const seen = await world.signedIn()
    const [first = ''] = await bookIds(seen)
    await world.prepare(seen, `books/${first}/progress`, { currentPage: 1 }, 'PUT')
    const { page, context } = seen
    const me = await context.request.get(`${world.quire.url}/api/v1/auth/me`)
    const { id } = (await me.json()) as { id: string }
    const answer = await context.request.get(`${world.quire.url}/api/v1/books/${first}`)
    const { book } = (await answer.json()) as { book: { pageCount: number } }
    const row = page.getByRole('region', { name: 'Continue reading' })
    await page.goto(`${world.quire.url}/`)
    const place = row.getByText(`Page 1 of ${book.pageCount}`)
    await place.waitFor()
    expect(await place.textContent()).not.toContain('left')
    // A reading pace of ten minutes per page.
    await page.evaluate(
      ([key, pace]) => localStorage.setItem(key!, pace!),
      [`quire.pace.${id}`, JSON.stringify({ secondsPerPage: 600, turns: 9 })],
    )
    await page.reload()
    await row.getByText(/Page 1 of \d+ · ≈\s\d+\s(min|h)\sleft/).waitFor()
    await world.prepare(seen, `books/${first}/unread`, {}, 'POST')
    await context.close()
  },
  timeoutMs,
)

test(
  'I17: new books of a series share a card, and no row repeats another',
  async () => {
    const seen = await world.at('/')
    const { page } = seen
    const row = page.getByRole('region', { name: 'New books' })
    await row.getByText('3 new books').waitFor()
    // One cover for each series with readable books.
    expect(await row.locator('[data-cover]').count()).toBe(4)
    await page.getByRole('button', { name: 'Customize Home' }).waitFor()
    expect(await page.getByRole('region', { name: 'New series' }).count()).toBe(1)
    expect(await page.getByRole('region', { name: 'Recently updated' }).count()).toBe(0)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'I2: a series without a summary shows that of its first book',
  async () => {
    const seen = await world.signedIn()
    const [id = ''] = await world.seriesIds(seen, 'Lantern')
    await seen.page.goto(`${world.quire.url}/series/${id}`)
    await seen.page.getByText(summary).waitFor()
    await seen.page.getByText('From Vol. 1', { exact: true }).waitFor()
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'I5: the first page has the connection for itself, and the cover is shown meanwhile',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const [, second = ''] = await bookIds(seen)
    const asked: string[] = []
    const held = Promise.withResolvers<void>()
    await page.route(/\/pages\/\d+(\?.*)?$/, async (route) => {
      asked.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
      if (asked.length === 1) await held.promise
      await route.continue()
    })
    await page.goto(`${world.quire.url}/read/${second}`)
    await waitUntil(() => asked.length > 0, 'the request for the first page')
    const cover = page.locator('.opening img').last()
    await waitUntil(
      () => cover.evaluate((it: HTMLImageElement) => it.naturalWidth > 0),
      'the cover',
    )
    await page.getByRole('button', { name: 'Vol. 3 ▶' }).waitFor()
    expect(asked).toEqual(['1'])
    held.resolve()
    await page.locator('img[alt^="Page 1 "]').waitFor()
    await waitUntil(() => asked.length > 2, 'the pages after it')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'I11, I12: an empty file is not offered for reading, and the reader says why it cannot be read',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const answer = await seen.context.request.get(`${world.quire.url}/api/v1/books?search=Empty`)
    const { data } = (await answer.json()) as { data: { id: string }[] }
    const { id } = data[0]!
    await page.goto(`${world.quire.url}/`)
    await page
      .getByRole('region', { name: 'New books' })
      .getByText('Lantern Reef')
      .first()
      .waitFor()
    const newBooks = page.getByRole('region', { name: 'New books' })
    expect(await newBooks.getByText('Empty One').count()).toBe(0)
    await page.goto(`${world.quire.url}/book/${id}`)
    await page.getByRole('heading', { name: 'There’s a problem with this file' }).waitFor()
    expect(await page.getByRole('link', { name: 'Start reading' }).count()).toBe(0)
    await page.goto(`${world.quire.url}/read/${id}`)
    await page.getByText('This file is empty').waitFor()
    await page.getByRole('button', { name: 'Close book' }).waitFor()
    await seen.context.close()
  },
  timeoutMs,
)

/** Scans the library until the book is present or absent. */
async function scanUntil(seen: Visit, bookId: string, isThere: boolean) {
  const api = `${world.quire.url}/api/v1`
  const libraries = await seen.context.request.get(`${api}/libraries`)
  const [library] = (await libraries.json()) as { id: string }[]
  await world.prepare(seen, `libraries/${library!.id}/scan`, {})
  await waitUntil(
    async () => (await seen.context.request.get(`${api}/books/${bookId}`)).ok() === isThere,
    'the scan has seen the file',
  )
}

test(
  'I10: the reader says that the file of a book is missing, and where the book is',
  async () => {
    const seen = await world.signedIn({ mayBreakRules: true })
    const { page } = seen
    const third = (await bookIds(seen))[2] ?? ''
    const address = `${world.quire.url}/read/${third}`
    await page.goto(address)
    await page.locator('img[alt^="Page 1 "]').waitFor()
    const file = join(world.library, 'Lantern Reef', 'Lantern Reef v3.cbz')
    const elsewhere = join(world.quire.folder, 'elsewhere.cbz')
    renameSync(file, elsewhere)
    try {
      await page.keyboard.press('End')
      await page.getByText('Couldn’t show this page').waitFor()
      await page.getByRole('link', { name: 'Go to series' }).waitFor()
      await scanUntil(seen, third, false)
      await page.goto(address)
      await page
        .getByText(/This book was moved to the trash .* because its file is missing/)
        .waitFor()
      await page.getByRole('button', { name: 'Close book' }).waitFor()
      await page.getByRole('link', { name: 'Open trash' }).click()
      await page.getByText('A Harbour of Glass').waitFor()
    } finally {
      renameSync(elsewhere, file)
    }
    await scanUntil(seen, third, true)
    // Progress made while the book was missing is sent once the book is back.
    await page.goto(world.quire.url)
    const progress = `${world.quire.url}/api/v1/books/${third}/progress`
    await waitUntil(
      async () => (await (await seen.context.request.get(progress)).text()).includes(':8'),
      'the position is saved',
    )
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'I3: a novel in the folder of its author is shown by its title, with the author below',
  async () => {
    const { page, context } = await world.at('/library')
    const card = page.locator('[data-cover]', { hasText: novel })
    await card.getByText(author).waitFor()
    await page.getByRole('link', { name: novel }).first().click()
    await page.getByRole('heading', { level: 1, name: novel }).waitFor()
    expect(await page.getByRole('heading', { name: author, exact: true }).count()).toBe(0)
    await context.close()
  },
  timeoutMs,
)

test(
  'I20: the files of a series are counted in words where they are image folders',
  async () => {
    const { page, context } = await world.at('/library')
    await page.locator('[data-cover]', { hasText: 'Open Water' }).click()
    await page.getByRole('heading', { level: 1, name: 'Open Water' }).waitFor()
    await page.getByText(/^(3 image folders, 1 CBZ|1 CBZ, 3 image folders) · /).waitFor()
    expect(await page.getByText(/\bFOLDER\b/).count()).toBe(0)
    await context.close()
  },
  timeoutMs,
)
