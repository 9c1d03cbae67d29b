/** All screens and important states, for the accessibility check and the screenshots. */
import type { Page } from 'playwright-core'
import { openEditForm } from './harness'
import { readerScreens } from './reader-screens'
import { listScreens } from './list-screens'
import { notificationScreens } from './notification-screens'
import { releaseScreens } from './release-screens'
import { settingsScreens } from './settings-screens'
import { maintenanceScreens } from './maintenance-screens'
import { personalScreens } from './personal-screens'
import { pluginScreens } from './plugin-screens'
import {
  delayRequests,
  failRequests,
  emulateSetup,
  endSession,
  openBook,
  openSeries,
  showManyLibraries,
} from './open-screens'

export interface ScreenPlace {
  name: string
  /** Path below the base path. */
  path: string
  /** True for screens that are visible without signing in. */
  isPublic?: boolean
  /** True for screens that are checked in a separate session, because they end it. */
  endsSession?: boolean
  /** Prepares a state before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Waits until the content is shown, and brings the screen into the state. */
  ready: (page: Page) => Promise<unknown>
}

const settingsParts = [
  'profile',
  'security',
  'sessions',
  'apps',
  'reading-sync',
  'import-reading',
  'notifications',
  'keys',
  'appearance',
  'reading',
  'offline',
  'libraries',
  'metadata',
  'releases',
  'plugins',
  'users',
  'access',
  'invitations',
  'general',
  'backups',
  'move-in',
  'tasks',
  'problems',
  'trash',
  'duplicates',
  'names',
  'clean-up',
  'statistics',
  'audit-log',
  'logs',
  'about',
]

/** Searches that find a series of the showcase. */
const shelf = {
  tidal: '/library?search=Tidal',
}

const listCovers = (page: Page) => page.waitForSelector('[data-cover]')

