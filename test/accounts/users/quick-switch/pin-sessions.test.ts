/** What sessions that were started with a PIN may become. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq, isNotNull } from 'drizzle-orm'
import { deleteEndedSessions } from '../../../../src/accounts/sessions/service'
import { deviceAccounts, refreshTokens } from '../../../../src/accounts/sessions/schema'
import { endForbiddenPinSessions } from '../../../../src/accounts/users/quick-switch/service'
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

const setting = '/admin/settings/auth.quick_switch'
const turnedOff: Record<string, () => Promise<unknown>> = {
  'by its setting': () => server.call('PUT', setting, { as: 'ada', body: { value: 'false' } }),
  'among several settings': () => {
    const updates = [
      { key: 'branding.name', value: 'Home' },
      { key: 'auth.quick_switch', value: 'false' },
    ]
    return server.call('POST', '/admin/settings/bulk', { as: 'ada', body: { updates } })
  },
  'by a reset': () => server.call('POST', `${setting}/reset`, { as: 'ada' }),
}
test.each(Object.entries(turnedOff))('all of them end when it is turned off %s', async (_, off) => {
  const devices = await startTwice()
  const phone = new SharedDevice(server)
  await phone.login('ann')
  const { body: tokens } = await devices[1].switchTo('ann', '1234')
  expect(await off()).toMatchObject({ status: 200 })
  for (const device of devices) expect(await device.findName()).toBeUndefined()
  const byToken = { headers: { authorization: `Bearer ${tokens.accessToken}` } }
  expect((await server.call('GET', '/auth/me', byToken)).status).toBe(401)
  const { refreshToken } = tokens
  expect((await server.call('POST', '/auth/refresh', { body: { refreshToken } })).status).toBe(401)
  expect(await phone.findName()).toBe('ann')
  // Turning it on again does not open them.
  await server.call('PUT', setting, { as: 'ada', body: { value: 'true' } })
  for (const device of devices) expect(await device.findName()).toBeUndefined()
})

test('none is left by a server that starts with a settings file that turns it off', async () => {
  const devices = await startTwice()
  const { setting_sources: sources, auth } = server.ctx.config
  const fixed = { ...auth, quick_switch: false }
  const config = { ...server.ctx.config, auth: fixed, setting_sources: { ...sources } }
  config.setting_sources['auth.quick_switch'] = 'file'
  await endForbiddenPinSessions(server.ctx)
  expect(await devices[1].findName()).toBe('ann')
  await endForbiddenPinSessions({ ...server.ctx, config })
  for (const device of devices) expect(await device.findName()).toBeUndefined()
})

test('a PIN that arrives while it is turned off opens nothing', async () => {
  const tablet = await new SharedDevice(server).offer('ann', '1234')
  const { write } = server.ctx
  let isFirst = true
  // The setting changes after the PIN was checked, before the session is stored.
  const turnOffAfterFirst: typeof write = async (work) => {
    const result = await write(work)
    if (!isFirst) return result
    isFirst = false
    await turnedOff['by its setting']!()
    return result
  }
  Object.assign(server.ctx, { write: turnOffAfterFirst })
  expect((await tablet.switchTo('ann', '1234')).status).toBe(403)
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
