/** Every screen that there is: looked at by axe and by the screenshots. */
import type { Page } from 'playwright-core'

export interface ScreenPlace {
  name: string
  /** Below the base path; ids come from the library. */
  path: string
  /** Seen without being signed in. */
  isPublic?: boolean
  /** Waits until it shows what it has, and opens what is to be seen. */
  ready: (page: Page) => Promise<unknown>
}

const settingsParts = [
  'profile',
  'sessions',
  'keys',
  'appearance',
  'reading',
  'libraries',
  'users',
  'tasks',
  'problems',
  'trash',
  'duplicates',
  'names',
  'clean-up',
  'statistics',
  'logs',
  'about',
]

export const screens: readonly ScreenPlace[] = [
  { name: 'login', path: '/login', isPublic: true, ready: (page) => page.waitForSelector('form') },
  { name: 'setup', path: '/setup', isPublic: true, ready: (page) => page.waitForSelector('h1') },
  { name: 'home', path: '/', ready: (page) => page.waitForSelector('[data-cover]') },
  { name: 'library', path: '/library', ready: (page) => page.waitForSelector('[data-cover]') },
  {
    name: 'library-empty',
    path: '/library?search=nothing-is-called-so',
    ready: (page) => page.getByText('Nothing fits').or(page.getByText('Nichts passt')).waitFor(),
  },
  {
    name: 'keys',
    path: '/library',
    ready: async (page) => {
      await page.waitForSelector('[data-cover]')
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'series', path: '/library', ready: openSeries },
  {
    name: 'series-list',
    path: '/library',
    ready: async (page) => {
      await openSeries(page)
      await page.getByRole('button', { name: /^(List|Liste)$/ }).click()
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'series-details',
    path: '/library',
    ready: async (page) => {
      await openSeries(page)
      await page.getByRole('tab').nth(1).click()
      await page.getByRole('heading', { level: 2 }).first().waitFor()
    },
  },
  {
    name: 'add-library',
    path: '/add-library',
    ready: (page) => page.getByRole('button', { name: 'usr', exact: true }).waitFor(),
  },
  { name: 'settings', path: '/settings', ready: (page) => page.waitForSelector('h1') },
  ...settingsParts.map(settingsPart),
  {
    name: 'settings-edit-library',
    path: '/settings/libraries',
    ready: async (page) => {
      await page.locator('[data-library] [aria-haspopup=menu]').click()
      await page.getByRole('menuitem').first().click()
      await page.getByRole('dialog').locator('textarea').waitFor()
    },
  },
  {
    name: 'series-long',
    path: '/library?search=Whose%20Name%20Goes',
    ready: async (page) => {
      await page.locator('[data-cover]', { hasText: 'Whose Name Goes On' }).click()
      await page.getByRole('tablist').waitFor()
    },
  },
  {
    name: 'series-edit',
    path: '/library',
    ready: async (page) => {
      await openSeries(page)
      await page.keyboard.press('e')
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
  {
    name: 'series-cover',
    path: '/library',
    ready: async (page) => {
      await openSeries(page)
      await page.keyboard.press('e')
      await page.getByRole('dialog').getByRole('tab').last().click()
      await page.getByRole('dialog').locator('img').first().waitFor()
    },
  },
  { name: 'book', path: '/library', ready: openBook },
  {
    name: 'book-edit',
    path: '/library',
    ready: async (page) => {
      await openBook(page)
      await page.keyboard.press('e')
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
  {
    name: 'library-table',
    path: '/library?view=table',
    ready: (page) => page.waitForSelector('[role=row] a'),
  },
  {
    name: 'library-filter',
    path: '/library?read=unread',
    ready: async (page) => {
      await page.waitForSelector('[data-cover]')
      await page.locator('main button[aria-haspopup=dialog]').first().click()
      await page.getByRole('dialog').locator('[aria-pressed]').first().waitFor()
    },
  },
  {
    name: 'library-books',
    path: '/library?tab=books',
    ready: (page) => page.waitForSelector('[data-cover]'),
  },
  {
    name: 'library-people',
    path: '/library?tab=people',
    ready: (page) => page.waitForSelector('h2, [role=row] a'),
  },
  {
    name: 'library-recommended',
    path: '/library?tab=recommended',
    ready: (page) => page.waitForSelector('[data-cover]'),
  },
  {
    name: 'want-to-read',
    path: '/want-to-read',
    ready: (page) => page.waitForSelector('h2, main li'),
  },
  {
    name: 'search',
    path: '/search?q=series',
    ready: (page) => page.waitForSelector('[role=option]'),
  },
  {
    name: 'palette',
    path: '/',
    ready: async (page) => {
      await page.waitForSelector('[data-cover]')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('series')
      await page.getByRole('dialog').locator('[role=option] b').first().waitFor()
    },
  },
]

function settingsPart(name: string): ScreenPlace {
  const ready = (page: Page) => page.waitForSelector('main h1')
  return { name: `settings-${name}`, path: `/settings/${name}`, ready }
}

async function heading(page: Page) {
  await page.getByRole('heading', { level: 2 }).first().waitFor()
}

async function openSeries(page: Page) {
  await page.locator('[data-cover]', { hasText: 'Series 00004' }).first().click()
  await page.getByRole('tablist').waitFor()
  await page.waitForSelector('[data-index] [data-cover]')
}

async function openBook(page: Page) {
  await openSeries(page)
  await page.locator('[data-index] [data-cover]').first().click()
  await page.waitForURL('**/book/**')
  await heading(page)
}
