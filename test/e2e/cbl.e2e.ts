/** Import of a reading list with a review, missing entries, and export. */
import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { writeVolumes } from './generate-library'
import { findAccessibilityProblems, getDialog } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
const names = ['Anchor', 'Buoy']
const world = startWorld({
  write: async (folder) => {
    for (const name of names) await writeVolumes(folder, name, 3)
  },
  series: names.length,
})

const file = `<ReadingList><Name>Tides</Name><Books>
<Book Series="Anchor" Number="1"/>
<Book Series="Gone" Number="7" Volume="2001"/>
<Book Series="Gone" Number="8" Volume="2001"/>
<Book Series="Buoys" Number="2"/>
</Books><Matchers/></ReadingList>`

test(
  'a list is imported after a review, and exported with what is missing',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    await page.goto(`${world.quire.url}/reading-lists`)
    await page.getByRole('link', { name: 'Import…' }).click()
    await page.getByRole('heading', { name: 'Import a reading list' }).waitFor()
    const buffer = Buffer.from(file)
    const upload = { name: 'tides.cbl', mimeType: 'application/xml', buffer }
    await page.locator('input[type="file"]').setInputFiles(upload)
    await page.getByRole('button', { name: 'Likely (1)' }).click()
    await page.getByRole('button', { name: 'Use suggestion for Anchor #1' }).click()
    await page.getByRole('button', { name: 'Not found (3)' }).click()
    await page.getByRole('button', { name: 'Skip Gone (2001) #8' }).click()
    await page.getByText('Skipped: not added to the list').waitFor()
    await page.getByRole('button', { name: 'Choose book for Buoys #2' }).click()
    const dialog = getDialog(page)
    await dialog.getByRole('searchbox').fill('Buoy')
    await dialog.getByRole('list', { name: 'Results' }).getByText('Series').click()
    const books = dialog.getByRole('list', { name: 'Books in Buoy' })
    await books.getByRole('button').nth(1).click()
    await page.getByText('Books were found or chosen for 2 of 3 entries').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Create reading list' }).click()
    await page.getByRole('heading', { name: 'Tides', level: 1 }).waitFor()
    await page.getByRole('button', { name: '1 missing entry' }).click()
    await getDialog(page).getByText('Gone (2001) #7').waitFor()
    await getDialog(page).getByRole('button', { name: 'Search again' }).click()
    await page.getByText('Nothing new was found').waitFor()
    await page.keyboard.press('Escape')
    const downloaded = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export as CBL' }).click()
    const exported = await readFile(await (await downloaded).path(), 'utf8')
    const series = [...exported.matchAll(/ Series="(\w+)"/g)].map(([, name]) => name)
    expect(series).toEqual(['Anchor', 'Gone', 'Buoy'])
    await context.close()
  },
  timeoutMs,
)
