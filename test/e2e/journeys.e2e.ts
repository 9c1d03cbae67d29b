/** How many clicks the ways take that people go most often. No change may make one longer. */
import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { writeLibrary, writeVolumes } from './generate-library'
import { getDialog, type Visit } from './harness'
import { openSeries } from './open-screens'
import { addProgress, showcaseSeries, writeShowcase } from './showcase'
import { startWorld } from './world'

const timeoutMs = 60_000
const plainSeries = 2
const world = startWorld({
  write: async (folder) => {
    await writeLibrary(folder, plainSeries)
    await writeShowcase(folder)
    await writeVolumes(join(folder, '../More'), 'Sonnets', 1)
  },
  series: plainSeries + showcaseSeries,
})

beforeAll(async () => {
  const seen = await world.signedIn()
  await addProgress(seen, world.quire)
  await seen.context.close()
}, timeoutMs)

interface Journey {
  clicks: number
  width?: number
  path?: string
  /** Clicks, types and waits. */
  go: (page: Page, click: (what: Locator) => Promise<void>) => Promise<void>
}

const lowOrbit = '/library?search=Low'

/** The way begins at the series, so that Enter, which is no click, opens it. */
async function openLowOrbit(page: Page) {
  await page
    .getByRole('link', { name: /^Low Orbit/ })
    .first()
    .press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Low Orbit' }).waitFor()
}

const openSettings = async (page: Page, click: (what: Locator) => Promise<void>) => {
  await click(page.getByRole('navigation').getByRole('button', { name: 'ada' }))
  await click(page.getByRole('menuitem', { name: 'Settings' }))
}

const journeys: Record<string, Journey> = {
  'to the third volume of a series': {
    clicks: 4,
    go: async (page, click) => {
      await click(page.getByRole('navigation').getByRole('link', { name: 'All libraries' }))
      await page.getByRole('heading', { level: 1, name: 'All libraries' }).waitFor()
      await click(page.getByRole('main').getByRole('link', { name: /^Low Orbit/ }))
      await click(page.getByRole('main').getByRole('link', { name: /^Vol\. 3\b/ }))
      await click(page.getByRole('link', { name: /^Start reading/ }))
      await page.getByRole('img', { name: 'Page 1' }).waitFor()
    },
  },
  'to a range of volumes that is marked as read': {
    clicks: 4,
    path: '/library?search=Tidal',
    go: async (page, click) => {
      await openSeries(page)
      await click(page.getByRole('button', { name: 'Select' }))
      await click(page.getByRole('checkbox', { name: 'Select Vol. 2' }))
      await page.keyboard.down('Shift')
      await click(page.getByRole('checkbox', { name: 'Select Vol. 5' }))
      await page.keyboard.up('Shift')
      await click(page.getByRole('button', { name: 'Mark as read' }))
      await page.getByText('4 of 4 read').waitFor()
    },
  },
  'on with reading on the phone': {
    clicks: 2,
    width: 390,
    go: async (page, click) => {
      await click(page.getByRole('link', { name: /^Continue reading/ }))
      await page.getByRole('slider', { name: 'Position in the book' }).waitFor()
    },
  },
  'from the last page to the next book': {
    clicks: 1,
    path: lowOrbit,
    go: async (page, click) => {
      await openLowOrbit(page)
      await page.getByRole('link', { name: /^Continue/ }).press('Enter')
      await page.getByRole('img', { name: 'Page 2' }).waitFor()
      await page.keyboard.press('End')
      await page.getByRole('img', { name: 'Page 8' }).waitFor()
      await page.keyboard.press('ArrowRight')
      await click(page.getByRole('link', { name: /^Next book/ }))
      await page.getByRole('img', { name: 'Page 1' }).waitFor()
    },
  },
  'from a page to the reading mode for webtoons': {
    clicks: 3,
    path: lowOrbit,
    go: async (page, click) => {
      await openLowOrbit(page)
      await page.getByRole('link', { name: /^Continue/ }).press('Enter')
      await page.getByRole('img', { name: 'Page 1' }).waitFor()
      await click(page.getByRole('button', { name: 'Reading settings' }))
      const webtoon = page.getByRole('radio', { name: 'Webtoon' })
      await click(webtoon)
      expect(await webtoon.isChecked()).toBe(true)
    },
  },
  'to another library': {
    clicks: 3,
    go: async (page, click) => {
      await click(page.getByRole('link', { name: 'Add library' }))
      const folder = page.getByLabel('Folder', { exact: true })
      await folder.fill(join(world.library, '../More'))
      await folder.press('Enter')
      await click(page.getByRole('button', { name: 'Use this folder' }))
      await click(page.getByRole('button', { name: 'Add and scan' }))
      await page.getByRole('heading', { level: 1, name: 'More' }).waitFor()
    },
  },
  'to a smart collection': {
    clicks: 6,
    go: async (page, click) => {
      await click(page.getByRole('navigation').getByRole('link', { name: 'Collections' }))
      await click(page.getByRole('button', { name: 'New collection' }))
      const dialog = getDialog(page)
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Swords')
      await click(dialog.getByRole('switch', { name: 'Smart: filled by rules' }))
      await click(dialog.getByRole('button', { name: 'Add a rule' }))
      const rule = dialog.getByRole('group', { name: 'Rule 1', exact: true })
      await rule.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Title' })
      await rule.getByRole('combobox', { name: 'Value' }).fill('ronin')
      await click(dialog.getByRole('button', { name: 'Save' }))
      await page.getByRole('heading', { name: 'Swords', level: 1 }).waitFor()
    },
  },
  'to the address for a reading app': {
    clicks: 4,
    go: async (page, click) => {
      await openSettings(page, click)
      await click(page.getByRole('link', { name: 'Reading apps' }))
      await click(page.getByText('Thorium', { exact: true }))
      await page.getByText(/opds/).first().waitFor()
    },
  },
  'to a setting': {
    clicks: 2,
    go: async (page, click) => {
      await openSettings(page, click)
      await page.getByRole('searchbox', { name: 'Search settings' }).fill('backup')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Backups' }).waitFor()
    },
  },
}

async function open({ page }: Visit, path: string) {
  await page.goto(world.quire.url + path)
  await page.locator('[data-cover]').first().waitFor()
}

for (const [name, { clicks, width, path = '/', go }] of Object.entries(journeys)) {
  test(
    `${name}, with at most ${clicks} clicks`,
    async () => {
      const seen = await world.signedIn(width === undefined ? {} : { width, height: 844 })
      await open(seen, path)
      let clicked = 0
      await go(seen.page, async (what) => {
        clicked++
        await what.click()
      })
      expect(clicked).toBeLessThanOrEqual(clicks)
      await seen.context.close()
    },
    timeoutMs,
  )
}
