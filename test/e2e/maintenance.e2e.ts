/** Maintenance by an administrator: find problems, filter, retry, clean up, create a report. */
import { expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { buildTinyZip } from '../../.ci/tiny-zip'
import { findAccessibilityProblems, admin, waitUntil } from './harness'
import { writeLibrary } from './generate-library'
import { expectNoTrouble, openSettings } from './settings-page'
import { jobMessages } from '../../src/platform/jobs/messages'

const series = 6
const timeoutMs = 120_000
const settings = openSettings({
  write: async (folder) => {
    await writeLibrary(folder, series)
    mkdirSync(join(folder, 'Broken'))
    writeFileSync(join(folder, 'Broken', 'No book.cbz'), 'this is no archive')
    const note = new TextEncoder().encode('no pictures here')
    writeFileSync(join(folder, 'Broken', 'No pages.cbz'), buildTinyZip({ 'note.txt': note }))
  },
  series: series + 1,
})
const { world } = settings
expectNoTrouble(settings)

test(
  'problems are counted in the navigation, filtered, opened, and unchanged on return',
  async () => {
    const page = await settings.open('profile', 'Profile')
    await page.getByRole('link', { name: 'Media problems 2' }).click()
    const books = page.getByRole('list', { name: 'Media problems' }).getByRole('listitem')
    await books.nth(1).waitFor()
    await choose(page, 'Problem', 'No pages')
    await books.nth(1).waitFor({ state: 'detached' })
    expect(await findAccessibilityProblems(page)).toEqual([])
    await books.getByRole('link', { name: 'No pages' }).click()
    await page.getByRole('heading', { level: 1, name: 'No pages' }).waitFor()
    await page.goBack()
    await page.getByRole('combobox', { name: 'Problem' }).getByText('No pages').waitFor()
    await books.first().waitFor()
    expect(await books.count()).toBe(1)
    await books.getByRole('button', { name: 'Recheck' }).click()
    await page.getByText('Rechecking file').waitFor()
    await choose(page, 'Problem', 'DRM-protected')
    await page.getByRole('button', { name: 'Show all problems' }).click()
    await books.nth(1).waitFor()
  },
  timeoutMs,
)

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
  await page.getByRole('combobox', { name: label }).getByText(option).waitFor()
}

test(
  'unused genres are listed before they are deleted',
  async () => {
    const { data } = await settings.request<{ data: { id: string }[] }>('/series?pageSize=1')
    const path = `/series/${data[0]!.id}/genres`
    expect((await settings.send('POST', path, { name: 'Nobody reads it' })).ok()).toBe(true)
    expect((await settings.send('PUT', path, { genres: [] })).ok()).toBe(true)

    const page = await settings.open('clean-up', 'Cleanup')
    const genres = page.locator('section', {
      has: page.getByRole('heading', { level: 2, name: 'Genres', exact: true }),
    })
    await genres.getByRole('button', { name: 'Check' }).click()
    await genres.getByText('Nobody reads it').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await genres.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('1 genre removed').waitFor()
    await genres.getByRole('button', { name: 'Check' }).click()
    await genres.getByText('Nothing to clean up').waitFor()
  },
  timeoutMs,
)

test(
  'statistics are available as tables, and charts start while the page is open',
  async () => {
    const page = await settings.open('statistics', 'Statistics')
    const libraries = page.getByRole('table', { name: 'By library' })
    await libraries.getByRole('rowheader', { name: 'Reading room' }).waitFor()
    await page
      .getByRole('table', { name: 'By format' })
      .getByRole('rowheader', { name: 'CBZ' })
      .waitFor()
    await page.getByText('Requests per minute').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
  },
  timeoutMs,
)

test(
  'the log updates automatically and is filtered by text',
  async () => {
    const page = await settings.open('logs', 'Logs')
    const lines = page.getByRole('list', { name: 'Logs' }).getByRole('listitem')
    await lines.first().waitFor()
    await settings.send('POST', '/auth/login', { username: 'nobody', password: 'not this one' })
    await lines.filter({ hasText: 'login failed' }).first().waitFor()
    await page.getByLabel('Contains').fill('login failed')
    // The search takes effect with a delay and is then in the URL.
    await page.waitForURL(/words=login/)
    await lines.filter({ hasText: 'is ready at' }).first().waitFor({ state: 'detached' })
    await page.reload()
    await lines.filter({ hasText: 'login failed' }).first().waitFor()
    expect(await page.getByLabel('Contains').inputValue()).toBe('login failed')
  },
  timeoutMs,
)

test(
  'a support report is downloaded without the password',
  async () => {
    const page = await settings.open('about', 'About Quire')
    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download diagnostics' }).click()
    const text = readFileSync(await (await begun).path(), 'utf8')
    const report = JSON.parse(text) as Record<string, Record<string, unknown>>
    expect(report['server']).toHaveProperty('version')
    expect(report['log']).toHaveProperty('lines')
    expect(report['problems']).toHaveProperty('total', 2)
    expect(text).not.toContain(admin.password)
  },
  timeoutMs,
)

test(
  'design 11: the tasks start with all of them, not with an empty list',
  async () => {
    const page = await settings.open('tasks', 'Tasks')
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('All')
    await page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').first().waitFor()
    await page.getByRole('tab', { name: 'Completed' }).click()
    await page.getByText('finished', { exact: false }).first().waitFor()
  },
  timeoutMs,
)

test(
  'failed tasks are listed first with a reason and can be retried',
  async () => {
    const { page } = settings.seen
    // No request may be sent while the server is stopped.
    await page.goto('about:blank')
    await world.quire.whileStopped(async () =>
      addFailure(join(world.quire.folder, 'data/quire.db')),
    )
    await waitUntil(() => waitForFailure(page), 'what failed is seen, once nothing runs')
    await page.getByText('The disk is full').waitFor()
    await page.getByText('Reading room', { exact: false }).first().waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Task queued').waitFor()
    await page.getByText('No failed tasks').waitFor()
  },
  timeoutMs,
)

/** Opens the tasks. Returns false if running tasks, such as those after a restart, come first. */
async function waitForFailure(page: Page) {
  await settings.open('tasks', 'Tasks')
  const tab = page.getByRole('tab', { selected: true })
  return (await tab.textContent())?.startsWith('Failed') === true
}

/** Adds a job that failed, as with a full disk. */
function addFailure(file: string) {
  const database = new Database(file, { strict: true })
  const { id: libraryId } = database.query('select id from libraries').get() as { id: string }
  database
    .prepare(
      `insert into jobs (id, kind, payload, state, run_at, again, attempts, max_attempts, error,
         created_at, started_at, finished_at)
       values ($id, 'make_thumbnails', $payload, 'failed', $now, 0, 5, 5, $error, $now, $now, $now)`,
    )
    .run({
      id: Bun.randomUUIDv7(),
      payload: JSON.stringify({ libraryId }),
      error: JSON.stringify(
        jobMessages.failed({ detail: 'ENOSPC: no space left on device, write' }),
      ),
      now: Date.now(),
    })
  database.close()
}
