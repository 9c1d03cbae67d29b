/** The folder browser: what cannot be used cannot be chosen, and what lies among very many is found. */
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { accessibilityProblems, until } from './harness'
import { writeLibrary } from './library'
import { openWorld } from './world'

const patience = 120_000
const world = openWorld({ write: (folder) => writeLibrary(folder, 2), series: 2 })
const huge = mkdtempSync(join(tmpdir(), 'quire-e2e-huge-'))

afterAll(() => rmSync(huge, { recursive: true, force: true }), 60_000)

async function type(page: Page, path: string) {
  const field = page.getByLabel('Folder', { exact: true })
  await field.fill(path)
  await field.press('Enter')
  await page.locator('input[name=folder]:focus').waitFor()
}

const useButton = (page: Page) => page.getByRole('button', { name: 'Use this folder' })

test(
  'a folder that cannot be used says why, and only one that can be used leads on',
  async () => {
    const { page, context } = await world.at('/add-library', { mayBreakRules: true })
    await useButton(page).waitFor()
    expect(await useButton(page).isDisabled()).toBe(true)
    for (const path of [world.library, dirname(world.library)]) {
      await type(page, path)
      await page.getByText(/overlaps with a folder of the library “?"?Reading room/).waitFor()
      expect(await useButton(page).isDisabled()).toBe(true)
    }
    await type(page, '/proc')
    await page.getByText('Can’t use this folder: is a system folder').waitFor()
    expect(await useButton(page).isDisabled()).toBe(true)
    await type(page, huge)
    await page.getByText('No comics or books found here.').waitFor()
    expect(await useButton(page).isEnabled()).toBe(true)
    await context.close()
  },
  patience,
)

test(
  'one of very many folders is found by a part of its name, by keys alone',
  async () => {
    for (let n = 1; n <= 1500; n++) mkdirSync(join(huge, `Series ${n}`), { recursive: true })
    mkdirSync(join(huge, 'Zoë’s shelf', 'Inside'), { recursive: true })
    const { page, context } = await world.at('/add-library')
    await useButton(page).waitFor()
    await type(page, huge)
    await page.getByText('There are more. Type part of a name to find a folder.').waitFor()
    expect(await page.locator('[aria-pressed]').count()).toBeLessThan(80)
    const box = page.getByLabel(`Find folder in ${huge}`)
    await box.fill('zoe')
    await page.getByRole('button', { name: 'Zoë’s shelf' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await box.press('Tab')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await until(async () => (await focused()) === 'Zoë’s shelf', 'the only folder has the focus')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Inside' }).waitFor()
    await context.close()
  },
  patience,
)
