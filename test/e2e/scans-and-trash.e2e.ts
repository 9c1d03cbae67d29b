/** Library maintenance: scan results and their undo, and permanent deletion. */
import { expect, test } from 'bun:test'
import { basename } from 'node:path'
import { getDialog, findAccessibilityProblems } from './harness'
import { writeLibrary } from './generate-library'
import { expectNoTrouble, openSettings } from './settings-page'

const seriesCount = 6
const bookCount = 18
const timeoutMs = 120_000
const settings = openSettings({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})
expectNoTrouble(settings)

const openMenu = async (item: string) => {
  const page = await settings.open('libraries', 'Libraries')
  await page.locator('[data-library] [aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: item }).click()
  return page
}

test(
  'a scan is inspected and undone, and its files are restored one by one',
  async () => {
    const page = await openMenu('Scan history…')
    const sheet = getDialog(page).first()
    await sheet.getByRole('button', { name: 'Show details' }).first().click()
    await sheet.getByText('new').first().waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Undo this scan…' }).click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await sheet.getByText(`${bookCount} changes undone`).waitFor()
    await sheet.getByText('(undone)').first().waitFor()
    await sheet.getByRole('button', { name: 'All scans' }).click()
    const scans = sheet.getByRole('list', { name: 'Scan history' })
    await scans.getByText('undone').first().waitFor()

    await openMenu('Ignored files…')
    const files = getDialog(page).getByRole('listitem')
    await files.first().waitFor()
    expect(await files.count()).toBe(bookCount)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await files.first().getByRole('button', { name: 'Restore' }).click()
    await files.nth(bookCount - 1).waitFor({ state: 'detached' })
  },
  timeoutMs,
)

test(
  'the trash of a library is emptied, and deleted books are listed',
  async () => {
    const page = await settings.open('trash', 'Trash')
    await page.getByRole('list', { name: 'Series' }).waitFor()
    await page.getByRole('button', { name: 'Empty trash…' }).click()
    const question = getDialog(page)
    // The book that the previous test restored may still be in the trash.
    await question.getByText(/^1[78] books · [56] series$/).waitFor()
    await question.getByLabel(/^Type .* to confirm$/).fill(basename(settings.world.library))
    await question.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByRole('tab', { name: 'Deletion log' }).click()
    const entry = page.getByRole('list', { name: 'Deletion log' }).getByRole('listitem')
    await entry.filter({ hasText: 'completed' }).waitFor()
    await entry.getByText('Database backup made beforehand:').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
  },
  timeoutMs,
)

test(
  'a trashed library is permanently deleted by typing its name',
  async () => {
    const page = await openMenu('Move to trash…')
    const question = getDialog(page)
    const label = (await question.getByText(/^Type .* to confirm$/).textContent()) ?? ''
    const name = label.replace(/^Type (.*) to confirm$/, '$1')
    await question.getByRole('textbox').fill(name)
    await question.getByRole('button', { name: 'Move to trash' }).click()
    // Leaving the page earlier would cancel the request.
    await question.waitFor({ state: 'detached' })
    await settings.open('trash', 'Trash')
    // The card of the removed library may have requested its scans once more.
    expect(settings.seen.troubles.splice(0).filter((trouble) => !trouble.includes('404'))).toEqual(
      [],
    )
    await page.getByRole('tab', { name: 'Libraries' }).click()
    await page.getByRole('list', { name: 'Libraries' }).getByText(name).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete permanently…' }).click()
    await question.getByRole('textbox').fill(name)
    await question.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('No libraries in the trash').waitFor()
  },
  timeoutMs,
)

test(
  'reader settings and bookmarks update on other pages of the same user',
  async () => {
    const page = await settings.open('reading', 'Reading preferences')
    const other = await page.context().newPage()
    await settings.open('reading', 'Reading preferences', other)
    await page.getByRole('combobox', { name: 'Reading mode', exact: true }).click()
    await page.getByRole('option', { name: 'Webtoon' }).click()
    await other
      .getByRole('combobox', { name: 'Reading mode', exact: true })
      .filter({ hasText: 'Webtoon' })
      .waitFor()
    await other.close()
  },
  timeoutMs,
)
