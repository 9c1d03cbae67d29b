/** States of the settings for upkeep: loading, failing, narrowed to nothing, and what is asked before something goes. */
import type { Page } from 'playwright-core'
import type { ScreenPlace } from './screens'
import { answerNever, answerWithFaults } from './ways'

export const upkeepScreens: readonly ScreenPlace[] = [
  {
    name: 'settings-problems-none',
    path: '/settings/problems?only=drm',
    ready: (page) =>
      page.getByRole('button', { name: /Show all problems|Alle Probleme/ }).waitFor(),
  },
  {
    name: 'settings-problems-loading',
    path: '/settings/problems',
    before: answerNever,
    ready: (page) => page.locator('main:has(h1) [role=status]').first().waitFor(),
  },
  {
    name: 'settings-problems-error',
    path: '/settings/problems',
    before: answerWithFaults,
    ready: (page) => page.locator('main [role=alert]').first().waitFor(),
  },
  {
    name: 'settings-clean-up-looked',
    path: '/settings/clean-up',
    ready: async (page: Page) => {
      await page
        .getByRole('button', { name: /^Check$|^Prüfen$/ })
        .first()
        .click()
      await page.locator('main [role=status]:not([hidden])').first().waitFor()
    },
  },
]
