/** Manual grouping: merge, scan, move and undo, and editions of one work. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { writeVolumes } from './generate-library'
import { findAccessibilityProblems, getDialog, type Visit, waitUntil } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
const names = ['Anchor', 'Buoy', 'Cove', 'Dune']
const world = startWorld({
  write: async (folder) => {
    for (const name of names) await writeVolumes(folder, name, 3)
  },
  series: names.length,
})

async function getJson<Answer>({ context }: Visit, path: string): Promise<Answer> {
  const answer = await context.request.get(`${world.quire.url}/api/v1/${path}`)
  return (await answer.json()) as Answer
}

async function findSeries(seen: Visit, name: string): Promise<string | undefined> {
  return (await world.seriesIds(seen, name))[0]
}

const countBooks = async (seen: Visit, id: string) =>
  (await getJson<{ bookCount: number }>(seen, `series/${id}`)).bookCount

async function scanAgain(seen: Visit) {
  const [library] = await getJson<{ id: string }[]>(seen, 'libraries')
  await world.prepare(seen, `libraries/${library!.id}/scan?mode=deep`, {})
  const path = `libraries/${library!.id}/scans?pageSize=1`
  await waitUntil(async () => {
    const { data } = await getJson<{ data: { status: string }[] }>(seen, path)
    return data[0]?.status === 'completed'
  }, 'the scan to end')
}

async function openMenu(page: Page, item: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function chooseSeries(page: Page, name: string) {
  const dialog = getDialog(page)
  await dialog.getByRole('searchbox', { name: 'Series title' }).fill(name)
  await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click()
}

const openDetails = (page: Page) => page.getByRole('tab', { name: 'Details' }).click()

test(
  'a merged series stays merged after a scan, and is undone in one step',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const [anchor, buoy] = [await findSeries(seen, 'Anchor'), await findSeries(seen, 'Buoy')]
    const before = await countBooks(seen, buoy!)
    await page.goto(`${world.quire.url}/series/${anchor}`)
    await openMenu(page, 'Merge into another series…')
    expect(await findAccessibilityProblems(page)).toEqual([])
    await chooseSeries(page, 'Buoy')
    const dialog = getDialog(page)
    await dialog.getByText('“Anchor” will have no books left and will be hidden.').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByText('Merged Anchor into Buoy').first().waitFor()
    await page.getByRole('heading', { name: 'Buoy', level: 1 }).waitFor()
    expect(await findSeries(seen, 'Anchor')).toBeUndefined()
    expect(await countBooks(seen, buoy!)).toBe(2 * before)
    await scanAgain(seen)
    expect(await findSeries(seen, 'Anchor')).toBeUndefined()
    expect(await countBooks(seen, buoy!)).toBe(2 * before)
    await openDetails(page)
    const card = page.getByRole('region', { name: 'Grouping' })
    await card.getByRole('button', { name: 'Undo' }).click()
    await card.getByText('Undone').waitFor()
    expect(await findSeries(seen, 'Anchor')).toBe(anchor)
    expect(await countBooks(seen, buoy!)).toBe(before)
    await context.close()
  },
  timeoutMs,
)

test(
  'a book is moved to a new series on a phone, by keys, and undone from the message',
  async () => {
    const seen = await world.signedIn({ width: 390, height: 800 })
    const { page, context } = seen
    const cove = await findSeries(seen, 'Cove')
    const before = await countBooks(seen, cove!)
    const { data } = await getJson<{ data: { id: string }[] }>(seen, `series/${cove}/books`)
    const title = `Split ${Math.random()}`
    await page.goto(`${world.quire.url}/book/${data[0]!.id}`)
    await openMenu(page, 'Move to another series…')
    await getDialog(page).getByRole('searchbox', { name: 'Series title' }).fill(title)
    await getDialog(page)
      .getByRole('button', { name: `New series “${title}”` })
      .press('Enter')
    await getDialog(page).getByText(`1 book moves to “${title}”`).waitFor()
    await getDialog(page).getByRole('button', { name: 'Move', exact: true }).press('Enter')
    await page.getByText(`Split 1 book from Cove into the new series ${title}`).first().waitFor()
    expect(await countBooks(seen, cove!)).toBe(before - 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The books are back where they were').first().waitFor()
    expect(await countBooks(seen, cove!)).toBe(before)
    await context.close()
  },
  timeoutMs,
)

test(
  'series are linked as editions, which both pages show',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    await page.goto(`${world.quire.url}/series/${await findSeries(seen, 'Cove')}`)
    await openDetails(page)
    const card = page.getByRole('region', { name: 'Other editions' })
    await card.getByRole('button', { name: 'Link an edition…' }).click()
    await getDialog(page).getByRole('combobox', { name: 'Type' }).selectOption('adaptation')
    await chooseSeries(page, 'Dune')
    await card.getByRole('link', { name: 'Dune' }).waitFor()
    await card.getByText('Adaptation').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await card.getByRole('link', { name: 'Dune' }).click()
    await page.getByRole('heading', { name: 'Dune', level: 1 }).waitFor()
    await openDetails(page)
    await card.getByRole('button', { name: 'Unlink Cove' }).click()
    await card.getByRole('link', { name: 'Cove' }).waitFor({ state: 'detached' })
    await context.close()
  },
  timeoutMs,
)
