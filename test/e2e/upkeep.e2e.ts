/** Looking after libraries in a real Chromium: what scans did and its way back, and deleting for good. */
import { expect, test } from 'bun:test'
import { basename } from 'node:path'
import { dialogIn, accessibilityProblems } from './harness'
import { writeLibrary } from './library'
import { expectNoTrouble, openSettings } from './settings-room'

const seriesCount = 6
const bookCount = 18
const patience = 120_000
const room = openSettings({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})
expectNoTrouble(room)

const openMenu = async (item: string) => {
  const page = await room.open('libraries', 'Libraries')
  await page.locator('[data-library] [aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: item }).click()
  return page
}

test(
  'a scan is looked at and undone, and its files are taken back one by one',
  async () => {
    const page = await openMenu('Scan history…')
    const sheet = dialogIn(page).first()
    await sheet.getByRole('button', { name: 'View' }).first().click()
    await sheet.getByText('new').first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Undo this scan…' }).click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await sheet.getByText(`${bookCount} changes undone`).waitFor()
    await sheet.getByText('(undone)').first().waitFor()
    await sheet.getByRole('button', { name: 'All scans' }).click()
    const scans = sheet.getByRole('list', { name: 'Scan history' })
    await scans.getByText('undone').first().waitFor()

    await openMenu('Ignored files…')
    const files = dialogIn(page).getByRole('listitem')
    await files.first().waitFor()
    expect(await files.count()).toBe(bookCount)
    expect(await accessibilityProblems(page)).toEqual([])
    await files.first().getByRole('button', { name: 'Restore' }).click()
    await files.nth(bookCount - 1).waitFor({ state: 'detached' })
  },
  patience,
)

test(
  'the trash of a library is emptied, and what was deleted for good is listed',
  async () => {
    const page = await room.open('trash', 'Trash')
    await page.getByRole('list', { name: 'Series' }).waitFor()
    await page.getByRole('button', { name: 'Empty trash…' }).click()
    const question = dialogIn(page)
    // One book may be on its way back. What would go is said in numbers before it goes.
    await question.getByText(/^1[78] books · [56] series$/).waitFor()
    await question.getByLabel(/^Type .* to confirm$/).fill(basename(room.world.library))
    await question.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByRole('tab', { name: 'Deletion log' }).click()
    const entry = page.getByRole('list', { name: 'Deletion log' }).getByRole('listitem')
    await entry.filter({ hasText: 'completed' }).waitFor()
    await entry.getByText('Database backup made before:').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  },
  patience,
)

test(
  'a library in the trash is deleted for good by its name',
  async () => {
    const page = await openMenu('Move to trash…')
    const question = dialogIn(page)
    const label = (await question.getByText(/^Type .* to confirm$/).textContent()) ?? ''
    const name = label.replace(/^Type (.*) to confirm$/, '$1')
    await question.getByRole('textbox').fill(name)
    await question.getByRole('button', { name: 'Move to trash' }).click()
    // On its way the request would be given up with the page.
    await question.waitFor({ state: 'detached' })
    await room.open('trash', 'Trash')
    // The card that went may have asked for its scans once more, in vain.
    expect(room.seen.troubles.splice(0).filter((trouble) => !trouble.includes('404'))).toEqual([])
    await page.getByRole('tab', { name: 'Libraries' }).click()
    await page.getByRole('list', { name: 'Libraries' }).getByText(name).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete permanently…' }).click()
    await question.getByRole('textbox').fill(name)
    await question.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('No libraries in the trash').waitFor()
  },
  patience,
)

test(
  'reading settings and marks follow on the other pages of the same person',
  async () => {
    const page = await room.open('reading', 'Reading preferences')
    const other = await page.context().newPage()
    await room.open('reading', 'Reading preferences', other)
    await page.getByRole('combobox', { name: 'Reading mode', exact: true }).click()
    await page.getByRole('option', { name: 'Webtoon' }).click()
    await other
      .getByRole('combobox', { name: 'Reading mode', exact: true })
      .filter({ hasText: 'Webtoon' })
      .waitFor()
    await other.close()
  },
  patience,
)
