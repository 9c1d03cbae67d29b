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
    const page = await openMenu('What scans did…')
    const sheet = dialogIn(page).first()
    await sheet.getByRole('button', { name: 'Look at it' }).first().click()
    await sheet.getByText('is new').first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Undo this scan…' }).click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await sheet.getByText(`${bookCount} changes are undone`).waitFor()
    await sheet.getByText('(undone)').first().waitFor()
    await sheet.getByRole('button', { name: 'All scans' }).click()
    const scans = sheet.getByRole('list', { name: 'What scans did' })
    await scans.getByText('undone').first().waitFor()

    await openMenu('Files that are passed over…')
    const files = dialogIn(page).getByRole('listitem')
    await files.first().waitFor()
    expect(await files.count()).toBe(bookCount)
    expect(await accessibilityProblems(page)).toEqual([])
    await files.first().getByRole('button', { name: 'Take back' }).click()
    await files.nth(bookCount - 1).waitFor({ state: 'detached' })
  },
  patience,
)

test(
  'the trash of a library is emptied, and what was deleted for good is listed',
  async () => {
    const page = await room.open('trash', 'Trash')
    await page.getByRole('list', { name: 'Whole series' }).waitFor()
    await page.getByRole('button', { name: 'Empty the trash…' }).click()
    const question = dialogIn(page)
    // One book may be on its way back. What would go is said in numbers before it goes.
    await question.getByText(/^1[78] books · [56] series$/).waitFor()
    await question.getByLabel('Type the name to go on').fill(basename(room.world.library))
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
    const page = await openMenu('Put into the trash…')
    const question = dialogIn(page)
    const label = (await question.getByText('Type the name to go on').textContent()) ?? ''
    const name = label.replace('Type the name to go on: ', '')
    await question.getByRole('textbox').fill(name)
    await question.getByRole('button', { name: 'Put into the trash' }).click()
    // On its way the request would be given up with the page.
    await question.waitFor({ state: 'detached' })
    await room.open('trash', 'Trash')
    // The card that went may have asked for its scans once more, in vain.
    expect(room.seen.troubles.splice(0).filter((trouble) => !trouble.includes('404'))).toEqual([])
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
    const page = await room.open('reading', 'How you read')
    const other = await page.context().newPage()
    await room.open('reading', 'How you read', other)
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