/** Opened panels, missing items, errors and loading states. */
const states: readonly ScreenPlace[] = [
  {
    name: 'home-loading',
    path: '/',
    before: delayRequests,
    ready: (page) => page.waitForSelector('main [role=status]'),
  },
  {
    name: 'home-error',
    path: '/',
    before: failRequests,
    ready: (page) => page.waitForSelector('main [role=alert]'),
  },
  {
    name: 'library-loading',
    path: '/library',
    before: delayRequests,
    ready: (page) => page.waitForSelector('h1'),
  },
  {
    name: 'library-error',
    path: '/library',
    before: failRequests,
    ready: (page) => page.waitForSelector('main [role=alert]'),
  },
  {
    name: 'not-found',
    path: '/nowhere',
    ready: (page) => page.getByText('Page not found').waitFor(),
  },
  {
    name: 'book-not-found',
    path: '/book/00000000-0000-7000-8000-000000000000',
    ready: (page) => page.waitForSelector('main h1'),
  },
  { name: 'session-ended', path: '/library', endsSession: true, ready: endSession },
  {
    name: 'account-menu',
    path: '/',
    ready: async (page) => {
      await listCovers(page)
      // On a phone, the menu has to be opened first.
      const button = page.locator('nav [aria-haspopup=menu]')
      if (await button.isVisible()) await button.click()
    },
  },
  {
    name: 'series-menu',
    path: shelf.tidal,
    ready: async (page) => {
      await openSeries(page)
      await page.getByRole('button', { name: 'More', exact: true }).first().click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'home-arrange',
    path: '/',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Customize Home' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'library-selection',
    path: '/library',
    ready: async (page) => {
      await listCovers(page)
      await page.locator('[data-index="0"] a').focus()
      await page.keyboard.press('x')
      await page.getByRole('toolbar').waitFor()
    },
  },
  {
    name: 'settings-add-user',
    path: '/settings/users',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Add user' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'settings-connect-app',
    path: '/settings/apps?only=thorium',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Create an API key' }).waitFor()
    },
  },
  {
    name: 'settings-connect-kobo',
    path: '/settings/apps?only=kobo',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Create address' }).click()
      await page.getByText('Waiting for Kobo to connect…').waitFor()
    },
  },
  {
    name: 'settings-new-key',
    path: '/settings/keys',
    ready: async (page) => {
      await page.getByRole('button', { name: 'New API key' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

/** Setup and rarely seen screens. */
const firstSteps: readonly ScreenPlace[] = [
  {
    name: 'setup-no-link',
    path: '/setup',
    isPublic: true,
    before: emulateSetup,
    ready: (page) => page.getByLabel('Setup link').waitFor(),
  },
  {
    name: 'setup-account',
    path: '/setup#token=0123456789abcdefghijklmnop',
    isPublic: true,
    before: emulateSetup,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Use at least 8 characters').waitFor()
    },
  },
  {
    name: 'login-wrong',
    path: '/login',
    isPublic: true,
    ready: async (page) => {
      await page.getByLabel('Username or email address').fill('nobody')
      await page.getByLabel('Password').fill('not the password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'home-many-libraries',
    path: '/',
    before: showManyLibraries,
    ready: listCovers,
  },
  {
    name: 'add-library-chosen',
    path: '/add-library',
    ready: async (page) => {
      await page.getByLabel('Folder', { exact: true }).fill('/usr')
      await page.getByLabel('Folder', { exact: true }).press('Enter')
      await page.getByRole('button', { name: 'share', exact: true }).waitFor()
    },
  },
  {
    name: 'search-selecting',
    path: '/search?q=series',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Select series' }).click()
      await page.locator('[data-index="1"] [role=checkbox]').click()
      await page.getByText('1 selected').waitFor()
    },
  },
  { name: 'people', path: '/people/Mio%20Asagiri', ready: listCovers },
  {
    name: 'people-loading',
    path: '/people/Mio%20Asagiri',
    before: delayRequests,
    ready: (page) => page.getByRole('heading', { name: 'Mio Asagiri' }).waitFor(),
  },
  {
    name: 'people-unknown',
    path: '/people/Nobody%20At%20All',
    ready: (page) => page.getByText('No works by Nobody At All').waitFor(),
  },
]

export const screens: readonly ScreenPlace[] = [
  { name: 'login', path: '/login', isPublic: true, ready: (page) => page.waitForSelector('form') },
  { name: 'setup', path: '/setup', isPublic: true, ready: (page) => page.waitForSelector('h1') },
  { name: 'home', path: '/', ready: (page) => page.waitForSelector('[data-cover]') },
  { name: 'library', path: '/library', ready: (page) => page.waitForSelector('[data-cover]') },
  {
    name: 'library-empty',
    path: '/library?search=nothing-is-called-so',
    ready: (page) => page.getByText('No results').or(page.getByText('Keine Ergebnisse')).waitFor(),
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
  { name: 'series', path: shelf.tidal, ready: openSeries },
  {
    name: 'series-list',
    path: shelf.tidal,
    ready: async (page) => {
      await openSeries(page)
      await page.getByRole('button', { name: /^(List|Liste)$/ }).click()
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'series-details',
    path: shelf.tidal,
    ready: async (page) => {
      await openSeries(page)
      await page.getByRole('tab', { name: 'Details' }).click()
      await page.getByRole('heading', { level: 2 }).first().waitFor()
    },
  },
  {
    name: 'add-library',
    path: '/add-library',
    ready: (page) => page.getByRole('button', { name: 'home', exact: true }).waitFor(),
  },
  { name: 'settings', path: '/settings', ready: (page) => page.waitForSelector('h1') },
  ...settingsParts.map(buildSettingsScreen),
  ...settingsScreens,
  ...releaseScreens,
  ...listScreens,
  ...notificationScreens,
  ...pluginScreens,
  {
    name: 'settings-edit-library',
    path: '/settings/libraries',
    ready: async (page) => {
      await page.locator('[data-library] [aria-haspopup=menu]').click()
      await page.getByRole('menuitem').first().click()
      await page.getByRole('dialog').locator('textarea').first().waitFor()
    },
  },
  {
    name: 'series-long',
    path: '/library?search=Whose%20Name%20Goes',
    ready: async (page) => {
      await page.locator('[data-cover]', { hasText: 'Whose Name Goes On' }).click()
      await page.getByRole('heading', { level: 1, name: /Whose Name Goes On/ }).waitFor()
    },
  },
  {
    name: 'series-edit',
    path: shelf.tidal,
    ready: async (page) => {
      await openSeries(page)
      await openEditForm(page)
    },
  },
  {
    name: 'series-cover',
    path: shelf.tidal,
    ready: async (page) => {
      await openSeries(page)
      const form = await openEditForm(page)
      await form.getByRole('tab', { name: 'Cover' }).click()
      await form.locator('img').first().waitFor()
    },
  },
  { name: 'book', path: shelf.tidal, ready: openBook },
  {
    name: 'book-edit',
    path: shelf.tidal,
    ready: async (page) => {
      await openBook(page)
      await openEditForm(page)
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
    name: 'library-years',
    path: '/library?year=2010..2019',
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
    name: 'library-selecting',
    path: '/library?view=table&tab=books',
    ready: selectTwo,
  },
  {
    name: 'library-bulk-edit',
    path: '/library?tab=books',
    ready: async (page) => {
      await selectTwo(page)
      await page.getByRole('toolbar').getByRole('button').last().click()
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
  {
    name: 'search-nothing',
    path: '/search?q=nothing-is-called-so',
    ready: (page) => page.getByText('nothing-is-called-so').first().waitFor(),
  },
  {
    name: 'statistics',
    path: '/statistics',
    ready: (page) => page.getByRole('img', { name: /of reading in/ }).waitFor(),
  },
  {
    name: 'year-in-review',
    path: `/statistics/${new Date().getFullYear()}`,
    ready: listCovers,
  },
  {
    name: 'exports',
    path: '/exports',
    ready: (page) => page.getByText('No exports yet').waitFor(),
  },
  {
    name: 'history',
    path: '/history',
    ready: (page) => page.getByRole('heading', { name: 'Reading history' }).waitFor(),
  },
  {
    name: 'want-to-read',
    path: '/want-to-read',
    ready: listCovers,
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
  ...states,
  ...firstSteps,
  ...maintenanceScreens,
  ...personalScreens,
  ...readerScreens,
]

function buildSettingsScreen(name: string): ScreenPlace {
  const waitUntilReady = (page: Page) => page.waitForSelector('main h1')
  return { name: `settings-${name}`, path: `/settings/${name}`, ready: waitUntilReady }
}

async function selectTwo(page: Page) {
  await page.waitForSelector(':is(li, [role=row])[data-index="1"] a')
  await page.focus(':is(li, [role=row])[data-index="0"] a')
  await page.keyboard.press('x')
  await page.locator('[data-index="1"] [role=checkbox]').click()
  await page.locator('[data-index="1"] [role=checkbox][aria-checked=true]').waitFor()
}
