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
  {
    name: 'series',
    path: '/library',
    ready: async (page) => {
      await page.locator('[data-cover]', { hasText: 'Series' }).first().click()
      await page.getByRole('tablist').waitFor()
      await page.waitForSelector('[data-index] [data-cover]')
    },
  },
  {
    name: 'book',
    path: '/library',
    ready: async (page) => {
      await page.locator('[data-cover]', { hasText: 'Series' }).first().click()
      await page.getByRole('tablist').waitFor()
      await page.locator('[data-index] [data-cover]').first().click()
      await page.waitForURL('**/book/**')
      await page.getByRole('heading', { level: 2 }).first().waitFor()
    },
  },
  {
    name: 'add-library',
    path: '/add-library',
    ready: (page) => page.getByRole('button', { name: 'usr', exact: true }).waitFor(),
  },
  { name: 'settings', path: '/settings', ready: (page) => page.waitForSelector('h1') },
  ...['profile', 'sessions', 'keys', 'appearance', 'reading', 'libraries', 'about'].map(
    settingsPart,
  ),
  {
    name: 'settings-edit-library',
    path: '/settings/libraries',
    ready: async (page) => {
      await page.locator('[data-library] [aria-haspopup=menu]').click()
      await page.getByRole('menuitem').first().click()
      await page.getByRole('dialog').locator('textarea').waitFor()
    },
  },
]

function settingsPart(name: string): ScreenPlace {
  const ready = (page: Page) => page.waitForSelector('main h1')
  return { name: `settings-${name}`, path: `/settings/${name}`, ready }
}
