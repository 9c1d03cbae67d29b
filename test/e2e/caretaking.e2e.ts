/** What an administrator does when something is wrong: find it, narrow it, try again, clean up, ask for help. */
import { expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { tinyZip } from '../../.ci/tiny-zip'
import { accessibilityProblems, admin, until } from './harness'
import { writeLibrary } from './library'
import { expectNoTrouble, openSettings } from './settings-room'

const series = 6
const patience = 120_000
const room = openSettings({
  write: async (folder) => {
    await writeLibrary(folder, series)
    mkdirSync(join(folder, 'Broken'))
    writeFileSync(join(folder, 'Broken', 'No book.cbz'), 'this is no archive')
    const note = new TextEncoder().encode('no pictures here')
    writeFileSync(join(folder, 'Broken', 'No pages.cbz'), tinyZip({ 'note.txt': note }))
  },
  series: series + 1,
})
const { world } = room
expectNoTrouble(room)

test(
  'problems are counted where the settings are listed, narrowed, opened and found again as they were',
  async () => {
    const page = await room.open('profile', 'Profile')
    await page.getByRole('link', { name: 'Media problems 2' }).click()
    const books = page.getByRole('list', { name: 'Media problems' }).getByRole('listitem')
    await books.nth(1).waitFor()
    await choose(page, 'Problem', 'No pages')
    await books.nth(1).waitFor({ state: 'detached' })
    expect(await accessibilityProblems(page)).toEqual([])
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
  patience,
)

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
  await page.getByRole('combobox', { name: label }).getByText(option).waitFor()
}

test(
  'genres that nothing carries are named before they go',
  async () => {
    const { data } = await room.ask<{ data: { id: string }[] }>('/series?pageSize=1')
    const path = `/series/${data[0]!.id}/genres`
    expect((await room.send('POST', path, { name: 'Nobody reads it' })).ok()).toBe(true)
    expect((await room.send('PUT', path, { genres: [] })).ok()).toBe(true)

    const page = await room.open('clean-up', 'Cleanup')
    const genres = page.locator('section', {
      has: page.getByRole('heading', { level: 2, name: 'Genres', exact: true }),
    })
    await genres.getByRole('button', { name: 'Check' }).click()
    await genres.getByText('Nobody reads it').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await genres.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('1 genre removed').waitFor()
    await genres.getByRole('button', { name: 'Check' }).click()
    await genres.getByText('Nothing to clean up.').waitFor()
  },
  patience,
)

test(
  'statistics are tables that can be read out, and lines that begin while one looks',
  async () => {
    const page = await room.open('statistics', 'Statistics')
    const libraries = page.getByRole('table', { name: 'By library' })
    await libraries.getByRole('rowheader', { name: 'Reading room' }).waitFor()
    await page
      .getByRole('table', { name: 'By format' })
      .getByRole('rowheader', { name: 'CBZ' })
      .waitFor()
    await page.getByText('Requests per minute').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  },
  patience,
)

test(
  'the log goes on by itself, and what it shows is narrowed by words',
  async () => {
    const page = await room.open('logs', 'Logs')
    const lines = page.getByRole('list', { name: 'Logs' }).getByRole('listitem')
    await lines.first().waitFor()
    await room.send('POST', '/auth/login', { username: 'nobody', password: 'not this one' })
    await lines.filter({ hasText: 'login failed' }).first().waitFor()
    await page.getByLabel('Contains').fill('login failed')
    // What is typed counts a moment later, and stands in the address then.
    await page.waitForURL(/words=login/)
    await lines.filter({ hasText: 'is ready at' }).first().waitFor({ state: 'detached' })
    await page.reload()
    await lines.filter({ hasText: 'login failed' }).first().waitFor()
    expect(await page.getByLabel('Contains').inputValue()).toBe('login failed')
  },
  patience,
)

test(
  'a report for those who help is saved, without the password',
  async () => {
    const page = await room.open('about', 'About Quire')
    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download diagnostics' }).click()
    const text = readFileSync(await (await begun).path(), 'utf8')
    const report = JSON.parse(text) as Record<string, Record<string, unknown>>
    expect(report['server']).toHaveProperty('version')
    expect(report['log']).toHaveProperty('lines')
    expect(report['problems']).toHaveProperty('total', 2)
    expect(text).not.toContain(admin.password)
  },
  patience,
)

test(
  'what failed is seen first, says why in plain words, and is tried again',
  async () => {
    const { page } = room.seen
    // Nothing may ask while there is nobody to answer.
    await page.goto('about:blank')
    await world.quire.whileStopped(async () =>
      addFailure(join(world.quire.folder, 'data/quire.db')),
    )
    await until(() => isFailureShown(page), 'what failed is seen, once nothing runs')
    await page.getByText('The disk is full.').waitFor()
    await page.getByText('Reading room', { exact: false }).first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Task queued').waitFor()
    await page.getByText('No failed tasks').waitFor()
  },
  patience,
)

/** What runs is seen first, and a start brings something to do. */
async function isFailureShown(page: Page) {
  await room.open('tasks', 'Tasks')
  const tab = page.getByRole('tab', { selected: true })
  return (await tab.textContent())?.startsWith('Failed') === true
}

/** As a full disk leaves one behind. */
function addFailure(file: string) {
  const database = new Database(file, { strict: true })
  const { id: libraryId } = database.query('select id from libraries').get() as { id: string }
  database
    .prepare(
      `insert into jobs (id, kind, payload, state, run_at, again, attempts, max_attempts, error,
         created_at, started_at, finished_at)
       values ($id, 'make_thumbnails', $payload, 'failed', $now, 0, 5, 5,
         'ENOSPC: no space left on device, write', $now, $now, $now)`,
    )
    .run({ id: Bun.randomUUIDv7(), payload: JSON.stringify({ libraryId }), now: Date.now() })
  database.close()
}
