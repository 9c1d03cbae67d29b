/** Import of one's own reading from a backup of Mihon, from the file to the undo. */
import { expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { buildMihonBackup } from '../ingest/importing/apps/mihon-backup'
import { writeVolumes } from './generate-library'
import { findAccessibilityProblems, getDialog } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({
  write: async (folder) => {
    await writeVolumes(folder, 'Anchor', 3)
  },
  series: 1,
})

const readAt = '2024-03-01T20:15:00Z'
const backup = buildMihonBackup({
  mangas: [
    {
      title: 'Anchor',
      categories: [0],
      chapters: [
        { url: '/1', number: 1, read: true, readAt },
        { url: '/2', number: 2, lastPageRead: 1, readAt },
      ],
    },
    { title: 'Gone', score: 7, chapters: [{ url: '/g', number: 4, read: true, readAt }] },
  ],
  categories: [{ name: 'At sea', order: 0 }],
  sources: [{ name: 'Komga', id: 999n }],
})

test(
  'a backup is looked over, imported and taken back',
  async () => {
    const { page, context } = await world.signedIn()
    await page.goto(`${world.quire.url}/settings/import-reading`)
    await page.getByRole('heading', { name: '1. Choose the file' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    const upload = { name: 'app.tachibk', mimeType: 'application/gzip', buffer: gzipSync(backup) }
    await page.locator('main input[type="file"]').setInputFiles(upload)
    await page.getByText('2 of 3 books were found here').waitFor()
    await page.getByText('At sea: 1 of 1').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { name: '3. Imported' }).waitFor()
    await page.getByRole('button', { name: 'Undo import' }).click()
    await getDialog(page).getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('heading', { name: '3. Undone' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Undone · Mihon').waitFor()
    await context.close()
  },
  timeoutMs,
)
