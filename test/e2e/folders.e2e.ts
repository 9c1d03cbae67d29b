/** The folder browser: unusable folders are disabled, and search finds one folder among many. */
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { findAccessibilityProblems, waitUntil } from './harness'
import { writeLibrary } from './generate-library'
import { startWorld } from './world'

const timeoutMs = 120_000
const world = startWorld({ write: (folder) => writeLibrary(folder, 2), series: 2 })
const huge = mkdtempSync(join(tmpdir(), 'quire-e2e-huge-'))

afterAll(() => rmSync(huge, { recursive: true, force: true }), 60_000)

async function typePath(page: Page, path: string) {
  const field = page.getByLabel('Folder', { exact: true })
  await field.fill(path)
  await field.press('Enter')
  await page.locator('input[name=folder]:focus').waitFor()
}

const getUseButton = (page: Page) => page.getByRole('button', { name: 'Use this folder' })

test(
  'explains why a folder cannot be used, and continues only with a usable one',
  async () => {
    const { page, context } = await world.at('/add-library', { mayBreakRules: true })
    await getUseButton(page).waitFor()
    expect(await getUseButton(page).isDisabled()).toBe(true)
    for (const path of [world.library, dirname(world.library)]) {
      await typePath(page, path)
      await page.getByText(/overlaps with a folder in the library “?"?Reading room/).waitFor()
      expect(await getUseButton(page).isDisabled()).toBe(true)
    }
    await typePath(page, '/proc')
    await page.getByText('Can’t use this folder: is a system folder').waitFor()
    expect(await getUseButton(page).isDisabled()).toBe(true)
    await typePath(page, huge)
    await page.getByText('No comics or books found here').waitFor()
    expect(await getUseButton(page).isEnabled()).toBe(true)
    await context.close()
  },
  timeoutMs,
)

test(
  'finds one of many folders by part of its name, by keyboard',
  async () => {
    for (let n = 1; n <= 1500; n++) mkdirSync(join(huge, `Series ${n}`), { recursive: true })
    mkdirSync(join(huge, 'Zoë’s shelf', 'Inside'), { recursive: true })
    const { page, context } = await world.at('/add-library')
    await getUseButton(page).waitFor()
    await typePath(page, huge)
    await page.getByText('There are more folders. Type part of a name to find one.').waitFor()
    expect(await page.locator('[aria-pressed]').count()).toBeLessThan(80)
    const box = page.getByLabel(`Find folder in ${huge}`)
    await box.fill('zoe')
    await page.getByRole('button', { name: 'Zoë’s shelf' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await box.press('Tab')
    const getFocused = () => page.evaluate(() => document.activeElement?.textContent)
    await waitUntil(
      async () => (await getFocused()) === 'Zoë’s shelf',
      'the only folder has the focus',
    )
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Inside' }).waitFor()
    await context.close()
  },
  timeoutMs,
)
