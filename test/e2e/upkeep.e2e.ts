/** Looking after libraries in a real Chromium: what scans did and its way back, and deleting for good. */
import { afterEach, beforeAll, expect, test } from 'bun:test'
import { basename } from 'node:path'
import type { Page } from 'playwright-core'
import { dialogIn, accessibilityProblems, type Visit } from './harness'
import { writeLibrary } from './library'
import { openWorld } from './world'

const seriesCount = 6
const bookCount = 18
const patience = 90_000
const world = openWorld({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})
let seen: Visit

beforeAll(async () => {
  seen = await world.signedIn()
  seen.page.setDefaultTimeout(20_000)
}, 60_000)

afterEach(() => expect(seen.troubles).toEqual([]))

const openPart = async (page: Page, name: string, title: string) => {
  await page.goto(`${world.quire.url}/settings/${name}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

const openMenu = async (page: Page, item: string) => {
  await openPart(page, 'libraries', 'Libraries')
  await page.locator('[data-library] [aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: item }).click()
}

test(
  'a scan is looked at and undone, and its files are taken back one by one',
  async () => {
    const { page } = seen
    await openMenu(page, 'What scans did…')
    const sheet = dialogIn(page).first()
    await sheet.getByRole('button', { name: 'Look at it' }).first().click()
    await sheet.getByText('is new').first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Undo this scan…' }).click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await sheet.getByText(`${bookCount} changes are undone`).waitFor()
    await sheet.getByText('(undone)').first().waitFor()
    await sheet.getByRole('button', { name: 'All scans' }).click()
    await sheet.getByText('undone', { exact: false }).first().waitFor()

    await openMenu(page, 'Files that are passed over…')
    const files = dialogIn(page).getByRole('listitem')
    await files.first().waitFor()
    expect(await files.count()).toBe(bookCount)
    expect(await accessibilityProblems(page)).toEqual([])
    await files.first().getByRole('button', { name: 'Take back' }).click()
    await page
      .getByRole('dialog')
      .locator('li')
      .nth(bookCount - 1)
      .waitFor({ state: 'detached' })
  },
  patience,
)

test(
  'the trash of a library is emptied, and what was deleted for good is listed',
  async () => {
    const { page } = seen
    await openPart(page, 'trash', 'Trash')
    await page.getByRole('list', { name: 'Whole series' }).waitFor()
    await page.getByRole('button', { name: 'Empty the trash…' }).click()
    const question = dialogIn(page)
    // One book may be on its way back. What would go is said in numbers before it goes.
    await question.getByText(/^1[78] books · [56] series$/).waitFor()
    await question.getByLabel('Type the name to go on').fill(basename(world.library))
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('tab', { name: 'Deleted for good' }).click()
    const entry = page.getByRole('list', { name: 'Deleted for good' }).getByRole('listitem')
    await entry.filter({ hasText: 'done' }).waitFor()
    await entry.getByText('Copy of the database from before:').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  },
  patience,
)

test(
  'a library in the trash is deleted for good by its name',
  async () => {
    const { page } = seen
    await openMenu(page, 'Put into the trash…')
    const question = dialogIn(page)
    const label = (await question.getByText('Type the name to go on').textContent()) ?? ''
    const name = label.replace('Type the name to go on: ', '')
    await question.getByRole('textbox').fill(name)
    await question.getByRole('button', { name: 'Put into the trash' }).click()
    await openPart(page, 'trash', 'Trash')
    await page.getByRole('tab', { name: 'Libraries' }).click()
    await page.getByRole('list', { name: 'Libraries' }).getByText(name).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete for good…' }).click()
    await question.getByRole('textbox').fill(name)
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('No library is in the trash').waitFor()
  },
  patience,
)

test(
  'reading settings and marks follow on the other pages of the same person',
  async () => {
    const { page } = seen
    await openPart(page, 'reading', 'How you read')
    const other = await seen.context.newPage()
    other.setDefaultTimeout(20_000)
    await openPart(other, 'reading', 'How you read')
    await page.getByRole('combobox', { name: 'Pages', exact: true }).click()
    await page.getByRole('option', { name: 'One long strip, as webtoons' }).click()
    await other
      .getByRole('combobox', { name: 'Pages', exact: true })
      .filter({ hasText: 'One long strip' })
      .waitFor()
    await other.close()
  },
  patience,
)
