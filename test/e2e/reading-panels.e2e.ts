/** Side panels and dialogs of both readers, whose code is loaded on demand. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { writeVolumes } from './generate-library'
import { waitForBox, waitUntil } from './harness'
import { openShelfWith, type ReadingShelf, waitUntilShown } from './reading-shelf'
import { buildParagraphs, makeTinyEpub } from './tiny-epub'

const timeoutMs = 60_000
let shelf: ReadingShelf

beforeAll(async () => {
  shelf = await openShelfWith({
    series: 2,
    books: 3,
    async write(library) {
      await writeVolumes(library, 'Tides', 12)
      mkdirSync(join(library, 'Lantern'))
      writeFileSync(join(library, 'Lantern', 'Lantern v1.epub'), novel)
    },
  })
}, 120_000)
afterAll(() => shelf?.close())

const novel = makeTinyEpub({
  title: 'Lantern',
  chapters: [1, 2].map((chapter) => ({
    title: `Chapter ${chapter}`,
    html: `<h1>Chapter ${chapter}</h1>${buildParagraphs(chapter, 30)}`,
  })),
})

const comic = {
  name: 'Tides',
  script: '**/assets/page-panels*.js',
  /** A part of the settings. */
  setting: 'Reading mode',
  isShown: (page: Page) => page.locator('main img[alt^="Page "]').first(),
}
const book = {
  name: 'Lantern',
  script: '**/assets/text-panels*.js',
  setting: 'Typeface',
  isShown: (page: Page) => page.getByRole('slider', { name: 'Position in the book' }),
}

/** The browser reports that frames of e-books run no scripts, also not those of this test. */
const mayBreakRules = { mayBreakRules: true }

async function open(page: Page, { name, isShown }: typeof comic) {
  await page.goto(`${shelf.quire.url}/read/${shelf.bookOf(name).id}`)
  await isShown(page).waitFor()
}

/** Delays a script until the returned function is called. */
async function hold(page: Page, script: string) {
  const released = Promise.withResolvers<void>()
  await page.route(script, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

const getSettings = (page: Page) => page.getByRole('complementary', { name: 'Reading settings' })

const hasFocus = (element: Locator) => element.evaluate((it) => it === document.activeElement)

test.each([comic, book])(
  'the panels of $name are loaded after the first page, without being opened',
  async (kind) => {
    const { page, context } = await shelf.signedIn(mayBreakRules)
    const loaded: string[] = []
    page.on('request', (request) => {
      const [, name] = /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
      if (name?.endsWith('-panels')) loaded.push('panels')
      else if (/\/pages\/\d+|\/resources\//.test(request.url())) loaded.push('page')
    })
    const answer = await page.goto(`${shelf.quire.url}/read/${shelf.bookOf(kind.name).id}`)
    expect(await answer!.text()).not.toContain('-panels-')
    await waitUntil(() => loaded.includes('panels'), 'the panels are loaded')
    expect(loaded.indexOf('page')).toBeWithin(0, loaded.indexOf('panels'))
    await context.close()
  },
  timeoutMs,
)

test.each([comic, book])(
  'a panel of $name that cannot be loaded says so, and can be tried again',
  async (kind) => {
    const { page, context } = await shelf.signedIn(mayBreakRules)
    await page.route(kind.script, (route) => route.abort())
    await open(page, kind)
    const button = page.getByRole('button', { name: 'Reading settings' })
    await button.focus()
    await page.keyboard.press('Enter')
    const panel = getSettings(page)
    await panel.getByRole('alert').getByText('If Quire was updated, reload the page.').waitFor()
    expect(await hasFocus(panel)).toBe(true)
    await page.unroute(kind.script)
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel.getByRole('group', { name: kind.setting }).waitFor()
    expect(await hasFocus(panel)).toBe(true)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await waitUntil(() => hasFocus(button), 'the focus is back')
    await context.close()
  },
  timeoutMs,
)

test.each([comic, book])(
  'neither $name nor the panel moves when the content of the panel arrives',
  async (kind) => {
    const { page, context } = await shelf.signedIn(mayBreakRules)
    const release = await hold(page, kind.script)
    await open(page, kind)
    const panel = getSettings(page)
    const measure = async () => [await waitForBox(page.locator('main')), await waitForBox(panel)]
    await page.keyboard.press('a')
    await panel.getByRole('status').waitFor()
    expect(await hasFocus(panel)).toBe(true)
    const before = await measure()
    release()
    await panel.getByRole('group', { name: kind.setting }).waitFor()
    expect(await measure()).toEqual(before)
    expect(await hasFocus(panel)).toBe(true)
    await context.close()
  },
  timeoutMs,
)

test(
  'what is typed while the search is loading is in its field',
  async () => {
    const { page, context } = await shelf.signedIn(mayBreakRules)
    const release = await hold(page, book.script)
    await open(page, book)
    await page.keyboard.press('/')
    await page.keyboard.type('a lantern')
    release()
    const field = page.getByRole('searchbox', { name: 'Search text' })
    await field.waitFor()
    await page.keyboard.type('s')
    expect(await field.inputValue()).toBe('a lanterns')
    await context.close()
  },
  timeoutMs,
)

test(
  'a page number that is typed while its dialog is loading is in its field',
  async () => {
    const { page, context } = await shelf.signedIn(mayBreakRules)
    const release = await hold(page, comic.script)
    await open(page, comic)
    await page.keyboard.press('g')
    await page.keyboard.type('1')
    release()
    const field = page.getByRole('dialog', { name: 'Go to page' }).getByRole('textbox')
    await field.waitFor()
    await page.keyboard.type('0')
    expect(await field.inputValue()).toBe('10')
    await page.keyboard.press('Enter')
    await waitUntilShown(page, [9, 10])
    await context.close()
  },
  timeoutMs,
)

test(
  'a search and a page number that are entered while they are loading are used at once',
  async () => {
    const { page, context } = await shelf.signedIn(mayBreakRules)
    for (const [kind, keys] of [
      [comic, 'g10'],
      [book, '/chapter 2'],
    ] as const) {
      const release = await hold(page, kind.script)
      await open(page, kind)
      await page.keyboard.type(keys)
      await page.keyboard.press('Enter')
      release()
      if (kind === comic) await waitUntilShown(page, [9, 10])
      else await page.getByText(/^\d+ results?$/).waitFor()
    }
    expect(await page.getByRole('dialog').count()).toBe(0)
    await context.close()
  },
  timeoutMs,
)

test(
  'a dialog that cannot be loaded says so, and can be opened again',
  async () => {
    const { page, context } = await shelf.signedIn(mayBreakRules)
    await page.route(comic.script, (route) => route.abort())
    await open(page, comic)
    await page.keyboard.press('g')
    await page.getByText('Couldn’t load this. Check the connection to the server.').waitFor()
    await page.unroute(comic.script)
    await page.keyboard.press('g')
    await page.getByRole('dialog', { name: 'Go to page' }).waitFor()
    await context.close()
  },
  timeoutMs,
)

test.each(['Enter', 'Space'])(
  'a search that is loading can be closed by its button with %s',
  async (key) => {
    const { page, context } = await shelf.signedIn(mayBreakRules)
    const release = await hold(page, book.script)
    await open(page, book)
    await page.keyboard.press('/')
    const panel = page.getByRole('complementary', { name: 'Search this book' })
    await panel.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press(key)
    await panel.waitFor({ state: 'detached' })
    release()
    await context.close()
  },
  timeoutMs,
)
