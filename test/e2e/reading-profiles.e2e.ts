/** A reading profile is created in the reader, chosen for another series, and deleted. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { openShelf, type ReadingShelf } from './reading-shelf'

let shelf: ReadingShelf

beforeAll(async () => {
  shelf = await openShelf(['Dark', 'Light'])
}, 120_000)

afterAll(() => shelf?.close())

async function openSettings(page: Page) {
  await page.getByRole('button', { name: 'Reading settings' }).click()
  const drawer = page.getByRole('complementary', { name: 'Reading settings' })
  await drawer.waitFor()
  return drawer
}

test('a profile applies to the series that it is chosen for', async () => {
  const seen = await shelf.signedIn()
  const { page } = seen
  const shots = process.env['QUIRE_SHOTS']
  const shoot = async (name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
  }
  await shelf.open(seen, shelf.bookOf('Dark'))
  await page.keyboard.press('f')
  const drawer = await openSettings(page)
  await drawer.getByRole('button', { name: 'Reading profile…' }).click()
  await page.getByLabel('New profile from the current settings').fill('Night')
  await shoot('create')
  await page.getByRole('button', { name: 'Create' }).click()
  await drawer.getByRole('button', { name: 'Reading profile: Night' }).waitFor()
  await shoot('drawer')

  const { seriesId, id } = shelf.bookOf('Light')
  await page.goto(`${shelf.quire.url}/series/${seriesId}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Reading profile…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reading profile' })
  await dialog.getByRole('button', { name: 'Night' }).waitFor()
  await shoot('series')
  await dialog.getByRole('button', { name: 'Night' }).click()
  await dialog.waitFor({ state: 'detached' })
  const read = () =>
    page.evaluate(
      async (path) =>
        (await (await fetch(path)).json()) as {
          profile: { name: string } | null
          settings: Record<string, { value: unknown; source: string }>
        },
      `${shelf.quire.url}/api/v1/books/${id}/reader-settings`,
    )
  const { profile, settings } = await read()
  expect(profile?.name).toBe('Night')
  expect(settings['reader.fit']).toEqual({ value: 'width', source: 'profile' })

  await page.goto(`${shelf.quire.url}/settings/reading`)
  await page.getByRole('heading', { name: 'Reading profiles' }).waitFor()
  await page.getByText('2 series').waitFor()
  await shoot('settings')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Delete Night?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByText('Night deleted').waitFor()
  expect((await read()).profile).toBeNull()
  await seen.context.close()
}, 60_000)
