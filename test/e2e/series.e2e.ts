/** Pages of series and books, and editing. */
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAccessibilityProblems, openEditForm, type Visit, visit } from './harness'
import { writeLibrary } from './generate-library'
import { startWorld } from './world'

const seriesCount = 12
const timeoutMs = 120_000
const name = 'Series 00004'
const world = startWorld({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})

async function openSeries(screen: Parameters<typeof visit>[2] = {}): Promise<Visit> {
  const seen = await world.signedIn(screen)
  await seen.page.goto(`${world.quire.url}/library`)
  await seen.page.locator('[data-cover]', { hasText: name }).click()
  await seen.page.getByRole('heading', { level: 1, name }).waitFor()
  return seen
}

const getId = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

const getMetadata = async ({ context, page }: Visit) => {
  const answer = await context.request.get(
    `${world.quire.url}/api/v1/series/${getId(page)}/metadata`,
  )
  return (await answer.json()) as {
    publisher: string | null
    imprint: string | null
    summary: string | null
    genres: { name: string }[]
    authors: { name: string; role: string }[] | null
    locks: Record<string, boolean>
  }
}

/** Runs in the browser: types twice and saves before the second input is rendered. */
async function typeAndSave(element: Element, words: string) {
  const input = element as HTMLInputElement
  const typeText = (value: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  typeText(words.slice(0, -1))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
  typeText(words)
  await Promise.resolve()
  const enter = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
  input.dispatchEvent(new KeyboardEvent('keydown', enter))
}

describe('a series page', () => {
  test(
    'links to its books, to the next book and back',
    async () => {
      const seen = await openSeries()
      const { page } = seen
      await page.locator('[data-index] [data-cover]').first().click()
      await page.getByRole('heading', { level: 1, name: 'Vol. 1' }).waitFor()
      await page.getByRole('navigation', { name: 'In this series' }).getByText('Vol. 2').click()
      await page.getByRole('heading', { level: 1, name: 'Vol. 2' }).waitFor()
      await page.getByRole('link', { name }).first().click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'announces the selected menu items to screen readers',
    async () => {
      const seen = await openSeries()
      const { page } = seen
      await page.getByRole('button', { name: 'In order' }).click()
      const chosen = page.locator('[role=menuitem][aria-current]')
      await chosen.waitFor()
      expect(await chosen.allInnerTexts()).toEqual(['In order'])
      await page.getByRole('menuitem', { name: 'Reverse order' }).click()
      await page.getByRole('button', { name: 'Reverse order' }).click()
      await chosen.waitFor()
      expect(await chosen.allInnerTexts()).toEqual(['Reverse order'])
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'marks all books as read without reloading the page',
    async () => {
      const seen = await openSeries()
      const { page } = seen
      await page.getByText('0 of 3 read').waitFor()
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Mark all as read' }).click()
      await page.getByText('3 of 3 read').waitFor()
      await page.getByRole('link', { name: 'Read again' }).waitFor()
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Mark all as unread' }).click()
      await page.getByText('0 of 3 read').waitFor()
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    timeoutMs,
  )
})

describe('editing a series', () => {
  test(
    'saves with Ctrl+Enter, locks changed fields, and resets them to the file',
    async () => {
      const seen = await openSeries()
      const { page } = seen
      const form = await openEditForm(page)
      await form.getByLabel('Publisher', { exact: true }).fill('Kurofune Press')
      await form.getByText('1 change · 1 field locked').waitFor()
      await form.getByRole('tab', { name: 'Genres and tags' }).click()
      await form.getByLabel('Add to Genres').fill('Mystery')
      await page.keyboard.press('Enter')
      await form.getByRole('tab', { name: 'People' }).click()
      await form.getByRole('button', { name: 'Add person' }).click()
      await page.keyboard.type('Mio Asagiri')
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Control+Enter')
      await form.waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Kurofune Press' }).first().waitFor()
      expect(await getMetadata(seen)).toMatchObject({
        publisher: 'Kurofune Press',
        genres: [{ name: 'Mystery' }],
        authors: [{ name: 'Mio Asagiri', role: 'author' }],
        locks: { publisher: true, genres: true, authorsJsonLock: true, summary: false },
      })

      await openEditForm(page)
      await form.getByText('edited manually').first().waitFor()
      await form.getByRole('button', { name: 'Reset Publisher to file value' }).click()
      await form.getByRole('button', { name: 'Save' }).click()
      await form.waitFor({ state: 'detached' })
      expect(await getMetadata(seen)).toMatchObject({
        publisher: null,
        locks: { publisher: false },
      })
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'saves input made just before saving',
    async () => {
      const seen = await openSeries()
      const { page } = seen
      const form = await openEditForm(page)
      // Types and saves within one frame, as on a busy phone.
      await form.getByLabel('Imprint', { exact: true }).evaluate(typeAndSave, 'Sparrow')
      await form.waitFor({ state: 'detached' })
      expect(await getMetadata(seen)).toMatchObject({ imprint: 'Sparrow' })
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'reports a conflict with another edit and keeps the input',
    async () => {
      const seen = await openSeries()
      const { page, context } = seen
      const form = await openEditForm(page)
      await form.getByLabel('Summary', { exact: true }).fill('Mine')
      await context.request.patch(`${world.quire.url}/api/v1/series/${getId(page)}/metadata`, {
        headers: { origin: world.quire.url },
        data: { publisher: 'Theirs' },
      })
      await page.keyboard.press('Control+Enter')
      await form.getByText('Someone else edited this').waitFor()
      expect((await getMetadata(seen)).summary).not.toBe('Mine')
      await form.getByRole('button', { name: 'Show latest version' }).click()
      await page.waitForFunction(() =>
        [...document.querySelectorAll('input')].some(({ value }) => value === 'Theirs'),
      )
      expect(await form.getByLabel('Summary', { exact: true }).inputValue()).toBe('Mine')
      await page.keyboard.press('Control+Enter')
      await form.waitFor({ state: 'detached' })
      expect(await getMetadata(seen)).toMatchObject({ summary: 'Mine', publisher: 'Theirs' })
      await context.close()
    },
    timeoutMs,
  )

  test(
    'asks before input is discarded',
    async () => {
      const seen = await openSeries()
      const { page } = seen
      await openEditForm(page)
      await page.getByLabel('Imprint', { exact: true }).fill('Half done')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Keep editing' }).click()
      expect(await page.getByLabel('Imprint', { exact: true }).inputValue()).toBe('Half done')
      await page.goBack()
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await page.getByRole('heading', { level: 1, name: 'All libraries' }).waitFor()
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    timeoutMs,
  )

  test(
    'uploads a cover and shows it immediately',
    async () => {
      const seen = await openSeries()
      const { page } = seen
      const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 300 } })
      await openEditForm(page)
      await page.getByRole('tab', { name: 'Cover' }).click()
      const file = { name: 'cover.png', mimeType: 'image/png', buffer: picture }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByText('Cover updated').waitFor()
      await page.getByRole('button', { name: 'Your image', pressed: true }).waitFor()
      await page.locator('header img[src^="blob:"]').first().waitFor()
      await page.getByRole('button', { name: 'Vol. 2' }).click()
      await page.getByRole('button', { name: 'Vol. 2', pressed: true }).waitFor()
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    timeoutMs,
  )
})

test(
  'corrects a wrong name after a preview',
  async () => {
    const seen = await openSeries()
    const { page } = seen
    await page.locator('[data-index] [data-cover]').nth(2).click()
    await page.getByRole('heading', { level: 1, name: 'Vol. 3' }).waitFor()
    await page.getByText('File and name', { exact: true }).click()
    await page.getByRole('button', { name: 'Fix' }).click()
    await page.getByLabel('Volume', { exact: true }).fill('7')
    await page.getByRole('button', { name: 'Preview changes' }).click()
    await page.getByText('1 book gets a new title or number').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByRole('heading', { level: 1, name: 'Vol. 7' }).waitFor()
    await page.getByRole('link', { name }).first().click()
    await page.getByText('Volumes 3–6 are missing').waitFor()
    expect(seen.troubles).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'design 3: the status of a series is a dot with its word',
  async () => {
    const seen = await openSeries()
    const { page } = seen
    const path = `series/${getId(page)}/metadata`
    const colors = new Set<string>()
    for (const [status, word] of [
      ['ongoing', 'Ongoing'],
      ['ended', 'Ended'],
      ['hiatus', 'On hiatus'],
      ['abandoned', 'Abandoned'],
    ] as const) {
      await world.prepare(seen, path, { status, year: 2019 }, 'PATCH')
      const shown = page.locator('main header').getByText(word, { exact: true })
      await shown.waitFor()
      const dot = await shown.evaluate((element) => {
        const { width, height, backgroundColor } = getComputedStyle(element, '::before')
        return { width, height, color: backgroundColor }
      })
      expect(dot).toMatchObject({ width: '8px', height: '8px' })
      colors.add(dot.color)
    }
    expect(colors.size).toBe(4)
    await page.emulateMedia({ forcedColors: 'active' })
    const forced = await page
      .getByText('Abandoned', { exact: true })
      .first()
      .evaluate((element) => [
        getComputedStyle(element, '::before').backgroundColor,
        getComputedStyle(document.body).backgroundColor,
      ])
    expect(forced[0]).not.toBe(forced[1])
    await world.prepare(seen, path, { status: null, year: null }, 'PATCH')
    await seen.context.close()
  },
  timeoutMs,
)
