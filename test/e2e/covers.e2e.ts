/** Covers of books, and edits that must not be lost. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAccessibilityProblems, admin, openEditForm, waitUntil, type Visit } from './harness'
import { writeVolumes } from './generate-library'
import { pressKey, waitUntilShown } from './reading-shelf'
import { startWorld } from './world'

const timeoutMs = 120_000
const name = 'Tides'
const world = startWorld({ write: (folder) => writeVolumes(folder, name, 8), series: 1 })

async function openBook(volume?: number): Promise<Visit> {
  const seen = await world.signedIn()
  const buildPath = async (path: string) => {
    const { data } = await getJson(seen, path)
    return data as unknown as { id: string }[]
  }
  const [series] = await buildPath('/series')
  const path = volume
    ? `/book/${(await buildPath(`/series/${series!.id}/books`))[volume - 1]!.id}`
    : `/series/${series!.id}`
  await seen.page.goto(world.quire.url + path)
  await seen.page.getByRole('heading', { level: 1 }).waitFor()
  return seen
}

async function getJson({ context }: Visit, path: string) {
  const found = await context.request.get(`${world.quire.url}/api/v1${path}`)
  return (await found.json()) as Record<string, never>
}

const getId = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

test(
  'a page becomes the cover of its book, and the default can be restored',
  async () => {
    const seen = await openBook(1)
    const { page } = seen
    const form = await openEditForm(page)
    await form.getByRole('tab', { name: 'Cover' }).click()
    await form.getByRole('button', { name: 'From the file', pressed: true }).waitFor()
    await form.getByRole('button', { name: 'Page 3', exact: true }).click()
    await form.getByRole('button', { name: 'From the file', pressed: false }).waitFor()
    await form.getByRole('button', { name: 'Page 3', exact: true, pressed: true }).waitFor()
    const covers = await getJson(seen, `/books/${getId(page)}/covers`)
    expect(covers).toMatchObject({ covers: [{ source: 'page:3', isSelected: true }] })
    expect(await findAccessibilityProblems(page)).toEqual([])
    await form.getByRole('button', { name: 'From the file' }).click()
    await form.getByRole('button', { name: 'From the file', pressed: true }).waitFor()

    // Choosing a cover does not invalidate the edit form.
    await form.getByRole('tab', { name: 'General' }).click()
    await form.getByLabel('Summary', { exact: true }).fill('Words')
    await page.keyboard.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
    await page.getByText('Words', { exact: true }).waitFor()
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'the current page becomes the cover of its series',
  async () => {
    const seen = await openBook(2)
    const { page } = seen
    const bookId = getId(page)
    await page.goto(`${world.quire.url}/read/${bookId}?page=4`)
    await page.getByRole('button', { name: 'All pages' }).click()
    await page.getByRole('button', { name: 'Use this page as a cover' }).click()
    await page.getByRole('menuitem', { name: 'Use page 4 as the series cover' }).click()
    await page.getByText('Cover updated').waitFor()
    const { seriesId } = await getJson(seen, `/books/${bookId}/full`)
    const series = await getJson(seen, `/series/${String(seriesId)}`)
    expect(series).toMatchObject({ selectedCoverSource: 'custom', hasCustomCover: true })
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'two pages chosen one after the other each become the cover',
  async () => {
    const seen = await openBook(1)
    const { page } = seen
    const asked: number[] = []
    const turned = Promise.withResolvers<void>()
    await page.route('**/api/v1/books/*/cover/page', async (route) => {
      asked.push((route.request().postDataJSON() as { page: number }).page)
      await turned.promise
      await route.continue()
    })
    await page.goto(`${world.quire.url}/read/${getId(page)}?page=2`)
    await waitUntilShown(page, [2, 3])
    await page.getByRole('button', { name: 'All pages' }).click()
    const makeCover = async (number: number) => {
      await page.getByRole('button', { name: 'Use this page as a cover' }).click()
      const item = page.getByRole('menuitem', { name: `Use page ${number} as the book cover` })
      await item.click()
      await item.waitFor({ state: 'detached' })
    }
    await makeCover(2)
    await waitUntil(() => asked.length === 1, 'the first is on its way')
    await pressKey(page, 'ArrowRight', [4, 5])
    await makeCover(4)
    await pressKey(page, 'ArrowRight', [6])
    turned.resolve()
    await waitUntil(() => asked.length === 2, 'the second is on its way')
    expect(asked).toEqual([2, 4])
    await page.getByText('Cover updated').first().waitFor()
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'links, external IDs and ratings are saved together or not at all',
  async () => {
    const seen = await openBook()
    const { page } = seen
    const form = await openEditForm(page)
    await form.getByLabel('Publisher', { exact: true }).fill('Kurofune Press')
    await form.getByRole('tab', { name: 'Links and ratings' }).click()
    await form.getByRole('button', { name: 'Add link' }).click()
    await form.getByRole('textbox', { name: 'URL' }).first().fill('ftp://example.org')
    await form.getByRole('button', { name: 'Add ID' }).click()
    await form.getByRole('textbox', { name: 'Database' }).fill('AniList')
    await form.getByRole('textbox', { name: 'ID', exact: true }).fill('12345')
    await form.getByRole('button', { name: 'Add rating' }).click()
    await form.getByRole('textbox', { name: 'Source' }).fill('us')
    await form.getByRole('textbox', { name: 'Score (out of 10)' }).fill('8,5')
    await form.getByRole('tab', { name: 'General' }).click()
    await page.keyboard.press('Control+Enter')
    await form.getByText('Not saved').waitFor()
    // The form switches to the tab with the error, and nothing was saved.
    await form.getByText('must be an http or https URL').waitFor()
    expect(await getJson(seen, `/series/${getId(page)}`)).toMatchObject({ externalIds: [] })
    await form.getByRole('textbox', { name: 'URL' }).first().fill('example.org/tides')
    await page.keyboard.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
    expect(await getJson(seen, `/series/${getId(page)}`)).toMatchObject({
      metadata: { publisher: 'Kurofune Press' },
      externalLinks: [{ sourceName: 'example.org', url: 'https://example.org/tides' }],
      externalIds: [{ source: 'plugin:anilist', externalId: '12345' }],
      externalRatings: [{ sourceName: 'us', rating: 85 }],
    })
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'a session that expires while editing asks to sign in without losing input',
  async () => {
    const seen = await openBook()
    const { page, context } = seen
    const form = await openEditForm(page)
    await form.getByLabel('Imprint', { exact: true }).fill('Half done')
    await context.clearCookies({ name: 'quire_session' })
    await page.keyboard.press('Control+Enter')
    const again = page.getByRole('dialog', { name: 'Session expired' })
    await again.getByLabel('Password').fill(admin.password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.waitFor({ state: 'detached' })
    expect(await form.getByLabel('Imprint', { exact: true }).inputValue()).toBe('Half done')
    await page.keyboard.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
    await page.getByText('Half done').first().waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'a cover that cannot be loaded stays a plain one until it can',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    await page.route('**/thumbnail*', (route) => route.fulfill({ status: 500 }))
    await page.goto(`${world.quire.url}/library`)
    const cover = page.locator('[data-cover] img').first()
    const getVisibility = () => cover.evaluate((image) => getComputedStyle(image).visibility)
    await waitUntil(async () => (await getVisibility()) === 'hidden', 'the image is hidden')
    await page.unroute('**/thumbnail*')
    await cover.evaluate((image: HTMLImageElement) => {
      image.srcset = ''
      image.src += '?width=240'
    })
    await waitUntil(async () => (await getVisibility()) === 'visible', 'the image is shown')
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'J21: the sheets of a stack are narrow in proportion to its cover',
  async () => {
    const seen = await openBook()
    const { page } = seen
    await page.goto(`${world.quire.url}/library`)
    const art = page.locator('[data-cover] > div').first()
    await art.waitFor()
    const getSheet = () =>
      art.evaluate((element) => {
        const { right } = getComputedStyle(element, '::before')
        return { sheet: -parseFloat(right), across: element.clientWidth }
      })
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const { sheet, across } = await getSheet()
      expect(sheet).toBeGreaterThan(1)
      expect(sheet / across).toBeLessThan(0.036)
    }
    await seen.context.close()
  },
  timeoutMs,
)
