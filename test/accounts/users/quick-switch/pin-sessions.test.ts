/** What sessions that were started with a PIN may become. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq, isNotNull } from 'drizzle-orm'
import { deleteEndedSessions } from '../../../../src/accounts/sessions/service'
import { deviceAccounts, refreshTokens } from '../../../../src/accounts/sessions/schema'
import {
  findPin,
  forgivePinFailures,
  returnTry,
  takeTry,
} from '../../../../src/accounts/users/quick-switch/queries'
import { users } from '../../../../src/accounts/users/schema'
import { startTestServer, type TestServer } from '../../../support/server'
import { givePasswords } from '../../sign-in'
import { SharedDevice } from './shared-device'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  await givePasswords(server, 'ann', 'ada')
  const path = '/admin/settings/auth.quick_switch'
  await server.call('PUT', path, { as: 'ada', body: { value: 'true' } })
})
afterEach(() => server.close())

/** Returns devices that hold one session of ann each, the older one forgotten by its device. */
async function startTwice() {
  const tablet = await new SharedDevice(server).offer('ann', '1234')
  await tablet.switchTo('ann', '1234')
  const older = new SharedDevice(server)
  older.cookies.set('quire_session', tablet.cookies.get('quire_session')!)
  tablet.cookies.delete('quire_session')
  await tablet.switchTo('ann', '1234')
  expect([await older.findName(), await tablet.findName()]).toEqual(['ann', 'ann'])
  return [older, tablet] as const
}

const change = (body: object) =>
  server.call('PATCH', `/users/${server.getUserId('ann')}`, { as: 'ada', body })

test('all of them end when their user becomes an administrator', async () => {
  const devices = await startTwice()
  expect((await change({ role: 'admin' })).status).toBe(200)
  for (const device of devices) expect(await device.findName()).toBeUndefined()
  await change({ role: 'reader' })
  for (const device of devices) expect(await device.findName()).toBeUndefined()
})

test('none serves an administrator, however the account became one', async () => {
  const devices = await startTwice()
  const isAnn = eq(users.id, server.getUserId('ann'))
  for (const [closed, open] of [
    [{ role: 'admin' }, { role: 'reader' }],
    [{ permissions: ['system:admin'] }, { permissions: [] }],
    [{ hasTwoFactor: true }, { hasTwoFactor: false }],
  ] as const) {
    const set = (fields: object) =>
      server.ctx.write((tx) => tx.update(users).set(fields).where(isAnn))
    await set(closed)
    for (const device of devices) expect(await device.findName()).toBeUndefined()
    await set(open)
    for (const device of devices) expect(await device.findName()).toBe('ann')
  }
})

test('a session that was started with the password stays', async () => {
  const phone = new SharedDevice(server)
  await phone.login('ann')
  await startTwice()
  await change({ role: 'admin' })
  expect(await phone.findName()).toBe('ann')
})

test('a stolen refresh token removes the account from the device', async () => {
  const tablet = await new SharedDevice(server).offer('ann', '1234')
  const { body } = await tablet.switchTo('ann', '1234')
  const refresh = () =>
    server.call('POST', '/auth/refresh', { body: { refreshToken: body.refreshToken } })
  expect((await refresh()).status).toBe(200)
  const replacedAt = new Date(server.ctx.clock.now().getTime() - 60_000)
  const isReplaced = isNotNull(refreshTokens.replacedAt)
  await server.ctx.write((tx) => tx.update(refreshTokens).set({ replacedAt }).where(isReplaced))
  expect((await refresh()).status).toBe(401)
  expect(await tablet.findName()).toBeUndefined()
  expect(await tablet.listPeople()).toEqual([])
})

test('a device that nobody used for longer than its cookie lives is forgotten', async () => {
  const tablet = await new SharedDevice(server).offer('ann', '1234')
  await deleteEndedSessions(server.ctx)
  expect(await server.ctx.db.$count(deviceAccounts)).toBe(1)
  const lastUsedAt = new Date(server.ctx.clock.now().getTime() - 401 * 86_400_000)
  await server.ctx.write((tx) => tx.update(deviceAccounts).set({ lastUsedAt }))
  // Each use renews the cookie.
  const used = await tablet.switchTo('ann', '1234')
  expect(used.headers.getSetCookie().join()).toContain('quire_device=')
  await deleteEndedSessions(server.ctx)
  expect(await server.ctx.db.$count(deviceAccounts)).toBe(1)
  await server.ctx.write((tx) => tx.update(deviceAccounts).set({ lastUsedAt }))
  await deleteEndedSessions(server.ctx)
  expect(await server.ctx.db.$count(deviceAccounts)).toBe(0)
})

test('a right PIN and a password at the same time give no more than five tries', async () => {
  await new SharedDevice(server).offer('ann', '1234')
  const userId = server.getUserId('ann')
  await server.ctx.write(async (tx) => {
    await takeTry(tx, userId)
    await forgivePinFailures(tx, userId)
    await returnTry(tx, userId)
  })
  expect((await findPin(server.ctx.db, userId))!.failures).toBe(0)
})
