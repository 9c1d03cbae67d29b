/** Screens of the readers, with and without panels. */
import type { Page } from 'playwright-core'
import type { ScreenPlace } from './screens'
import { bookFrame } from './text-shelf'
import { openReader, openTextReader } from './open-screens'

const shelf = { orbit: '/library?search=Low%20Orbit', glass: '/library?search=Glass' }

const buildId = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`

/**
 * Bookmarks in an e-book, one of them with a long note. The route is set on the context, because an
 * init script of the page would also run in the documents of the book, where scripts are blocked.
 */
const withBookmarks = (page: Page) =>
  page.context().route(/\/bookmarks(\?|$)/, async (route) => {
    const places = [
      {
        title: 'Chapter 1',
        highlight: 'The tide had gone out further than anyone could remember.',
      },
      {
        title: 'A chapter whose name goes on '.repeat(4),
        highlight: 'and it lay about as far as the eye could see '.repeat(5),
      },
      { title: undefined, highlight: undefined },
    ]
    const data = places.map(({ title, highlight }, n) => ({
      id: buildId(n),
      bookId: buildId(9),
      page: null,
      note: null,
      locator: {
        href: 'OEBPS/c1.xhtml',
        type: 'application/xhtml+xml',
        title,
        locations: { totalProgression: 0.25 * (n + 1) },
        text: { highlight },
      },
      createdAt: '2026-01-01T12:00:00.000Z',
      updatedAt: '2026-01-01T12:00:00.000Z',
    }))
    await route.fulfill({
      json: { data, page: 1, pageSize: 500, total: 3, totalPages: 1, links: {} },
    })
  })

export const readerScreens: readonly ScreenPlace[] = [
  { name: 'reader', path: shelf.orbit, ready: openReader },
  ...(['a', 't', '?'] as const).map((key) => ({
    name: { a: 'reader-settings', t: 'reader-pages', '?': 'reader-keys' }[key],
    path: shelf.orbit,
    ready: async (page: Page) => {
      await openReader(page)
      await page.keyboard.press(key)
      await page.getByRole('complementary').waitFor()
    },
  })),
  {
    name: 'reader-end',
    path: shelf.orbit,
    ready: async (page) => {
      await openReader(page)
      // Nothing is saved, because the other screens start at the same position.
      await page.goto(`${page.url()}?incognito=true`)
      await page.locator('img[alt^="Page "], img[alt^="Seite "]').first().waitFor()
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowRight')
      await page.getByText(/End of book|Ende des Buchs/).waitFor()
      await page.getByRole('link', { name: /^Next book|^Nächstes Buch/ }).waitFor()
    },
  },
  {
    name: 'reader-zoomed',
    path: shelf.orbit,
    ready: async (page) => {
      await openReader(page)
      for (const key of ['+', '+', '+']) await page.keyboard.press(key)
    },
  },
  {
    name: 'reader-missing',
    path: '/read/00000000-0000-7000-8000-000000000000',
    ready: (page) => page.getByRole('button', { name: /Close book|Buch schließen/ }).waitFor(),
  },
  { name: 'text-reader', path: shelf.glass, ready: openTextReader },
  ...(['a', 't', '/', '?'] as const).map((key) => ({
    name: {
      a: 'text-reader-settings',
      t: 'text-reader-contents',
      '/': 'text-reader-search',
      '?': 'text-reader-keys',
    }[key],
    path: shelf.glass,
    ready: async (page: Page) => {
      await openTextReader(page)
      await page.keyboard.press(key)
      await page.getByRole('complementary').waitFor()
    },
  })),
  {
    name: 'text-reader-found',
    path: shelf.glass,
    ready: async (page) => {
      await openTextReader(page)
      await page.keyboard.press('/')
      await page.getByRole('searchbox').fill('paragraph 1')
      await page.keyboard.press('Enter')
      await page.getByRole('complementary').locator('mark').first().waitFor()
    },
  },
  {
    name: 'text-reader-bookmarks',
    path: shelf.glass,
    before: withBookmarks,
    ready: async (page) => {
      await openTextReader(page)
      await page.keyboard.press('t')
      await page.getByRole('tab', { name: /Bookmarks|Lesezeichen/ }).click()
      await page.getByRole('complementary').getByText('25%').waitFor()
    },
  },
  {
    name: 'text-reader-note',
    path: shelf.glass,
    ready: async (page) => {
      await openTextReader(page)
      await bookFrame(page)!.evaluate(() =>
        document.querySelector<HTMLElement>('[href="#note"]')!.click(),
      )
      await page.getByRole('complementary').waitFor()
    },
  },
]
