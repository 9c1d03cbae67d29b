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
]
