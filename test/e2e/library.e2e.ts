/** The library as people use it: filters, selection, the strip of letters, search. */
import { expect, test } from 'bun:test'
import { writeLibrary } from './library'
import { openWorld } from './world'

const seriesCount = 60
const patience = 60_000
const world = openWorld({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})

async function opened(path: string) {
  const seen = await world.signedIn()
  await seen.page.goto(world.quire.url + path)
  return seen
}

test(
  'a range is selected with the keyboard and marked as read; a filter then shows it',
  async () => {
    const { page, context, troubles } = await opened('/library')
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
  patience,
)

test(
  'the strip of letters leads to a letter, by keys alone',
  async () => {
    const { page, context } = await opened('/library')
    const strip = page.getByRole('slider')
    await strip.focus()
    await page.keyboard.press('End')
    await page.waitForFunction(() => scrollY > 300)
    await page.keyboard.press('Home')
    await page.waitForFunction(() => scrollY === 0)
    await context.close()
  },
  patience,
)

test(
  'the palette finds a series of another script and opens it by Enter',
  async () => {
    const { page, context, troubles } = await opened('/')
    await page.waitForSelector('[data-cover]')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('潮の刻')
    await page.locator('[role=option]', { hasText: '潮の刻' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/series/**')
    expect(troubles).toEqual([])
    await context.close()
  },
  patience,
)
