/** News is never lost, and is never sent at the wrong time or to the wrong address. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { findViewerOfUser } from '../../../src/accounts/users/viewer-of-user'
import { updateChannel } from '../../../src/admin/notifications/channels'
import { enqueueSending, sendDueNews } from '../../../src/admin/notifications/deliver'
import { sendNotification } from '../../../src/admin/notifications/senders/send'
import { recordReleases } from '../../../src/ingest/releases/ledger/record-releases'
import { releases } from '../../../src/ingest/releases/schema'
import { schedules } from '../../../src/platform/jobs/schema'
import { findRelease } from '../../ingest/releases/release-server'
import { silentLog } from '../../platform/jobs/support'
import { createTestConfig } from '../../support/server'
import { minutesAgo, startChannelServer } from './channel-server'

let home: Awaited<ReturnType<typeof startChannelServer>>
beforeAll(async () => {
  home = await startChannelServer()
})
afterAll(() => home.close())
beforeEach(async () => {
  home.services.received.length = 0
  home.services.status = 200
  await home.server.ctx.write((tx) => tx.delete(releases))
})

const countSent = () => home.services.received.flatMap(({ body }) => body.news).length
const hasSchedule = async (id: string) =>
  (await home.server.ctx.db.$count(schedules, eq(schedules.name, `notifications:${id}`))) > 0

test('more than one message holds comes with the next one', async () => {
  const id = await home.addChannel()
  await home.announce(60, minutesAgo(3))
  await home.sendNow(id)
  expect(countSent()).toBe(60)
  await home.change(id, { sentUntil: minutesAgo(3) })
  await home.server.ctx.write((tx) => tx.delete(releases))
  await home.announce(900, minutesAgo(2))
  await home.announce(400, minutesAgo(1))
  await home.sendNow(id)
  expect(countSent()).toBe(960)
  await home.sendNow(id)
  expect(countSent()).toBe(1360)
})

test('a release that is accepted after the rules changed is told', async () => {
  const id = await home.addChannel()
  const { ctx } = home.server
  const record = (trackChapters: boolean, now: Date) => {
    const found = [findRelease(home.series, 'c.7000', { rules: { trackChapters } })]
    const at = { ...ctx, clock: { ...ctx.clock, now: () => now } }
    return ctx.write((tx) => recordReleases(at, tx, { sourceId: home.sourceId, found, now }))
  }
  await record(false, minutesAgo(40))
  await home.change(id, { sentUntil: minutesAgo(20) })
  await record(true, minutesAgo(1))
  await home.sendNow(id)
  expect(countSent()).toBe(1)
})

test('nothing is sent in the quiet time, even if it was due before', async () => {
  const hour = new Date().getHours()
  const id = await home.addChannel({ quietFrom: hour, quietUntil: (hour + 2) % 24 })
  await home.announce(1)
  await home.sendNow(id)
  expect(countSent()).toBe(0)
})

test('a kind of news that is added later starts then', async () => {
  const id = await home.addChannel({ newsKinds: ['failed_task'] }, 'ada')
  await home.change(id, { sentUntil: minutesAgo(90 * 1440) })
  await home.announce(40, minutesAgo(60 * 1440))
  await home.sendNow(id)
  const body = { newsKinds: ['failed_task', 'release'] }
  await home.server.call('PATCH', `/user/notification-channels/${id}`, { as: 'ada', body })
  await home.sendNow(id)
  expect(countSent()).toBe(0)
})

test('an address that was corrected is not punished for the old one', async () => {
  const id = await home.addChannel()
  await home.announce(1)
  await home.change(id, { failures: 8, failingSince: minutesAgo(11 * 1440) })
  home.services.status = 500
  const { ctx } = home.server
  const job = { id: '', kind: '', attempts: 1, maxAttempts: 1, payload: { channelId: id } }
  const store = await sendDueNews(ctx, job, new AbortController().signal)
  const viewer = await findViewerOfUser(ctx.db, home.server.getUserId('max'))
  const patch = { address: `http://${home.services.host}/new` }
  await updateChannel(ctx, viewer!, { id, patch }, new AbortController().signal)
  await ctx.write(async (tx) => store?.(tx))
  const fresh = { enabled: true, failures: 0, notBefore: null, lastError: null }
  expect(await home.findChannel(id)).toMatchObject(fresh)
})

test('the schedule of a channel ends with its user', async () => {
  await home.server.addUser('leaving', 'reader')
  const id = await home.addChannel({}, 'leaving')
  const path = `/users/${home.server.getUserId('leaving')}`
  expect((await home.server.call('DELETE', path, { as: 'ada' })).status).toBe(204)
  const { ctx } = home.server
  await ctx.write((tx) => enqueueSending(ctx, tx, `notifications:${id}`))
  expect(await hasSchedule(id)).toBe(false)
})

test('channels are switched off with a password that somebody else knew', async () => {
  await home.server.addUser('hacked', 'reader')
  const id = await home.addChannel({}, 'hacked')
  const body = { password: 'a-new-password-1' }
  const path = `/users/${home.server.getUserId('hacked')}`
  expect((await home.server.call('PATCH', path, { as: 'ada', body })).status).toBe(200)
  expect(await home.findChannel(id)).toMatchObject({
    enabled: false,
    lastError: { code: 'notifications.password_changed' },
  })
})

test('a token that no header can contain is refused', async () => {
  const gotify = { kind: 'gotify', name: 'Home', newsKinds: ['release'], token: 'ключ' }
  const body = { ...gotify, address: `http://${home.services.host}/` }
  const path = '/user/notification-channels'
  const answer = await home.server.call('POST', path, { as: 'max', body })
  expect([answer.status, answer.body.details[0].path]).toEqual([400, 'token'])
})

test('an allowed host is not asked through a proxy of the environment', async () => {
  let proxied = 0
  let direct = 0
  const count = (add: () => void) => () => {
    add()
    return new Response('ok')
  }
  const local = { port: 0, hostname: '127.0.0.1' }
  const proxy = Bun.serve({ ...local, fetch: count(() => (proxied += 1)) })
  const target = Bun.serve({ ...local, fetch: count(() => (direct += 1)) })
  const host = `127.0.0.1:${target.port}`
  const before = process.env['http_proxy']
  process.env['http_proxy'] = `http://127.0.0.1:${proxy.port}`
  const config = createTestConfig({ 'notifications.allowed_hosts': host })
  const request = { url: `http://${host}/hook`, headers: {}, body: '{}' }
  const ctx = { config, log: silentLog, egress: undefined as never }
  await sendNotification(ctx, request, AbortSignal.timeout(20_000))
  if (before === undefined) delete process.env['http_proxy']
  else process.env['http_proxy'] = before
  await Promise.all([proxy.stop(true), target.stop(true)])
  expect({ proxied, direct }).toEqual({ proxied: 0, direct: 1 })
})
