/** Trashed books whose progress continues in a copy, and choosing between several copies. */
import { expect, test } from 'bun:test'
import { cpSync } from 'node:fs'
import { writeLibrary } from './generate-library'
import { findAccessibilityProblems, getDialog, waitUntil } from './harness'
import { expectNoTrouble, openSettings } from './settings-page'

const timeoutMs = 120_000
const settings = openSettings({ write: (folder) => writeLibrary(folder, 1), series: 1 })
expectNoTrouble(settings)

interface Book {
  id: string
}

async function addCopy(name: string): Promise<Book[]> {
  const folder = `${settings.world.library}-${name}`
  cpSync(settings.world.library, folder, { recursive: true, preserveTimestamps: true })
  const answer = await settings.send('POST', '/libraries', { name, path: folder })
  const { id } = (await answer.json()) as Book
  return waitForBooks(id)
}

async function waitForBooks(libraryId: string): Promise<Book[]> {
  await settings.send('POST', `/libraries/${libraryId}/scan`, {})
  let books: Book[] = []
  await waitUntil(async () => {
    const { data } = await settings.request<{ data: Book[] }>(`/libraries/${libraryId}/books`)
    books = data
    const library = await settings.request<{ lastScannedAt: string | null }>(
      `/libraries/${libraryId}`,
    )
    return data.length === 3 && library.lastScannedAt !== null
  }, 'the copy is scanned')
  return books
}

test(
  'E1: a person chooses the copy of a book of a deleted library, and the trash says where it continues',
  async () => {
    const [original] = await settings.request<Book[]>('/libraries')
    const [book] = await waitForBooks(original!.id)
    await settings.send('POST', `/books/${book!.id}/read`, {})
    for (const name of ['Copy one', 'Copy two']) {
      const [copy] = await addCopy(name)
      await settings.send('PUT', `/books/${copy!.id}/progress`, { currentPage: 1 })
    }
    await settings.send('POST', `/libraries/${original!.id}/scan`, {})
    const page = await settings.open('trash', 'Trash')
    await settings.seen.context.request.delete(
      `${settings.world.quire.url}/api/v1/libraries/${original!.id}`,
      { headers: { origin: new URL(settings.world.quire.url).origin } },
    )
    await page.reload()
    await page.getByText('1 book with reading data has several copies.').waitFor()
    await page.getByRole('button', { name: 'Choose copies' }).click()
    const entries = page.getByRole('list', { name: 'Books' }).getByRole('listitem')
    await entries.getByText('The library is in the trash').waitFor()
    const choices = entries.getByRole('button', { name: 'Continue with this copy' })
    await choices.nth(1).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await screenshot('trash-undecided')
    await choices.first().click()
    await page.getByText('No books in the trash for this reason').waitFor()
    expect(await getDialog(page).count()).toBe(0)
  },
  timeoutMs,
)

test(
  'E1: the trash says where a removed book continues',
  async () => {
    const libraries = await settings.request<(Book & { name: string })[]>('/libraries')
    const one = libraries.find(({ name }) => name === 'Copy one')!
    const [book] = await waitForBooks(one.id)
    await settings.seen.context.request.delete(
      `${settings.world.quire.url}/api/v1/books/${book!.id}`,
      { headers: { origin: new URL(settings.world.quire.url).origin } },
    )
    const page = await settings.open('trash?tab=books', 'Trash')
    const entry = page.getByRole('list', { name: 'Books' }).getByRole('listitem')
    for (;;) {
      if ((await entry.getByText('were copied to another copy').count()) > 0) break
      await page.reload()
      await entry.first().waitFor()
    }
    await screenshot('trash-continued')
    await entry.getByRole('link', { name: 'Show copy' }).click()
    await page.waitForURL(/\/book\//)
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
  timeoutMs,
)

async function screenshot(name: string) {
  const folder = process.env['SCREENSHOTS']
  if (folder) await settings.seen.page.screenshot({ path: `${folder}/${name}.png` })
}
