/** The notifications of a user, from modified server responses. */
import type { Page } from 'playwright-core'
import type { ScreenPlace } from './screens'

const longTitle = 'The Lantern of the Harbor Master and Other Stories '.repeat(3)
const messages = [
  {
    kind: 'scan_confirmation',
    code: 'scan_confirmation',
    message:
      'Many files in Reading room are missing. Check the drive, or confirm that the files are gone.',
    params: { library: 'Reading room' },
    path: '/settings/libraries',
  },
  {
    kind: 'release',
    code: 'release_chapter',
    message: `New release: ${longTitle}, chapter 121`,
    params: { series: longTitle, chapter: '121' },
    path: '/series/018f0000-0000-7000-8000-000000000000',
  },
  {
    kind: 'failed_task',
    code: 'failed_task',
    message: 'A task failed: scan library',
    params: { task: 'scan library' },
    path: '/settings/tasks',
  },
  {
    kind: 'match_run',
    code: 'matching_review',
    message: 'Matching for Reading room has finished. Some matches need review.',
    params: { library: 'Reading room' },
    path: '/settings/metadata',
  },
  {
    kind: 'release',
    code: 'release_volume',
    message: 'New release: Harbor, volume 7',
    params: { series: 'Harbor', volume: '7' },
    path: '/series/018f0000-0000-7000-8000-000000000001',
  },
]

const minuteMs = 60_000

const buildNotifications = () =>
  messages.map(({ code, ...message }, at) => ({
    id: `018f0000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    ...message,
    code: `notifications.news.${code}`,
    happenedAt: new Date(Date.now() - 7 ** at * minuteMs).toISOString(),
    read: at > 2,
  }))

const showNotifications = (page: Page) =>
  page.route(/\/api\/v1\/user\/notifications\?/, async (route) => {
    const isCount = route.request().url().includes('read=false')
    const total = isCount ? 128 : 230
    const data = isCount ? [] : buildNotifications()
    await route.fulfill({
      json: { data, page: 1, pageSize: 50, total, totalPages: 5, links: {} },
    })
  })

const showUnconfirmed = (page: Page) =>
  page.route(/\/api\/v1\/user\/notification-channels$/, async (route) => {
    const channel = {
      id: '018f0000-0000-7000-8000-000000000000',
      kind: 'email',
      name: 'Letters',
      host: 'example.net',
      newsKinds: ['release'],
      frequency: 'daily',
      quietFrom: 22,
      quietUntil: 7,
      enabled: true,
      confirmed: false,
      lastSentAt: null,
      lastError: null,
      createdAt: new Date().toISOString(),
    }
    await route.fulfill({ json: { channels: [channel], canSendEmail: true } })
  })

export const notificationScreens: readonly ScreenPlace[] = [
  {
    name: 'notifications',
    path: '/notifications',
    before: showNotifications,
    ready: (page) => page.getByRole('list', { name: 'Notifications' }).waitFor(),
  },
  {
    name: 'notifications-empty',
    path: '/notifications',
    ready: (page) => page.getByText('No notifications').waitFor(),
  },
  {
    name: 'settings-unconfirmed-email',
    path: '/settings/notifications',
    before: showUnconfirmed,
    ready: (page) => page.getByRole('button', { name: 'Confirm address' }).waitFor(),
  },
]
