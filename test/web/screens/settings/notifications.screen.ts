/** Channels for notifications, and the list of notifications. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, click, fill, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, listNames } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'
import { reader } from '../support/world/people'

usePage()

const at = '2026-01-01T00:00:00.000Z'
const phone: Schemas['NotificationChannel'] = {
  id: '01a1fdc4-0439-7419-b25d-00000000c4a1',
  kind: 'ntfy',
  name: 'Phone',
  host: 'ntfy.example.org',
  newsKinds: ['release'],
  frequency: 'soon',
  quietFrom: null,
  quietUntil: null,
  enabled: true,
  confirmed: true,
  lastSentAt: null,
  lastError: null,
  createdAt: at,
}
const atPhone = { id: phone.id }

/** Opens the channels. The server keeps what is changed there. */
async function openChannels(
  channels: Schemas['NotificationChannel'][],
  { canSendEmail = true, user = undefined as typeof reader | undefined } = {},
) {
  api.on('get', '/api/v1/user/notification-channels', () => ({ channels, canSendEmail }))
  api.on('patch', '/api/v1/user/notification-channels/{id}', ({ body }) => {
    channels[0] = { ...channels[0]!, ...(body as object) }
    return channels[0]
  })
  await open('/settings/notifications', user)
  await findByRole('heading', 'Notifications')
}

async function fillChannel(name: string) {
  await click('button', 'Add a channel')
  const sheet = await findByRole('dialog', 'Add a channel')
  await fill('Name', name, sheet)
  return sheet
}

test('a refused address keeps the form, and another one is added', async () => {
  const channels: Schemas['NotificationChannel'][] = []
  await openChannels(channels)
  await findText('No channels yet')
  const path = '/api/v1/user/notification-channels'
  api.refuse('post', path, 422, { error: 'invalid', message: 'See notifications.allowed_hosts' })
  const sheet = await fillChannel('Phone')
  expect(isDisabled(await findByRole('button', 'Add', sheet))).toBe(true)
  await fill('Address', 'http://192.0.2.1/books', sheet)
  await click('button', 'Add', sheet)
  await findByRole('alert', undefined, sheet)
  api.on('post', path, () => {
    channels.push(phone)
    return phone
  })
  await fill('Address', ' https://ntfy.example.org/books ', sheet)
  await click('button', 'Add', sheet)
  await findText('Channel added')
  await findByRole('button', 'Test Phone')
  const body = {
    kind: 'ntfy' as const,
    name: 'Phone',
    newsKinds: ['release' as const],
    frequency: 'soon' as const,
    quietFrom: null,
    quietUntil: null,
  }
  expect(api.changes).toEqual([
    sent('post', path, { ...body, address: 'http://192.0.2.1/books' }),
    sent('post', path, { ...body, address: 'https://ntfy.example.org/books' }),
  ])
})

test('without a mail server, email is not offered', async () => {
  await openChannels([], { canSendEmail: false })
  await fillChannel('Letters')
  await click('combobox', 'Service')
  await findByRole('option', 'ntfy')
  expect(listNames('option')).not.toContain('Email')
})

test('news that need a permission are offered only to users who have it', async () => {
  await openChannels([], { user: reader })
  const sheet = await fillChannel('Phone')
  await findByRole('switch', 'New releases', sheet)
  expect(listNames('switch', sheet)).toEqual(['New releases', 'Quiet time'])
})

test('a channel without any news cannot be saved', async () => {
  await openChannels([phone])
  await click('button', 'Edit Phone')
  const sheet = await findByRole('dialog', 'Phone')
  await click('switch', 'New releases', sheet)
  expect(isDisabled(await findByRole('button', 'Save', sheet))).toBe(true)
  await click('switch', 'Failed tasks', sheet)
  await click('button', 'Save', sheet)
  await findNone('dialog', 'Phone')
  expect(api.changes[0]?.body).toMatchObject({ newsKinds: ['failed_task'] })
})

test('a quiet time starts with the night, and the address is kept', async () => {
  await openChannels([phone])
  await click('button', 'Edit Phone')
  const sheet = await findByRole('dialog', 'Phone')
  await click('switch', 'Quiet time', sheet)
  await click('button', 'Save', sheet)
  await findText('quiet from 22:00 to 07:00')
  expect(api.changes).toEqual([
    sent(
      'patch',
      '/api/v1/user/notification-channels/{id}',
      {
        name: 'Phone',
        newsKinds: ['release'],
        frequency: 'soon',
        quietFrom: 22,
        quietUntil: 7,
      },
      atPhone,
    ),
  ])
})

