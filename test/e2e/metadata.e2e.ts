/** Metadata from providers, for a whole library with one click or manually for one series. */
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProviderServers } from '../ingest/providers/servers/all'
import { makeEpub } from '../support/make/epub'
import { writeVolumes } from './generate-library'
import { startWorld } from './world'

const timeoutMs = 120_000
const providers = startProviderServers()
afterAll(() => providers.stop())

const novels = [
  ['Dune', 'Frank Herbert'],
  ['Spice & Wolf', 'Hasekura, Isuna'],
] as const

const world = startWorld({
  write: async (folder) => {
    for (const name of ['One Piece', 'Vinland Saga', 'Yotsuba', 'Vinland']) {
      await writeVolumes(folder, name, 1)
    }
    for (const [title, author] of novels) {
      mkdirSync(join(folder, title))
      writeFileSync(join(folder, title, `${title}.epub`), await makeEpub({ title, author }))
    }
  },
  series: 6,
  environment: providers.environment,
})

test(
  'a library is matched in one click, reviewed, and undone',
  async () => {
    const { page, context } = await world.at('/settings/metadata')
    expect(providers.countRequests()).toBe(0)
    await page.getByRole('button', { name: 'Match series Reading room' }).click()
    await page.getByText('5 matched · 1 to review').waitFor()
    await page.getByRole('button', { name: 'Review 1 series' }).click()
    const review = page.getByRole('dialog', { name: 'Vinland' })
    await review.getByText('Not similar enough').waitFor()
    await page.keyboard.press('1')
    await page.getByRole('dialog', { name: 'Review' }).getByText('Nothing left').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('6 matched', { exact: true }).waitFor()

    await page.goto(`${world.quire.url}/library`)
    await page
      .getByRole('link', { name: /One Piece/ })
      .first()
      .click()
    await page.getByText('looks for a treasure').waitFor()

    await page.goto(`${world.quire.url}/settings/metadata`)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText(/^Undone/).waitFor()
    await page.goto(`${world.quire.url}/library`)
    await page
      .getByRole('link', { name: /One Piece/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'One Piece' }).waitFor()
    expect(await page.getByText('looks for a treasure').count()).toBe(0)
    await context.close()
  },
  timeoutMs,
)

test(
  'a series is matched by hand: search, changes by field, apply, undo',
  async () => {
    const { page, context } = await world.at('/library')
    await page
      .getByRole('link', { name: /Yotsuba/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Find metadata…' }).click()
    const search = page.getByRole('dialog', { name: 'Find metadata for Yotsuba' })
    await search.getByText('Same title').waitFor()
    const site = search.getByRole('link', { name: 'Search on AniList' })
    expect(await site.getAttribute('href')).toContain('search=Yotsuba')
    const field = search.getByRole('textbox', { name: 'Title or link to the work' })
    await field.fill('https://anilist.co/manga/30104')
    await search.getByRole('button', { name: 'Search' }).click()
    await search.getByRole('listitem').filter({ hasText: 'Yotsuba to!' }).waitFor()
    await search.getByRole('button', { name: /^Choose/ }).click()
    const changes = page.getByRole('dialog', { name: 'Yotsuba to! on AniList' })
    await changes.getByText('one ordinary day at a time').waitFor()
    await changes.getByRole('checkbox', { name: 'Genres' }).uncheck()
    await changes.getByRole('button', { name: /^Apply/ }).click()
    await changes.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Yotsuba&!' }).waitFor()
    await page.getByText('one ordinary day at a time').waitFor()
    expect(await page.getByRole('link', { name: 'Comedy' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { level: 1, name: 'Yotsuba', exact: true }).waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'selected series are matched, except one that is never to be matched',
  async () => {
    const { page, context } = await world.at('/library')
    await page
      .getByRole('link', { name: /Vinland Saga/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Find metadata…' }).click()
    const search = page.getByRole('dialog', { name: 'Find metadata for Vinland Saga' })
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/metadata/exclusions') && answer.status() === 204,
    )
    await search.getByRole('switch', { name: 'Never match automatically' }).click()
    await saved

    await page.goto(`${world.quire.url}/library`)
    await page.getByRole('button', { name: 'Select' }).click()
    await page.getByRole('checkbox', { name: 'Select Vinland Saga' }).click()
    await page.getByRole('checkbox', { name: 'Select One Piece' }).click()
    await page.getByRole('button', { name: 'Find metadata' }).click()
    await page.getByText('Matching 2 series').waitFor()
    await page.getByRole('button', { name: 'Show' }).click()
    const run = page.getByRole('listitem').filter({ hasText: 'Selected series' })
    // The match of One Piece was undone before, so it is not applied without being asked.
    await run.getByText('0 matched · 1 to review · 1 skipped').waitFor()
    await run.getByRole('button', { name: 'Review 1 series' }).click()
    const review = page.getByRole('dialog', { name: 'One Piece' })
    await review.getByText('This match was undone earlier').waitFor()
    await page.keyboard.press('1')
    await page.getByRole('dialog', { name: 'Review' }).getByText('Nothing left').waitFor()
    await page.keyboard.press('Escape')
    await run.getByText('1 matched · 1 skipped').waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'metadata is refreshed on a schedule, and at once',
  async () => {
    const { page, context } = await world.at('/settings/metadata')
    const choice = page.getByRole('combobox', { name: 'Refresh metadata of Reading room' })
    await choice.click()
    await page.getByRole('option', { name: 'Every week' }).click()
    const refresh = page.getByRole('button', { name: 'Refresh now Reading room' })
    await refresh.click()
    const run = page.getByRole('listitem').filter({ hasText: 'Refresh' })
    await run.getByText('Completed').waitFor()
    await page.reload()
    await choice.getByText('Every week').waitFor()
    await choice.click()
    await page.getByRole('option', { name: 'Never' }).click()
    await choice.getByText('Never').waitFor()
    await context.close()
  },
  timeoutMs,
)
