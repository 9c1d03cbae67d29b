/** States of the settings for account, users and libraries, from modified server responses. */
import type { Page, Route } from 'playwright-core'
import type { ScreenPlace } from './screens'
import { folderStateMessages, scanResultMessages } from '../../src/ingest/scanning/messages'
import { withText } from '../../src/platform/messages/message'

const longName =
  'Donaudampfschifffahrtsgesellschaftskapitän of the library of everything that was ever drawn'

/** Creates a route handler that modifies the real response. */
const changeResponse =
  <Answer>(change: (answer: Answer) => unknown) =>
  async (route: Route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Answer) })
  }

interface Named {
  id: string
}

const buildId = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`

const showUsers = (page: Page) =>
  page.route(
    /\/api\/v1\/users\?/,
    changeResponse<{ data: Named[] }>(({ data: [me] }) => ({
      data: Array.from({ length: 50 }, (_, n) => ({
        ...me,
        id: n === 0 ? me?.id : buildId(n),
        username: n === 2 ? longName : n === 0 ? 'ada' : `person ${n}`,
        email: `person${n}@example.org`,
        role: (['admin', 'reader', 'maintainer'] as const)[Math.min(n, 2)],
        permissions: n === 2 ? ['users:read', 'metrics:read'] : [],
        isActive: n !== 3,
        lastLoginAt: n < 2 ? new Date().toISOString() : null,
      })),
      page: 1,
      pageSize: 50,
      total: 200,
      totalPages: 4,
      links: {},
    })),
  )

const key = {
  userId: buildId(1),
  keyPrefix: 'quire_0123456789ab',
  permissions: ['libraries:read', 'series:read', 'books:read', 'pages:read', 'progress:write'],
  isActive: true,
  lastUsedAt: null,
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
}
const keys = [
  { ...key, id: buildId(1), name: 'Tablet in the living room', expiresAt: null },
  { ...key, id: buildId(2), name: longName, expiresAt: '2099-03-04T12:00:00.000Z' },
  { ...key, id: buildId(3), name: 'Old', isActive: false, expiresAt: '2026-02-01T12:00:00.000Z' },
]

const showKeys = (page: Page) =>
  page.route(/\/api\/v1\/api-keys\?/, (route) =>
    route.fulfill({
      json: { data: keys, page: 1, pageSize: 200, total: 3, totalPages: 1, links: {} },
    }),
  )

const reasons = {
  unavailable: withText(folderStateMessages.absent()),
  awaiting_confirmation: withText(
    folderStateMessages.confirm({
      reason: folderStateMessages.many_missing({ missing: 12, count: 40 }),
    }),
  ),
}

async function showLibraryProblems(page: Page) {
  await page.route(
    /\/api\/v1\/libraries$/,
    changeResponse<Named[]>(([library]) => [
      { ...library, id: buildId(1), name: longName, isActive: false },
      {
        ...library,
        id: buildId(2),
        name: 'On the other disk',
        state: 'unavailable',
        stateReason: reasons.unavailable,
      },
      {
        ...library,
        id: buildId(3),
        name: 'Half gone',
        state: 'awaiting_confirmation',
        stateReason: reasons.awaiting_confirmation,
      },
      { ...library, id: buildId(4), name: 'Being scanned' },
      { ...library, id: buildId(5), name: 'Gave up' },
    ]),
  )
  const scan = { id: buildId(9), mode: 'normal', trigger: 'manual', phase: null, currentPath: null }
  const counts = { added: 12, changed: 3, moved: 1, missing: 0, findings: 2, undo: null }
  await page.route(/\/libraries\/[\w-]+\/scans\?/, async (route) => {
    const libraryId = /libraries\/([\w-]+)/.exec(route.request().url())?.[1]
    const states: Record<string, object> = {
      [buildId(4)]: {
        status: 'running',
        phase: 'analyze',
        currentPath: `Series/${longName}/${longName} v01.cbz`,
        filesTotal: 3000,
        filesProcessed: 1200,
      },
      [buildId(5)]: { status: 'failed', messages: [withText(scanResultMessages.failed())] },
    }
    const times = { startedAt: new Date().toISOString(), completedAt: null, messages: [] }
    const files = { filesTotal: 0, filesProcessed: 0, status: 'completed' }
    const data = [{ ...scan, ...counts, ...times, ...files, libraryId, ...states[libraryId ?? ''] }]
    await route.fulfill({
      json: { data, page: 1, pageSize: 1, total: 1, totalPages: 1, links: {} },
    })
  })
}

const delayForever = (path: RegExp) => (page: Page) => page.route(path, () => undefined)
const failRequest = (path: RegExp) => (page: Page) =>
  page.route(path, (route) =>
    route.fulfill({ status: 500, json: { error: 'internal', message: '' } }),
  )

async function openMenu(page: Page, item: string) {
  await page.locator('[data-library] [aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: item }).click()
}

export const settingsScreens: readonly ScreenPlace[] = [
  {
    name: 'settings-users-many',
    path: '/settings/users',
    before: showUsers,
    ready: (page) => page.getByText('person4@example.org').waitFor(),
  },
  {
    name: 'settings-users-loading',
    path: '/settings/users',
    before: delayForever(/\/api\/v1\/users\?/),
    ready: (page) => page.waitForSelector('main header ~ [role=status]'),
  },
  {
    name: 'settings-users-error',
    path: '/settings/users',
    before: failRequest(/\/api\/v1\/users\?/),
    ready: (page) => page.waitForSelector('main [role=alert]'),
  },
  {
    name: 'settings-user-rights',
    path: '/settings/users',
    ready: async (page) => {
      await page.getByRole('button', { name: /^Edit/ }).first().click()
      await page.getByRole('heading', { name: 'Effective permissions' }).waitFor()
    },
  },
  {
    name: 'settings-add-user-some-libraries',
    path: '/settings/users',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Add user' }).click()
      await page.getByRole('combobox', { name: 'Libraries' }).click()
      await page.getByRole('option', { name: 'Selected libraries' }).click()
      await page.getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'settings-keys-some',
    path: '/settings/keys',
    before: showKeys,
    ready: (page) => page.getByText('expired').waitFor(),
  },
  {
    name: 'settings-edit-key',
    path: '/settings/keys',
    before: showKeys,
    ready: async (page) => {
      await page.getByRole('button', { name: `Edit ${longName}` }).click()
      await page.getByLabel('Expiration date').waitFor()
    },
  },
  {
    name: 'settings-libraries-trouble',
    path: '/settings/libraries',
    before: showLibraryProblems,
    ready: (page) => page.getByText('The last scan failed.').waitFor(),
  },
  {
    name: 'settings-libraries-loading',
    path: '/settings/libraries',
    before: delayForever(/\/api\/v1\/libraries$/),
    ready: (page) => page.waitForSelector('main header ~ [role=status]'),
  },
  {
    name: 'settings-libraries-error',
    path: '/settings/libraries',
    before: failRequest(/\/api\/v1\/libraries$/),
    ready: (page) => page.waitForSelector('main [role=alert]'),
  },
  {
    name: 'settings-library-scans',
    path: '/settings/libraries',
    ready: async (page) => {
      await openMenu(page, 'Scan history…')
      await page.getByRole('button', { name: 'Show details' }).first().click()
      await page.getByRole('dialog').locator('li').first().waitFor()
    },
  },
  {
    name: 'settings-library-leave',
    path: '/settings/libraries',
    ready: async (page) => {
      await openMenu(page, 'Edit…')
      await page.getByLabel('Name', { exact: true }).fill(longName)
      await page.keyboard.press('Escape')
      await page.getByRole('heading', { name: 'Discard changes?' }).waitFor()
    },
  },
  {
    name: 'settings-library-trash',
    path: '/settings/libraries',
    ready: async (page) => {
      await openMenu(page, 'Move to trash…')
      await page.getByLabel(/Type .* to confirm/).waitFor()
    },
  },
]
