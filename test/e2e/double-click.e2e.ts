/** Buttons pressed twice before the page has reacted to the first press. */
import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { getDialog, openEditForm, pressTwice } from './harness'
import { writeVolumes } from './generate-library'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({ write: (folder) => writeVolumes(folder, 'Tides', 2), series: 1 })

/** Returns a function that counts the requests whose URL contains `path`. */
function countRequests(page: Page, method: string, path: string) {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.method() === method && request.url().includes(path)) seen.push(request.url())
  })
  return () => seen.length
}

test(
  'creates one key',
  async () => {
    const { page, context } = await world.at('/settings/keys')
    const asked = countRequests(page, 'POST', '/api/v1/api-keys')
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(`Tablet ${Date.now()}`)
    await pressTwice(getDialog(page).getByRole('button', { name: 'Create key' }))
    await page.getByRole('button', { name: 'Done' }).click()
    expect(asked()).toBe(1)
    await context.close()
  },
  timeoutMs,
)

test(
  'saves an edit once, without a conflict message',
  async () => {
    const { page, context } = await world.at('/library')
    await page.locator('[data-cover]').first().click()
    const asked = countRequests(page, 'POST', '/metadata/edit')
    const form = await openEditForm(page)
    await form.getByLabel('Imprint', { exact: true }).fill(`Sparrow ${Date.now()}`)
    await pressTwice(form.getByRole('button', { name: 'Save' }))
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(asked()).toBe(1)
    await context.close()
  },
  timeoutMs,
)

test(
  'adds one library',
  async () => {
    const folder = join(world.library, '..', `More ${Date.now()}`)
    mkdirSync(folder)
    const { page, context } = await world.at('/add-library')
    const asked = countRequests(page, 'POST', '/api/v1/libraries')
    await page.getByRole('textbox', { name: 'Folder', exact: true }).fill(folder)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('button', { name: 'Use this folder' }).click()
    await pressTwice(page.getByRole('button', { name: 'Add and scan' }))
    await page.waitForURL(/added=/)
    expect(asked()).toBe(1)
    await context.close()
  },
  timeoutMs,
)
