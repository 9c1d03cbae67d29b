/** Covers of books, and edits that must not be lost, in a real Chromium against the built program. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, admin, openEditForm, until, type Visit } from './harness'
import { writeVolumes } from './library'
import { press, untilShown } from './reading-room'
import { openWorld } from './world'

const patience = 120_000
const name = 'Tides'
const world = openWorld({ write: (folder) => writeVolumes(folder, name, 8), series: 1 })

async function open(volume?: number): Promise<Visit> {
  const seen = await world.signedIn()
  const of = async (path: string) => {
    const { data } = await answer(seen, path)
    return data as unknown as { id: string }[]
  }
  const [series] = await of('/series')
  const path = volume
    ? `/book/${(await of(`/series/${series!.id}/books`))[volume - 1]!.id}`
    : `/series/${series!.id}`
  await seen.page.goto(world.quire.url + path)
  await seen.page.getByRole('heading', { level: 1 }).waitFor()
  return seen
}

async function answer({ context }: Visit, path: string) {
  const found = await context.request.get(`${world.quire.url}/api/v1${path}`)
  return (await found.json()) as Record<string, never>
}

const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

test(
  'a page of a book is made its cover, and the one of the file comes back',
  async () => {
    const seen = await open(1)
    const { page } = seen
    const form = await openEditForm(page)
    await form.getByRole('tab', { name: 'Cover' }).click()
    await form.getByRole('button', { name: 'From the file', pressed: true }).waitFor()
    await form.getByRole('button', { name: 'Page 3', exact: true }).click()
    await form.getByRole('button', { name: 'From the file', pressed: false }).waitFor()
    await form.getByRole('button', { name: 'Page 3', exact: true, pressed: true }).waitFor()
    const covers = await answer(seen, `/books/${idIn(page)}/covers`)
    expect(covers).toMatchObject({ covers: [{ source: 'page:3', isSelected: true }] })
    expect(await accessibilityProblems(page)).toEqual([])
    await form.getByRole('button', { name: 'From the file' }).click()
    await form.getByRole('button', { name: 'From the file', pressed: true }).waitFor()

    // A cover chosen in between is no other version of what is typed.
    await form.getByRole('tab', { name: 'General' }).click()
    await form.getByLabel('Summary', { exact: true }).fill('Words')
    await page.keyboard.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
    await page.getByText('Words', { exact: true }).waitFor()
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience,
)

test(
  'the page that is read becomes the cover of its series',
  async () => {
    const seen = await open(2)
    const { page } = seen
    const bookId = idIn(page)
    await page.goto(`${world.quire.url}/read/${bookId}?page=4`)
    await page.getByRole('button', { name: 'All pages' }).click()
    await page.getByRole('button', { name: 'Use this page as a cover' }).click()
    await page.getByRole('menuitem', { name: 'Use page 4 as the series cover' }).click()
    await page.getByText('Cover updated').waitFor()
    const { seriesId } = await answer(seen, `/books/${bookId}/full`)
    const series = await answer(seen, `/series/${String(seriesId)}`)
    expect(series).toMatchObject({ selectedCoverSource: 'custom', hasCustomCover: true })
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  patience,
)

test(
  'of two pages made the cover one after the other each is the page that was chosen',
  async () => {
    const seen = await open(1)
    const { page } = seen
    const asked: number[] = []
    const turned = Promise.withResolvers<void>()
    await page.route('**/api/v1/books/*/cover/page', async (route) => {
      asked.push((route.request().postDataJSON() as { page: number }).page)
      await turned.promise
      await route.continue()
    })
    await page.goto(`${world.quire.url}/read/${idIn(page)}?page=2`)
    await untilShown(page, [2, 3])
    await page.getByRole('button', { name: 'All pages' }).click()
    const makeCover = async (number: number) => {
      await page.getByRole('button', { name: 'Use this page as a cover' }).click()
      const item = page.getByRole('menuitem', { name: `Use page ${number} as the book cover` })
      await item.click()
      await item.waitFor({ state: 'detached' })
    }
    await makeCover(2)
    await until(() => asked.length === 1, 'the first is on its way')
    await press(page, 'ArrowRight', [4, 5])
    await makeCover(4)
    await press(page, 'ArrowRight', [6])
    turned.resolve()
    await until(() => asked.length === 2, 'the second is on its way')
    expect(asked).toEqual([2, 4])
    await page.getByText('Cover updated').first().waitFor()
    await seen.context.close()
  },
  patience,
)

test(
  'links, numbers elsewhere and ratings are saved in one step, or none of them',
  async () => {
    const seen = await open()
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
    // The part with what is wrong is shown, and nothing of the rest was kept.
    await form.getByText('must be an http or https URL').waitFor()
    expect(await answer(seen, `/series/${idIn(page)}`)).toMatchObject({ externalIds: [] })
    await form.getByRole('textbox', { name: 'URL' }).first().fill('example.org/tides')
    await page.keyboard.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
    expect(await answer(seen, `/series/${idIn(page)}`)).toMatchObject({
      metadata: { publisher: 'Kurofune Press' },
      externalLinks: [{ sourceName: 'example.org', url: 'https://example.org/tides' }],
      externalIds: [{ source: 'plugin:anilist', externalId: '12345' }],
      externalRatings: [{ sourceName: 'us', rating: 85 }],
    })
    await seen.context.close()
  },
  patience,
)

test(
  'a session that ends while something is typed asks to sign in right there, and nothing is lost',
  async () => {
    const seen = await open()
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
  patience,
)
