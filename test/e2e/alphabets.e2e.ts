/** Fonts for other alphabets load only where they are used. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeEpub } from '../support/make/epub'
import { startWorld } from './world'

const timeoutMs = 120_000
const titles = {
  latin: 'Šárka',
  vietnamese: 'Truyện Kiều',
  cyrillic: 'Тихий Дон',
  greek: 'Οδύσσεια',
  japanese: '海の物語',
}

async function write(folder: string) {
  for (const title of Object.values(titles)) {
    mkdirSync(join(folder, title))
    const chapters = [{ name: 'one.xhtml', body: '<p>One</p>' }]
    const options = { title, series: title, chapters }
    writeFileSync(join(folder, title, `${title} 1.epub`), await makeEpub(options as never))
  }
}

const world = startWorld({ write, series: 5 })

const loadedFonts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replaceAll('"', ''))
  })

test(
  'I6: Cyrillic and Greek have typefaces of their own, loaded only where they are used',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    const open = async (title: string) => {
      const [id = ''] = await world.seriesIds(seen, title)
      await page.goto(`${world.quire.url}/series/${id}`)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      return loadedFonts(page)
    }
    for (const title of [titles.latin, titles.vietnamese]) {
      const fonts = await open(title)
      expect(fonts).toContain('Newsreader Variable')
      expect(fonts).not.toContain('Literata Variable')
    }
    for (const title of [titles.cyrillic, titles.greek]) {
      expect(await open(title)).toContain('Literata Variable')
    }
    await page.goto(`${world.quire.url}/library`)
    await page.getByText(titles.greek).waitFor()
    const fonts = await loadedFonts(page)
    expect(fonts.filter((family) => family === 'Commissioner Variable')).toHaveLength(2)
    await seen.context.close()
  },
  timeoutMs,
)

test(
  'design 13: a Japanese title is marked as such, for its glyphs',
  async () => {
    const seen = await world.signedIn()
    const { page } = seen
    await page.goto(`${world.quire.url}/library`)
    await page.locator('[data-cover]', { hasText: titles.latin }).waitFor()
    expect(await page.locator('[data-cover] [lang]').count()).toBe(1)
    await page.locator('[data-cover] [lang=ja]', { hasText: titles.japanese }).click()
    const heading = page.getByRole('heading', { level: 1, name: titles.japanese })
    await heading.waitFor()
    expect(await heading.getAttribute('lang')).toBe('ja')
    await page.goto(`${world.quire.url}/library?view=table`)
    await page.locator('[role=row] a[lang=ja]', { hasText: titles.japanese }).waitFor()
    await seen.context.close()
  },
  timeoutMs,
)
