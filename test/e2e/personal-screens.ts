/** Switching with a PIN, and reading profiles, from modified server responses. */
import type { Page } from 'playwright-core'
import { openReader, openSeries, openTextReader } from './open-screens'
import type { ScreenPlace } from './screens'

const buildId = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const longName = 'Donaudampfschifffahrtsgesellschaftskapitän of the whole family'
const at = '2026-01-01T12:00:00.000Z'

const answerWith = (path: RegExp, json: object) => (page: Page) =>
  page.route(path, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback(),
  )

const showPin = answerWith(/\/auth\/quick-switch$/, {
  status: 'available',
  hasPin: true,
  triesLeft: 0,
  devices: [true, false].map((isCurrent, n) => ({
    id: buildId(n),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
    isCurrent,
    createdAt: at,
    lastUsedAt: at,
  })),
})

const people = [
  { id: buildId(1), username: 'mia', needsPassword: false },
  { id: buildId(2), username: longName, needsPassword: true },
]

async function shareDevice(page: Page) {
  await page.addInitScript(() => localStorage.setItem(`quire_shared.${location.origin}/`, '1'))
  await answerWith(/\/auth\/quick-switch\/people$/, { people })(page)
}

const showProfiles = (page: Page) =>
  page.context().route(/\/api\/v1\/reading-profiles$/, (route) =>
    route.fulfill({
      json: {
        profiles: ['Night', longName].map((name, n) => ({
          id: buildId(n),
          name,
          settings: { 'reader.mode': 'webtoon' },
          seriesCount: n,
          createdAt: at,
          updatedAt: at,
        })),
      },
    }),
  )

const openProfiles = async (page: Page) => {
  await page.keyboard.press('a')
  await page.getByRole('button', { name: /^Reading profile/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Night' }).waitFor()
}

export const personalScreens: readonly ScreenPlace[] = [
  {
    name: 'login-people',
    path: '/login?switching=true',
    isPublic: true,
    before: shareDevice,
    ready: (page) => page.getByRole('button', { name: 'mia', exact: true }).waitFor(),
  },
  {
    name: 'login-pin',
    path: '/login?switching=true',
    isPublic: true,
    before: shareDevice,
    ready: async (page) => {
      await page.getByRole('button', { name: 'mia', exact: true }).click()
      await page.getByLabel('PIN of mia').fill('1')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'settings-pin',
    path: '/settings/security',
    before: showPin,
    ready: (page) => page.getByText('Too many wrong attempts.').waitFor(),
  },
  {
    name: 'settings-set-pin',
    path: '/settings/security',
    before: showPin,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Change PIN' }).click()
      await page.getByLabel('New PIN').waitFor()
    },
  },
  {
    name: 'settings-reading-profiles',
    path: '/settings/reading',
    before: showProfiles,
    ready: (page) => page.getByRole('heading', { name: 'Reading profiles' }).waitFor(),
  },
  {
    name: 'reader-profiles',
    path: '/library?search=Low%20Orbit',
    before: showProfiles,
    ready: async (page) => {
      await openReader(page)
      await openProfiles(page)
    },
  },
  {
    name: 'text-reader-profiles',
    path: '/library?search=Glass',
    before: showProfiles,
    ready: async (page) => {
      await openTextReader(page)
      await openProfiles(page)
    },
  },
  {
    name: 'series-profiles',
    path: '/library?search=Tidal',
    before: showProfiles,
    ready: async (page) => {
      await openSeries(page)
      await page.getByRole('button', { name: 'More', exact: true }).first().click()
      await page.getByRole('menuitem', { name: 'Reading profile…' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Night' }).waitFor()
    },
  },
  {
    name: 'want-to-read-order',
    path: '/want-to-read',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Change order' }).click()
      await page.locator('li[data-index="0"] b').waitFor()
    },
  },
]
