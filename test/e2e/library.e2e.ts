/** The library: filters, selection, letter index and search. */
import { expect, test } from 'bun:test'
import { writeLibrary } from './generate-library'
import { type Visit, waitUntil } from './harness'
import { startWorld } from './world'

const seriesCount = 60
const timeoutMs = 60_000
const world = startWorld({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})

async function openPath(path: string) {
  const seen = await world.signedIn()
  await seen.page.goto(world.quire.url + path)
  return seen
}

test(
  'selects a range by keyboard, marks it as read and filters it',
  async () => {
    const { page, context, troubles } = await openPath('/library')
    await page.waitForSelector('[data-index="4"] a')
    await page.focus('[data-index="4"] a')
    await page.keyboard.press('x')
    await page.locator('[data-index="7"] [role=checkbox]').click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    await page.getByRole('button', { name: 'Mark as read' }).click()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    await page.goto(`${world.quire.url}/library?read=read`)
    await page.getByText(`4 of ${seriesCount} series`).waitFor()
    await page.getByRole('button', { name: /Remove filter/ }).click()
    await page.getByText(`${seriesCount} series`, { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'the letter index is usable by keyboard',
  async () => {
    const { page, context } = await openPath('/library')
    const strip = page.getByRole('slider')
    await strip.focus()
    await page.keyboard.press('End')
    await page.waitForFunction(() => scrollY > 300)
    await page.keyboard.press('Home')
    await page.waitForFunction(() => scrollY === 0)
    await context.close()
  },
  timeoutMs,
)

test(
  'the command palette finds a series in another script and opens it with Enter',
  async () => {
    const { page, context, troubles } = await openPath('/')
    await page.waitForSelector('[data-cover]')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('潮の刻')
    await page.locator('[role=option]', { hasText: '潮の刻' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/series/**')
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'I23: on a phone the covers start high, and the buttons above them keep their names',
  async () => {
    const { page, context } = await world.at('/library', { width: 390, height: 844 })
    const cover = page.locator('[data-cover]').first()
    await cover.waitFor()
    expect((await cover.boundingBox())!.y).toBeLessThan(190)
    for (const name of ['Filter', /^Title/, 'Covers', 'List', 'View', 'Select']) {
      const button = page.getByRole('button', { name, exact: true }).first()
      expect((await button.boundingBox())!.y).toBeLessThan(160)
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(390)
    await page.getByRole('slider').waitFor()
    const getBox = (name: string) => page.getByRole('button', { name, exact: true }).boundingBox()
    const [view, select] = [await getBox('View'), await getBox('Select')]
    expect(view!.x + view!.width).toBeLessThanOrEqual(select!.x)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('checkbox').first().waitFor()
    const search = page.getByPlaceholder(/^Title/)
    await search.fill('series')
    expect((await search.boundingBox())!.width).toBeGreaterThan(200)
    await context.close()
  },
  timeoutMs,
)

const forgetCoverSize = (seen: Visit) =>
  world.prepare(
    seen,
    'preferences?scope=user',
    { preferences: { 'list.coverSize': null } },
    'PATCH',
  )

test(
  'the size of the covers follows the slider at once and is kept',
  async () => {
    const seen = await world.at('/library', { width: 1280, height: 900 })
    const { page, context } = seen
    const cover = page.locator('[data-cover]').first()
    await cover.waitFor()
    const getWidth = async () => Math.round((await cover.boundingBox())!.width)
    const usual = await getWidth()
    await page.getByRole('button', { name: 'View', exact: true }).click()
    const slider = page.getByRole('slider', { name: 'Size' })
    expect(await slider.inputValue()).toBe('146')
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await slider.press('End')
    await waitUntil(async () => (await getWidth()) >= 240, 'the covers grow')
    expect((await saved).status()).toBe(200)
    await page.reload()
    await cover.waitFor()
    expect(await getWidth()).toBeGreaterThanOrEqual(240)
    expect(usual).toBeLessThan(200)
    await forgetCoverSize(seen)
    await context.close()
  },
  timeoutMs,
)

test(
  'Ctrl and the wheel over the covers change their size, and do not zoom the page',
  async () => {
    const seen = await world.at('/library', { width: 1280, height: 900 })
    const { page, context } = seen
    const cover = page.locator('[data-cover]').first()
    await cover.hover()
    const getWidth = async () => Math.round((await cover.boundingBox())!.width)
    const usual = await getWidth()
    const isSaved = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.keyboard.down('Control')
    for (let i = 0; i < 5; i++) await page.mouse.wheel(0, -100)
    await waitUntil(async () => (await getWidth()) > usual + 50, 'the covers grow')
    await page.keyboard.up('Control')
    expect((await isSaved).status()).toBe(200)
    expect(await page.evaluate(() => visualViewport!.scale)).toBe(1)
    await page.keyboard.down('Control')
    // A touchpad reports many small steps.
    for (let i = 0; i < 40; i++) await page.mouse.wheel(0, 20)
    await page.keyboard.up('Control')
    await waitUntil(async () => (await getWidth()) < usual, 'the covers shrink')
    await forgetCoverSize(seen)
    await context.close()
  },
  timeoutMs,
)
