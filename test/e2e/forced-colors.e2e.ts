/** Forced colors, such as Windows contrast themes: current and selected items must be marked. */
import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { writeLibrary } from './generate-library'
import { waitUntil } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
const phone = { width: 390, height: 844 }
const world = startWorld({ write: (folder) => writeLibrary(folder, 12), series: 12 })

/** Runs in the page. Checks the outline, and the background, which may be that of an ancestor. */
function readLook(element: Element) {
  if (!element.isConnected) throw new Error('The element was replaced')
  const { outlineStyle, outlineColor, color } = getComputedStyle(element)
  let background = 'rgba(0, 0, 0, 0)'
  for (let at: Element | null = element; at && background.endsWith(', 0)'); at = at.parentElement) {
    background = getComputedStyle(at).backgroundColor
  }
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'Highlight'
  const highlight = getComputedStyle(probe).color
  probe.remove()
  const isOutlined = outlineStyle !== 'none' && outlineColor === highlight
  return { isMarked: isOutlined || background === highlight, color, background }
}

const getLightness = (color: string) => {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  return red * 0.2126 + green * 0.7152 + blue * 0.0722
}

/** Expects that only the chosen element is highlighted, and that both texts are legible. */
async function expectMarked(chosen: Locator, sibling: Locator) {
  const look = async () => [
    await chosen.first().evaluate(readLook),
    await sibling.first().evaluate(readLook),
  ]
  // Colors change gradually.
  await waitUntil(async () => {
    const [one, other] = await look()
    return one!.isMarked && !other!.isMarked
  }, 'only the chosen element is marked')
  const [one, other] = await look()
  for (const { color, background } of [one!, other!]) {
    expect(Math.abs(getLightness(color) - getLightness(background))).toBeGreaterThan(90)
  }
}

async function open(path: string, screen = {}) {
  const seen = await world.at(path, screen)
  await seen.page.emulateMedia({ forcedColors: 'active' })
  return seen
}

const currentPage = '[aria-current="page"]'

async function expectCurrentLink(page: Page, name: string) {
  const links = page.getByRole('navigation', { name, exact: true }).locator('a:visible')
  await links.and(page.locator(currentPage)).first().waitFor()
  await expectMarked(
    links.and(page.locator(currentPage)),
    links.and(page.locator(`:not(${currentPage})`)),
  )
}

test.each([
  ['/library', 'Library sections', phone],
  ['/library', 'Library sections', {}],
  ['/library', 'Main', phone],
  ['/library', 'Main', {}],
  ['/statistics', 'Your reading', phone],
  ['/want-to-read', 'Lists', phone],
  ['/settings/libraries', 'Settings', {}],
])(
  'on %s, the current link of “%s” is marked',
  async (path, name, screen) => {
    const { page, context } = await open(path, screen)
    await expectCurrentLink(page, name)
    await context.close()
  },
  timeoutMs,
)

test(
  'the open panel and the current page of the reader are marked',
  async () => {
    const seen = await open('/')
    const { page, context } = seen
    const [series] = await world.seriesIds(seen)
    const books = await context.request.get(`${world.quire.url}/api/v1/series/${series}/books`)
    const { data } = (await books.json()) as { data: { id: string }[] }
    await page.goto(`${world.quire.url}/read/${data[0]!.id}?incognito=true`)
    await page.locator('img[alt^="Page "]').first().waitFor()
    await page.keyboard.press('t')
    const panel = page.getByRole('complementary', { name: 'All pages' })
    await expectMarked(
      panel.locator('button[aria-current]'),
      panel.locator('li button:not([aria-current])'),
    )
    await expectMarked(
      page.locator('header button[aria-pressed="true"]'),
      page.locator('header button[aria-pressed="false"]'),
    )
    await context.close()
  },
  timeoutMs,
)

test(
  'the active result of the palette and the active entry of a menu are marked',
  async () => {
    const seen = await open('/')
    const { page, context } = seen
    await page.locator('[data-cover]').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('series')
    const options = page.getByRole('dialog').locator('[role=option]')
    // Waits until the results have replaced the commands.
    await options.filter({ hasText: 'Series 000' }).nth(1).waitFor()
    await expectMarked(
      options.and(page.locator('[aria-selected="true"]')),
      options.and(page.locator('[aria-selected="false"]')),
    )
    await page.goto(`${world.quire.url}/series/${(await world.seriesIds(seen))[0]}`)
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    const active = page.locator('[role=menuitem][data-highlighted]')
    await active.waitFor()
    await expectMarked(active, page.locator('[role=menuitem]:not([data-highlighted])'))
    await context.close()
  },
  timeoutMs,
)

test(
  'the chosen value of a filter is marked',
  async () => {
    const { page, context } = await open('/library?read=unread')
    await page.locator('[data-cover]').first().waitFor()
    await page.locator('main button[aria-haspopup=dialog]').first().click()
    const values = page.getByRole('dialog').locator('li')
    await values.locator('[aria-pressed="true"]').first().waitFor()
    await expectMarked(
      values.locator('[aria-pressed="true"]'),
      values.locator('[aria-pressed="false"]'),
    )
    await context.close()
  },
  timeoutMs,
)

test(
  'only the chosen cover has an outline',
  async () => {
    const seen = await open('/')
    const { page, context } = seen
    const [series] = await world.seriesIds(seen, 'Series 00005')
    await page.goto(`${world.quire.url}/series/${series}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    await page.getByRole('tab', { name: 'Cover' }).click()
    const images = page.locator('li button[aria-pressed] img')
    await images.nth(1).waitFor()
    await page.locator('li button[aria-pressed="true"] img').waitFor()
    const outlined = await images.evaluateAll((all) =>
      all.map((image) => [
        image.parentElement?.getAttribute('aria-pressed'),
        getComputedStyle(image).outlineStyle,
      ]),
    )
    expect(outlined.filter(([pressed]) => pressed === 'true')).toEqual([['true', 'solid']])
    expect(new Set(outlined.filter(([pressed]) => pressed === 'false').flat())).toEqual(
      new Set(['false', 'none']),
    )
    await context.close()
  },
  timeoutMs,
)
