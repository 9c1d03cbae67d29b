/** Search: by keyboard, in every script, and without results. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from './harness'
import { writeLibrary } from './generate-library'
import { startWorld } from './world'

const timeoutMs = 120_000
/** Simulates a slow server. */
const slowServerMs = 300
const world = startWorld({ write: (folder) => writeLibrary(folder, 30), series: 30 })

const getResult = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first()

/** Opens the command palette by keyboard and types the words. */
async function openPalette(page: Page, words: string) {
  await page.locator('main#content').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.locator('[role=combobox]:focus').waitFor()
  await page.keyboard.type(words)
}

test(
  'finds titles in another language, people without accents, and tags, by keyboard',
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
    // If the test is retried, the names already exist.
    expect(answers.every((answer) => answer.ok() || answer.status() === 409)).toBe(true)

    await openPalette(page, 'крейс')
    await getResult(page, /Series 00007.*also known as “Крейсер”/).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('zoe angstrom')
    await getResult(page, /^Zoë Ångström/).waitFor()
    // The highlighted text includes the accents.
    await page.locator('[role=option] mark', { hasText: /^Zoë Ångström$/ }).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('sea st')
    await getResult(page, /^Sea Stories/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/library?tag=Sea**')
    await page.getByText('1 of 30 series').waitFor()
    expect(troubles).toEqual([])
    await context.close()
  },
  timeoutMs,
)

test(
  'section 7: what is typed while the palette loads is searched, and does nothing else',
  async () => {
    const { page, context } = await world.signedIn()
    const held = Promise.withResolvers<void>()
    let isAsked = false
    await page.route('**/*command-palette*.js', async (route) => {
      isAsked = true
      await held.promise
      await route.continue()
    })
    await page.goto(`${world.quire.url}/library`)
    await page.locator('[data-cover]', { hasText: 'Series 00007' }).click()
    await page.getByRole('heading', { level: 1, name: 'Series 00007' }).waitFor()
    await page.keyboard.press('Control+k')
    await waitUntil(() => isAsked, 'the request for the palette')
    // These keys are shortcuts of the page behind and must not take effect.
    await page.keyboard.type('wrex')
    for (let count = 0; count < 4; count++) await page.keyboard.press('Backspace')
    await page.keyboard.type('series 00011')
    expect(await page.getByRole('dialog').count()).toBe(0)
    held.resolve()
    const field = page.locator('[role=combobox]:focus')
    await field.waitFor()
    await waitUntil(async () => (await field.inputValue()) === 'series 00011', 'the text is there')
    await page.keyboard.type(' ')
    await getResult(page, /^Series 00011/).waitFor()
    expect(await field.inputValue()).toBe('series 00011 ')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Series 00007' }).waitFor()
    await page.getByRole('button', { name: 'Want to read', pressed: false }).waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'Enter right after the last letter opens the result for the whole input',
  async () => {
    const { page, context } = await world.signedIn()
    await page.route('**/api/v1/search?**', async (route) => {
      await Bun.sleep(slowServerMs)
      await route.continue()
    })
    await page.goto(`${world.quire.url}/`)
    // Until the first results arrive, the palette lists screens.
    await openPalette(page, '00011')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Series 00011' }).waitFor()
    // Enter is pressed while the results of the previous input are still shown.
    await openPalette(page, '00012')
    await getResult(page, /^Series 00012/).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('00013')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Series 00013' }).waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'finds part of a title in a script without spaces, and arrow keys select',
  async () => {
    const { page, context } = await world.at('/')
    await openPalette(page, '刻 第')
    await getResult(page, /潮の刻 第二部/).waitFor()
    await page.locator('[role=option][aria-selected=true]', { hasText: '潮の刻' }).waitFor()
    await page.keyboard.press('ArrowDown')
    const second = page.getByRole('option').nth(1)
    await waitUntil(
      async () => (await second.getAttribute('aria-selected')) === 'true',
      'it is chosen',
    )
    await page.keyboard.press('Enter')
    await page.waitForURL('**/book/**')
    await context.close()
  },
  timeoutMs,
)

test(
  'a result chosen while others are loading is opened',
  async () => {
    const { page, context } = await world.at('/')
    await openPalette(page, '刻')
    await getResult(page, /潮の刻 第二部/).waitFor()
    // The server never receives the request.
    await page.route('**/api/v1/search?**', () => undefined)
    await page.keyboard.type(' 第')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/book/**')
    await context.close()
  },
  timeoutMs,
)

test(
  'without results, one click on a suggestion shows results',
  async () => {
    const { page, context } = await world.at('/search?q=series qzxvw')
    await page.getByText('No results for “series qzxvw”').waitFor()
    await page.getByRole('button', { name: 'series', exact: true }).click()
    await getResult(page, /^Series 0/).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('series')
    await context.close()
  },
  timeoutMs,
)

test(
  'I15: typing errors are corrected, and the search says so',
  async () => {
    const seen = await world.at('/')
    const { page, context } = seen
    await openPalette(page, 'seires 00009')
    await page
      .getByRole('status')
      .getByText('No results for “seires 00009”. Showing results for “series 00009”.')
      .waitFor()
    await getResult(page, /Series 00009/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/series/*')
    await context.close()
  },
  timeoutMs,
)

test(
  'a failed search shows an error and is retried',
  async () => {
    const { page, context } = await world.signedIn()
    const search = '**/api/v1/search?**'
    await page.route(search, (route) => route.fulfill({ status: 400, json: { error: 'invalid' } }))
    await page.goto(`${world.quire.url}/search?q=series`)
    await page.getByRole('alert').waitFor()
    await page.unroute(search)
    await page.getByRole('button', { name: 'Try again' }).click()
    await getResult(page, /^Series 0/).waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'recent searches are offered, also by keyboard, until they are deleted',
  async () => {
    const { page, context } = await world.at('/')
    await openPalette(page, '00009')
    await getResult(page, /^Series 00009/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/series/**')
    await openPalette(page, '')
    const recent = page.getByRole('button', { name: '00009' })
    await recent.focus()
    await page.keyboard.press('Enter')
    await getResult(page, /^Series 00009/).waitFor()
    await page.getByRole('combobox').fill('')
    await page.getByRole('button', { name: 'Clear' }).click()
    await recent.waitFor({ state: 'detached' })
    await context.close()
  },
  timeoutMs,
)

test(
  'I16: the command palette finds settings by what they do, without a message about no results',
  async () => {
    const { page, context } = await world.at('/library')
    for (const [words, name] of [
      ['settings', /^Settings/],
      ['dark', /^Appearance/],
      ['scan', /^Libraries/],
      ['log', /^Logs/],
    ] as const) {
      await openPalette(page, words)
      await getResult(page, name).waitFor()
      expect(await page.getByText(/^No results/).count()).toBe(0)
      await page.keyboard.press('Escape')
    }
    // I15: the palette does not suggest searching for part of the word.
    await openPalette(page, 'qzxvw')
    await page.getByText('No results for “qzxvw”').waitFor()
    expect(await page.getByRole('dialog').getByRole('button', { name: /^qz/ }).count()).toBe(0)
    await context.close()
  },
  timeoutMs,
)

test(
  'the command palette leads to every page of the settings',
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
  timeoutMs,
)
