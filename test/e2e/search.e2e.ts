/** Search as people use it: by keys alone, in every script, and where nothing is found. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { until } from './harness'
import { writeLibrary } from './library'
import { openWorld } from './world'

const patience = 120_000
const world = openWorld({ write: (folder) => writeLibrary(folder, 30), series: 30 })

const hit = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first()

/** By keys alone: an address would have to be known. */
async function openPalette(page: Page, words: string) {
  await page.locator('main#content').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.locator('[role=combobox]:focus').waitFor()
  await page.keyboard.type(words)
}

test(
  'titles in another language, people without their accents and tags are found, and opened by keys',
  async () => {
    const seen = await world.at('/')
    const { page, context, troubles } = seen
    const headers = { origin: world.quire.url }
    const path = `${world.quire.url}/api/v1/series/${(await world.seriesIds(seen, '00007'))[0]}`
    const title = { title: 'Крейсер', label: 'Russian' }
    const authors = [{ name: 'Zoë Ångström', role: 'author', sortName: null }]
    const answers = [
      await context.request.post(`${path}/alternate-titles`, { headers, data: title }),
      await context.request.patch(`${path}/metadata`, { headers, data: { authors } }),
      await context.request.post(`${path}/tags`, { headers, data: { name: 'Sea Stories' } }),
    ]
    // An earlier attempt may have named it already.
    expect(answers.every((answer) => answer.ok() || answer.status() === 409)).toBe(true)

    await openPalette(page, 'крейс')
    await hit(page, /Series 00007.*also known as “Крейсер”/).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('zoe angstrom')
    await hit(page, /^Zoë Ångström/).waitFor()
    // What is marked follows what is typed.
    await page.locator('[role=option] mark', { hasText: /^Zoë Ångström$/ }).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('sea st')
    await hit(page, /^Sea Stories/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/library?tag=Sea**')
    await page.getByText('1 of 30 series').waitFor()
    expect(troubles).toEqual([])
    await context.close()
  },
  patience,
)

test(
  'Enter right after the last letter opens what is found by all of them',
  async () => {
    const { page, context } = await world.signedIn()
    await page.route('**/api/v1/search?**', async (route) => {
      await Bun.sleep(300)
      await route.continue()
    })
    await page.goto(`${world.quire.url}/`)
    // Nothing was found yet: there the screens stand.
    await openPalette(page, '00011')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Series 00011' }).waitFor()
    // Something else is shown still.
    await openPalette(page, '00012')
    await hit(page, /^Series 00012/).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('00013')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Series 00013' }).waitFor()
    await context.close()
  },
  patience,
)

test(
  'a part of a title in a script without spaces is found, and the arrows choose',
  async () => {
    const { page, context } = await world.at('/')
    await openPalette(page, '刻 第')
    await hit(page, /潮の刻 第二部/).waitFor()
    await page.locator('[role=option][aria-selected=true]', { hasText: '潮の刻' }).waitFor()
    await page.keyboard.press('ArrowDown')
    const second = page.getByRole('option').nth(1)
    await until(async () => (await second.getAttribute('aria-selected')) === 'true', 'it is chosen')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/book/**')
    await context.close()
  },
  patience,
)

test(
  'where nothing is called so, it is said what to try, and one press tries it',
  async () => {
    const { page, context } = await world.at('/search?q=seriesss')
    await page.getByText('No results for “seriesss”').waitFor()
    await page.getByRole('button', { name: 'series', exact: true }).click()
    await hit(page, /^Series 0/).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('series')
    await context.close()
  },
  patience,
)

test(
  'a search that fails says so, and is tried again',
  async () => {
    const { page, context } = await world.signedIn()
    const search = '**/api/v1/search?**'
    await page.route(search, (route) => route.fulfill({ status: 400, json: { error: 'invalid' } }))
    await page.goto(`${world.quire.url}/search?q=series`)
    await page.getByRole('alert').waitFor()
    await page.unroute(search)
    await page.getByRole('button', { name: 'Try again' }).click()
    await hit(page, /^Series 0/).waitFor()
    await context.close()
  },
  patience,
)

test(
  'what was looked for lately is offered, by keys too, until it is forgotten',
  async () => {
    const { page, context } = await world.at('/')
    await openPalette(page, '00009')
    await hit(page, /^Series 00009/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/series/**')
    await openPalette(page, '')
    const recent = page.getByRole('button', { name: '00009' })
    await recent.focus()
    await page.keyboard.press('Enter')
    await hit(page, /^Series 00009/).waitFor()
    await page.getByRole('combobox').fill('')
    await page.getByRole('button', { name: 'Clear' }).click()
    await recent.waitFor({ state: 'detached' })
    await context.close()
  },
  patience,
)

test(
  'the palette leads to every part of the settings',
  async () => {
    const { page, context } = await world.at('/library')
    for (const [words, url] of [
      ['users', '**/settings/users'],
      ['add lib', '**/add-library'],
      ['trash', '**/settings/trash'],
    ] as const) {
      await openPalette(page, words)
      await page.locator('[role=option][aria-selected=true]', { hasText: 'Settings' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(url)
    }
    await context.close()
  },
  patience,
)
