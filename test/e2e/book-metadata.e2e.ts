/** Metadata from providers for single books, applied manually and by a run over a library. */
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProviderServers } from '../ingest/providers/servers/all'
import { makeEpub } from '../support/make/epub'
import { startWorld } from './world'

const timeoutMs = 120_000
const providers = startProviderServers()
afterAll(() => providers.stop())

/** Two novels in one folder, which form one series, and a novel in a separate folder. */
const novels = [
  ['Herbert', 'Dune', 'Frank Herbert', '<dc:identifier>urn:isbn:9780441013593</dc:identifier>'],
  ['Herbert', 'Dune Messiah', 'Frank Herbert', ''],
  ['The Hobbit', 'The Hobbit', '', ''],
] as const

const world = startWorld({
  write: async (folder) => {
    for (const [name, title, author, metadata] of novels) {
      mkdirSync(join(folder, name), { recursive: true })
      const book = await makeEpub({
        title,
        author,
        metadata,
        ...(name === 'Herbert' && { series: name }),
      })
      writeFileSync(join(folder, name, `${title}.epub`), book)
    }
  },
  series: 2,
  environment: providers.environment,
})

async function openBook(page: Awaited<ReturnType<typeof world.at>>['page'], title: string) {
  const url = `${world.quire.url}/api/v1/books?pageSize=100`
  const { data } = await (await page.request.get(url)).json()
  const { id } = data.find((one: { title: string }) => one.title === title)
  await page.goto(`${world.quire.url}/book/${id}`)
}

test(
  'the run of a library matches its books, and the doubtful one is reviewed',
  async () => {
    const { page, context } = await world.at('/settings/metadata')
    await page.getByRole('button', { name: 'Match series Reading room' }).click()
    // The rate limit of the provider makes this slow.
    const result = page.getByText('Books: 2 matched · 1 to review')
    await result.waitFor({ timeout: 90_000 })
    await shoot(page, 'run')
    await page.getByRole('button', { name: /^Review/ }).click()
    const review = page.getByRole('dialog', { name: 'The Hobbit' })
    await review.getByText('The title alone is not enough to identify the book').waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('Escape')
    await page.getByText('Books: 3 matched').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText(/^Undone/).waitFor()
    await openBook(page, 'Dune Messiah')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await page.getByText('sees what becomes of his victory').count()).toBe(0)
    await context.close()
  },
  timeoutMs,
)

test.each([
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)(
  'a book is matched by hand on the %s: search, changes by field, apply, undo',
  async (name, screen) => {
    const { page, context } = await world.at('/library', screen)
    await openBook(page, 'Dune')
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Find metadata…' }).click()
    const search = page.getByRole('dialog', { name: 'Find metadata for Dune' })
    await search.getByText('Same ISBN (9780441013593)').waitFor()
    await search.getByText('Certain', { exact: true }).waitFor()
    await shoot(page, `${name}-search`)
    await search
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click()
    const changes = page.getByRole('dialog', { name: 'Dune on Open Library' })
    await changes.getByText('Ace Books').waitFor()
    await shoot(page, `${name}-changes`)
    await changes.getByRole('checkbox', { name: 'Edition' }).uncheck()
    await changes.getByRole('button', { name: /^Apply/ }).click()
    await changes.waitFor({ state: 'detached' })
    await page.getByText('A family takes over a desert planet.').first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('A family takes over a desert planet.').waitFor({ state: 'detached' })
    await context.close()
  },
  timeoutMs,
)

/** Saves a screenshot if QUIRE_SHOTS names a folder. */
async function shoot(
  page: { screenshot(options: { path: string }): Promise<unknown> },
  name: string,
) {
  const folder = process.env['QUIRE_SHOTS']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}