test('an email address is confirmed with its code before it can be tested', async () => {
  const letters = { ...phone, kind: 'email' as const, name: 'Letters', confirmed: false }
  const channels = [letters]
  await openChannels(channels)
  await findText('address not confirmed yet')
  await findNone('button', 'Test Letters')
  const path = '/api/v1/user/notification-channels/{id}/confirm'
  const wrong = { error: 'invalid', message: 'This code is incorrect', code: 'x.unknown' }
  api.refuse('post', path, 422, wrong)
  await fill('Code from the email', 'abc')
  await click('button', 'Confirm address')
  await findText('This code is incorrect')
  api.on('post', path, () => {
    channels[0] = { ...letters, confirmed: true }
    return channels[0]
  })
  await fill('Code from the email', ' 123456 ')
  await click('button', 'Confirm address')
  await findByRole('button', 'Test Letters')
  expect(api.changes).toEqual([
    sent('post', path, { code: 'abc' }, atPhone),
    sent('post', path, { code: '123456' }, atPhone),
  ])
})

test('a channel is tested, and deleted after a question', async () => {
  const channels = [phone]
  await openChannels(channels)
  const answer = { message: 'Test notification sent', code: 'x.unknown', params: {} }
  api.on('post', '/api/v1/user/notification-channels/{id}/test', answer)
  api.on('delete', '/api/v1/user/notification-channels/{id}', () => {
    channels.pop()
    return null as never
  })
  await click('button', 'Test Phone')
  await findText('Test notification sent')
  await click('button', 'Delete Phone')
  await click('button', 'Delete', await findByRole('dialog', 'Delete Phone?'))
  await findText('No channels yet')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/user/notification-channels/{id}/test', null, atPhone),
    sent('delete', '/api/v1/user/notification-channels/{id}', null, atPhone),
  ])
})

test('channels are chosen from a list of services, and email needs no token', async () => {
  await openChannels([])
  const sheet = await fillChannel('Letters')
  await findByRole('textbox', 'Access token (if the topic is protected)', sheet)
  await choose('Service', 'Email', sheet)
  await findByRole('textbox', 'Email address', sheet)
  await findNone('textbox', /token/, sheet)
})

const createNews = (number: number): Schemas['Notification'] => ({
  id: `01a1fdc4-0439-7419-b25d-00000000e00${number}`,
  kind: 'match_run',
  message: `News ${number}`,
  code: 'x.unknown',
  params: {},
  path: '/settings/metadata',
  happenedAt: at,
  read: false,
})

/** Opens the list. The server keeps what is read and deleted. */
async function openNews() {
  let news = [createNews(1), createNews(2)]
  api.on('get', '/api/v1/user/notifications', ({ url }) =>
    pageOf(url.includes('read=false') ? news.filter(({ read }) => !read) : news),
  )
  api.on('post', '/api/v1/user/notifications/read', ({ body }) => {
    const { ids } = body as Schemas['ReadNotifications']
    news = news.map((each) => ({ ...each, read: each.read || (ids?.includes(each.id) ?? true) }))
    return null as never
  })
  api.on('delete', '/api/v1/user/notifications/{id}', ({ url }) => {
    news = news.filter(({ id }) => !url.endsWith(id))
    return null as never
  })
  await open('/notifications')
  await findByRole('list', 'Notifications')
}

test('notifications are read one by one, then all, and the bell counts them', async () => {
  await openNews()
  await findByRole('link', '2 unread notifications')
  await click('button', 'Mark as read: News 1')
  await findByRole('link', '1 unread notification')
  await click('button', 'Mark all as read')
  await findByRole('link', 'Notifications')
  await findNone('button', 'Mark all as read')
  const path = '/api/v1/user/notifications/read'
  expect(api.changes).toEqual([
    sent('post', path, { ids: [createNews(1).id] }),
    sent('post', path, {}),
  ])
})

test('notifications are deleted until none is left', async () => {
  await openNews()
  await click('button', 'Delete: News 1')
  await findNone('button', 'Delete: News 1')
  await click('button', 'Delete: News 2')
  await findText('No notifications')
  await findByRole('link', 'Channels')
  expect(api.changes.map(({ method }) => method)).toEqual(['DELETE', 'DELETE'])
})

test('opening a notification marks it as read', async () => {
  api.on('get', '/api/v1/metadata-runs', pageOf([]))
  await openNews()
  await click('link', 'Unread: News 2')
  await findByRole('link', '1 unread notification')
  expect(getAddress()).toBe('/settings/metadata')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/user/notifications/read', { ids: [createNews(2).id] }),
  ])
})
