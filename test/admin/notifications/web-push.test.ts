/** Notifications in browsers are encrypted for one browser, and disabled when it is gone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { series } from '../../../src/catalog/series/schema'
import { releases } from '../../../src/ingest/releases/schema'
import { schedules } from '../../../src/platform/jobs/schema'
import { startChannelServer } from './channel-server'
import { type PushService, startPushService } from './push-service'

let home: Awaited<ReturnType<typeof startChannelServer>>
let service: PushService
let publicKey = ''

beforeAll(async () => {
  service = startPushService(() => publicKey)
  home = await startChannelServer({
    'notifications.allowed_hosts': service.host,
    'server.public_url': 'https://books.example/quire',
  })
  publicKey = (await getKey('max')).body.publicKey
})
afterAll(async () => {
  await home.close()
  service.stop()
})
beforeEach(async () => {
  service.received.length = 0
  service.refusals.length = 0
  service.status = 201
  await home.server.ctx.write((tx) => tx.delete(releases))
})

const getKey = (as?: string) =>
  home.server.call('GET', '/user/push-key', as === undefined ? {} : { as })
const addBrowser = (given: object = {}) =>
  home.addChannel({ kind: 'web_push', ...service.subscribe(), ...given })
const path = '/user/notification-channels'

describe('the key of the server', () => {
  test('is the same for everybody and stays', async () => {
    expect(publicKey).toMatch(/^B[\w-]{86}$/)
    expect((await getKey('ann')).body).toEqual({ publicKey })
    expect((await getKey()).status).toBe(401)
    const file = join(home.server.ctx.config.data_dir, 'secrets', 'web_push')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('that is damaged is not replaced', async () => {
    const file = join(home.server.ctx.config.data_dir, 'secrets', 'web_push')
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, 'x')
    const { status, body } = await getKey('max')
    expect([status, body.code]).toEqual([503, 'notifications.web_push.key_damaged'])
    expect(readFileSync(file, 'utf8')).toBe('x')
    writeFileSync(file, before)
    expect((await getKey('max')).body).toEqual({ publicKey })
  })
})

describe('a browser', () => {
  test('gets what only it can read', async () => {
    const [id, other] = [await addBrowser(), await addBrowser({ name: 'Other' })]
    await home.announce(2)
    await home.sendNow(id)
    expect(service.refusals).toEqual([])
    expect(service.received).toEqual([
      {
        title: '2 notifications from Quire',
        body: expect.stringContaining('Harbor'),
        path: '/releases',
      },
    ])
    await home.sendNow(other)
    expect(service.received).toHaveLength(2)
  })

  test('opens what a single notification is about', async () => {
    const id = await addBrowser()
    await home.announce(1)
    await home.sendNow(id)
    expect(service.received).toMatchObject([{ path: `/series/${home.series.id}` }])
  })

  test('gets a test', async () => {
    const id = await addBrowser()
    const { status } = await home.server.call('POST', `${path}/${id}/test`, { as: 'max' })
    expect(status).toBe(200)
    expect(service.received).toEqual([
      { title: '1 notification from Quire', body: 'This channel works', path: '/' },
    ])
  })

  test('that is gone is switched off at once, with what to do', async () => {
    for (const status of [404, 410]) {
      const id = await addBrowser()
      service.status = status
      await home.announce(1)
      await home.sendNow(id)
      const { body } = await home.server.call('GET', path, { as: 'max' })
      const channel = body.channels.find((one: { id: string }) => one.id === id)
      expect(channel).toMatchObject({
        enabled: false,
        lastError: { code: 'notifications.web_push.subscription_ended' },
      })
      const name = `notifications:${id}`
      const due = await home.server.ctx.db.select().from(schedules).where(eq(schedules.name, name))
      expect(due).toEqual([])
    }
  })

  test('whose service fails is tried again later', async () => {
    const id = await addBrowser()
    service.status = 503
    await home.announce(1)
    await home.sendNow(id)
    expect(await home.findChannel(id)).toMatchObject({ enabled: true, failures: 1 })
    service.status = 201
    await home.change(id, { notBefore: null })
    await home.sendNow(id)
    expect(service.received).toHaveLength(2)
  })

  test.each(['図書館🐉', '"\\"\\'])(
    'gets long texts cut to what a push service takes (%s)',
    async (text) => {
      const id = await addBrowser()
      await home.server.ctx.write(async (tx) => {
        const title = text.repeat(60)
        await tx.update(series).set({ title }).where(eq(series.id, home.series.id))
      })
      await home.announce(20)
      await home.sendNow(id)
      expect(service.refusals).toEqual([])
      expect(service.received[0]!.body).toEndWith('…')
      expect(service.received[0]!.body.isWellFormed()).toBe(true)
    },
  )
})

test('what is no subscription is refused', async () => {
  const { address, token } = service.subscribe()
  const [point = '', auth = ''] = token.split('.')
  const notOnCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
  const cases: [string, string | undefined][] = [
    [address, undefined],
    [address, ''],
    [address, point],
    [address, `${point}.`],
    [address, `${point}.${auth}.${auth}`],
    [address, `${notOnCurve}.${auth}`],
    [address, `${auth}.${point}`],
    ['http://192.0.2.1/push', token],
    ['https://user:secret@push.example/x', token],
    ['not a url', token],
  ]
  for (const [given, key] of cases) {
    const body = { kind: 'web_push', name: 'x', address: given, token: key, newsKinds: ['release'] }
    const { status } = await home.server.call('POST', path, { as: 'max', body })
    expect([given, key, status]).toEqual([given, key, 400])
  }
})
