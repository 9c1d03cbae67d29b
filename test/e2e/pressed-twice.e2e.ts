/** A button pressed twice before the page could draw that the first press was taken. */
import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { dialogIn, openEditForm, pressTwice } from './harness'
import { writeVolumes } from './library'
import { openWorld } from './world'

const patience = 120_000
const world = openWorld({ write: (folder) => writeVolumes(folder, 'Tides', 2), series: 1 })

/** How often this was asked of the server. */
function countOf(page: Page, method: string, path: string) {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.method() === method && request.url().includes(path)) seen.push(request.url())
  })
  return () => seen.length
}

test(
  'a key is made once',
  async () => {
    const { page, context } = await world.at('/settings/keys')
    const asked = countOf(page, 'POST', '/api/v1/api-keys')
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(`Tablet ${Date.now()}`)
    await pressTwice(dialogIn(page).getByRole('button', { name: 'Create key' }))
    await page.getByRole('button', { name: 'Done' }).click()
    expect(asked()).toBe(1)
    await context.close()
  },
  patience,
)

test(
  'an edit is saved once, and nobody is said to have been quicker',
  async () => {
    const { page, context } = await world.at('/library')
    await page.locator('[data-cover]').first().click()
    const asked = countOf(page, 'POST', '/metadata/edit')
    const form = await openEditForm(page)
    await form.getByLabel('Imprint', { exact: true }).fill(`Sparrow ${Date.now()}`)
    await pressTwice(form.getByRole('button', { name: 'Save' }))
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(asked()).toBe(1)
    await context.close()
  },
  patience,
)

test(
  'a library is added once',
  async () => {
    const folder = join(world.library, '..', `More ${Date.now()}`)
    mkdirSync(folder)
    const { page, context } = await world.at('/add-library')
    const asked = countOf(page, 'POST', '/api/v1/libraries')
    await page.getByRole('textbox', { name: 'Folder', exact: true }).fill(folder)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('button', { name: 'Use this folder' }).click()
    await pressTwice(page.getByRole('button', { name: 'Add and scan' }))
    await page.waitForURL(/added=/)
    expect(asked()).toBe(1)
    await context.close()
  },
  patience,
)
