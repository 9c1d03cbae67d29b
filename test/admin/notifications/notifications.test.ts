/** Notifications: sent once, to the right users, and handled correctly if sending fails. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { enqueueSending } from '../../../src/admin/notifications/deliver'
import { notificationJobs } from '../../../src/admin/notifications/jobs'
import { notificationChannels } from '../../../src/admin/notifications/schema'
import { releases, releaseSources } from '../../../src/ingest/releases/schema'
import { jobs } from '../../../src/platform/jobs/schema'
import { schedules } from '../../../src/platform/jobs/schema'
import { seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import { type FakeServices, startFakeServices } from './fake-services'

let services: FakeServices
let server: TestServer
let series: { id: string; libraryId: string }
let sourceId: string

beforeAll(async () => {
  services = startFakeServices()
  server = await startTestServer({
    'notifications.allowed_hosts': services.host,
    'server.public_url': 'https://books.example/quire',
  })
  server.engine.register(notificationJobs(server.ctx))
  await server.engine.start()
  series = await seedSeries(server, await seedLibrary(server), { title: 'Harbor *1*' })
  const now = new Date()
  const [source] = await server.ctx.write((tx) =>
    tx
      .insert(releaseSources)
      .values({
        pluginId: 'quire',
        sourceKey: 'feed:test',
        displayName: 'News',
        kind: 'feed',
        config: {},
        createdAt: now,
        updatedAt: now,
      })
      .returning(),
  )
  sourceId = source!.id
})
afterAll(async () => {
  await server.close()
  services.stop()
})
beforeEach(async () => {
  services.received.length = 0
  services.status = 200
  await server.ctx.write((tx) => tx.delete(releases))
})

const minuteMs = 60_000

let lastChapter = 0
async function announce(count = 1, createdAt = new Date(Date.now() - minuteMs)) {
  for (let n = 0; n < count; n++) {
    const chapter = ++lastChapter
    await server.ctx.write((tx) =>
      tx.insert(releases).values({
        sourceId,
        seriesId: series.id,
        externalReleaseId: `c${chapter}`,
        title: `c.${chapter}`,
        chapters: [{ start: chapter, end: chapter }],
        volumes: [],
        lastChapter: chapter,
        payloadUrl: '',
        confidence: 1,
        state: 'announced',
        observedAt: createdAt,
        listedAt: createdAt,
        announcedAt: createdAt,
        createdAt,
      }),
    )
  }
  return lastChapter
}

const usual = () => ({
  kind: 'webhook',
  name: 'Home',
  address: `http://${services.host}/hook`,
  newsKinds: ['release'],
})

/** Adds a channel that was created an hour ago. */
async function addChannel(given: object = {}, as = 'max') {
  const answer = await server.call('POST', '/user/notification-channels', {
    as,
    body: { ...usual(), ...given },
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  const { id } = answer.body as { id: string }
  await change(id, { sentUntil: new Date(Date.now() - 60 * minuteMs) })
  return id
}
const change = (id: string, values: Partial<typeof notificationChannels.$inferInsert>) =>
  server.ctx.write((tx) =>
    tx.update(notificationChannels).set(values).where(eq(notificationChannels.id, id)),
  )
const findRow = async (id: string) =>
  (
    await server.ctx.db.select().from(notificationChannels).where(eq(notificationChannels.id, id))
  )[0]

/** Runs the job that the schedule would start, and waits for it. */
async function sendNow(id: string) {
  await server.ctx.write((tx) => enqueueSending(server.ctx, tx, `notifications:${id}`))
  await waitUntil(async () => {
    const open = await server.ctx.db.select().from(jobs).where(eq(jobs.kind, 'send_notifications'))
    return open.every(({ state }) => !['ready', 'running'].includes(state))
  })
}

describe('each kind of channel', () => {
  test('webhook: JSON with a signature of time and body', async () => {
    const id = await addChannel({ token: 'key' })
    const chapter = await announce()
    await sendNow(id)
    const [{ headers, text, body }] = services.received as [FakeServices['received'][0]]
    expect(body).toMatchObject({
      title: '1 notification from Quire',
      text: `Harbor *1*, Ch. ${chapter}`,
      link: `https://books.example/quire/series/${series.id}`,
      news: [{ kind: 'release', title: `Harbor *1*, Ch. ${chapter}` }],
    })
    const signed = `${headers.get('x-quire-timestamp')}.${text}`
    const expected = createHmac('sha256', 'key').update(signed).digest('hex')
    expect(headers.get('x-quire-signature')).toBe(`sha256=${expected}`)
    expect(headers.get('user-agent')).toStartWith('Quire/')
  })

  test('ntfy: JSON to the root, with the topic of the address and the token', async () => {
    const address = `http://${services.host}/push/my-topic`
    const id = await addChannel({ kind: 'ntfy', address, token: 'tk_1' })
    const chapter = await announce()
    await sendNow(id)
    const [{ path, headers, body }] = services.received as [FakeServices['received'][0]]
    expect(path).toBe('/push/')
    expect(headers.get('authorization')).toBe('Bearer tk_1')
    expect(body).toEqual({
      topic: 'my-topic',
      title: '1 notification from Quire',
      message: `Harbor *1*, Ch. ${chapter}`,
      click: `https://books.example/quire/series/${series.id}`,
    })
  })

  test('Gotify, Discord, Apprise', async () => {
    const gotify = await addChannel({
      kind: 'gotify',
      address: `http://${services.host}/`,
      token: 'G',
    })
    const discord = await addChannel({ kind: 'discord' })
    const apprise = await addChannel({
      kind: 'apprise',
      address: `http://${services.host}/notify/K`,
    })
    const chapter = await announce()
    for (const id of [gotify, discord, apprise]) await sendNow(id)
    const [first, second, third] = services.received
    expect(first!.path).toBe('/message')
    expect(first!.headers.get('x-gotify-key')).toBe('G')
    expect(first!.body).toMatchObject({ message: `Harbor *1*, Ch. ${chapter}`, priority: 5 })
    expect(second!.body.content).toContain(String.raw`Harbor \*1\*, Ch. ${chapter}`)
    expect(second!.body.allowed_mentions).toEqual({ parse: [] })
    expect(third!.path).toBe('/notify/K')
    expect(third!.body).toMatchObject({ type: 'info', body: `Harbor *1*, Ch. ${chapter}` })
  })
})

describe('what is sent', () => {
  test('everything new in one notification, once', async () => {
    const id = await addChannel()
    await announce(25)
    await sendNow(id)
    await sendNow(id)
    expect(services.received).toHaveLength(1)
    const { title, text, news, link } = services.received[0]!.body
    expect(title).toBe('25 notifications from Quire')
    expect(text.split('\n')).toHaveLength(21)
    expect(text).toEndWith('and 5 more')
    expect(news).toHaveLength(25)
    expect(link).toBe('https://books.example/quire/releases')
  })

  test('nothing that was seen, dismissed, is older than the channel, or may still change', async () => {
    const id = await addChannel()
    await announce(1, new Date(Date.now() - 120 * minuteMs))
    await announce(1, new Date())
    await announce(2)
    const { body } = await server.call('GET', '/releases?sort=observed_at,asc', { as: 'max' })
    const [, seen, dismissed] = body.data
    await server.call('POST', '/releases/seen', { as: 'max', body: { ids: [seen.id] } })
    await server.call('POST', `/releases/${dismissed.id}/dismiss`, { as: 'ada' })
    await sendNow(id)
    expect(services.received).toEqual([])
  })

  test('nothing of libraries that the user cannot see at that moment', async () => {
    const id = await addChannel({}, 'ann')
    await announce()
    const path = `/users/${server.getUserId('ann')}/libraries`
    const other = await seedLibrary(server)
    await server.call('PUT', path, { as: 'ada', body: { libraryIds: [other.id] } })
    await sendNow(id)
    expect(services.received).toEqual([])
    await server.call('PUT', path, { as: 'ada', body: { libraryIds: [series.libraryId] } })
    await sendNow(id)
    expect(services.received).toHaveLength(1)
  })

  test('nothing to a channel that is switched off; it starts anew', async () => {
    const id = await addChannel()
    const path = `/user/notification-channels/${id}`
    await server.call('PATCH', path, { as: 'max', body: { enabled: false } })
    const named = eq(schedules.name, `notifications:${id}`)
    expect(await server.ctx.db.$count(schedules, named)).toBe(0)
    await announce()
    await sendNow(id)
    await server.call('PATCH', path, { as: 'max', body: { enabled: true } })
    expect(await server.ctx.db.$count(schedules, named)).toBe(1)
    await sendNow(id)
    expect(services.received).toEqual([])
  })
})

describe('failures', () => {
  test('are told, wait longer each time, and send the same news later', async () => {
    const id = await addChannel()
    await announce()
    services.status = 403
    await sendNow(id)
    await sendNow(id)
    expect(services.received).toHaveLength(1)
    const { body } = await server.call('GET', '/user/notification-channels', { as: 'max' })
    const shown = body.channels.find((one: { id: string }) => one.id === id)
    expect(shown.lastError.code).toBe('notifications.refused')
    const first = (await findRow(id))!.notBefore!.getTime() - Date.now()
    await change(id, { notBefore: null })
    await sendNow(id)
    const second = (await findRow(id))!.notBefore!.getTime() - Date.now()
    expect(second / first).toBeCloseTo(2, 1)
    services.status = 200
    await change(id, { notBefore: null })
    await sendNow(id)
    expect(services.received).toHaveLength(3)
    expect(await findRow(id)).toMatchObject({ failures: 0, lastError: null, failingSince: null })
  })

  test('of ten days switch the channel off', async () => {
    const id = await addChannel()
    await announce()
    await change(id, { failures: 30, failingSince: new Date(Date.now() - 10 * 24 * 60 * minuteMs) })
    services.status = 500
    await sendNow(id)
    const row = await findRow(id)
    expect(row).toMatchObject({ enabled: false, lastError: { code: 'notifications.paused' } })
  })

  test('redirects are not followed', async () => {
    const id = await addChannel()
    services.status = 302
    const answer = await server.call('POST', `/user/notification-channels/${id}/test`, {
      as: 'max',
    })
    expect(answer.status).toBe(503)
    expect(answer.body.code).toBe('notifications.refused')
  })
})

describe('channels', () => {
  test('a test notification is sent at once', async () => {
    const id = await addChannel()
    const answer = await server.call('POST', `/user/notification-channels/${id}/test`, {
      as: 'max',
    })
    expect(answer.status).toBe(200)
    expect(services.received[0]!.body.text).toBe('This channel works')
  })

  test('the address and the token are sealed and never returned', async () => {
    const address = `http://${services.host}/hook/SECRET1`
    const id = await addChannel({ address, token: 'SECRET2' })
    const { body } = await server.call('GET', '/user/notification-channels', { as: 'max' })
    expect(JSON.stringify([body, await findRow(id)])).not.toContain('SECRET')
    await server.call('PATCH', `/user/notification-channels/${id}`, {
      as: 'max',
      body: { name: 'Renamed' },
    })
    await server.call('POST', `/user/notification-channels/${id}/test`, { as: 'max' })
    expect(services.received[0]!.path).toBe('/hook/SECRET1')
  })

  test('M10: changes are in the audit log, without addresses and tokens', async () => {
    const id = await addChannel({
      address: `http://${services.host}/hook/SECRET1`,
      token: 'SECRET2',
    })
    const path = `/user/notification-channels/${id}`
    const body = { name: 'Renamed', address: `http://${services.host}/hook/SECRET3` }
    expect((await server.call('PATCH', path, { as: 'max', body })).status).toBe(200)
    expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(204)
    const { body: log } = await server.call('GET', '/audit-log?pageSize=100', { as: 'ada' })
    const entries = (log.data as { targetId: string; action: string }[]).filter(
      ({ targetId }) => targetId === id,
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'remove_channel',
      'change_channel',
      'add_channel',
    ])
    expect(entries[1]).toMatchObject({
      username: 'max',
      targetKind: 'channel',
      targetName: 'Renamed',
      changes: [
        { name: 'name', before: 'Home', after: 'Renamed' },
        { name: 'address', before: null, after: 'changed' },
      ],
    })
    expect(JSON.stringify(entries)).not.toContain('SECRET')
  })

  test('belong to their user', async () => {
    const path = `/user/notification-channels/${await addChannel()}`
    for (const as of ['ada', 'ann']) {
      expect((await server.call('DELETE', path, { as })).status).toBe(404)
      expect((await server.call('POST', `${path}/test`, { as })).status).toBe(404)
      const patched = await server.call('PATCH', path, { as, body: { name: 'Mine' } })
      expect(patched.status).toBe(404)
    }
    expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(204)
  })

  const refused: [string, object, string][] = [
    ['a private address', { address: 'http://192.168.1.7/hook' }, 'notifications.address_invalid'],
    ['another port', { address: 'https://example.org:8443/hook' }, 'notifications.address_invalid'],
    ['plain HTTP', { address: 'http://example.org/hook' }, 'notifications.address_invalid'],
    ['a password', { address: 'https://a:b@example.org/' }, 'notifications.address_invalid'],
    ['a file', { address: 'file:///etc/passwd' }, 'notifications.address_invalid'],
    ['no topic', { kind: 'ntfy', address: 'https://ntfy.sh/' }, 'notifications.topic_missing'],
    ['no token', { kind: 'gotify' }, 'notifications.token_missing'],
    ['half a quiet time', { quietFrom: 22 }, 'notifications.quiet_incomplete'],
  ]
  test.each(refused)('%s is refused', async (_, given, code) => {
    const { status, body } = await server.call('POST', '/user/notification-channels', {
      as: 'max',
      body: { ...usual(), ...given },
    })
    expect(status).toBe(400)
    expect(body.details[0].code).toBe(code)
  })
})
