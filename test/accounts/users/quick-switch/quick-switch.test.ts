import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { deviceAccounts, sessions } from '../../../../src/accounts/sessions/schema'
import { userPins } from '../../../../src/accounts/users/quick-switch/schema'
import { loginFailures, users } from '../../../../src/accounts/users/schema'
import { type TestServer, startTestServer } from '../../../support/server'
import { givePasswords, password } from '../../sign-in'
import { page, SharedDevice } from './shared-device'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await givePasswords(server, 'ann', 'max', 'ada')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.write(async (tx) => {
    await tx.delete(deviceAccounts)
    await tx.delete(userPins)
    await tx.delete(loginFailures)
    for (const [name, role] of [
      ['ann', 'reader'],
      ['max', 'maintainer'],
    ] as const) {
      const fields = { role, permissions: [], isActive: true, hasTwoFactor: false }
      await tx
        .update(users)
        .set(fields)
        .where(eq(users.id, server.getUserId(name)))
    }
  })
  await allow(true)
})

const allow = (isAllowed: boolean) =>
  server.call('PUT', '/admin/settings/auth.quick_switch', {
    as: 'ada',
    body: { value: String(isAllowed) },
  })

class Device extends SharedDevice {
  constructor() {
    super(server)
  }
}

/** A tablet of two people, with `max` signed in. */
async function startTablet() {
  const tablet = new Device()
  await tablet.offer('ann', '1234')
  await tablet.offer('max', '98765')
  return tablet
}

describe('quick switch', () => {
  test('switches between people of a device, ending the previous session', async () => {
    const tablet = await startTablet()
    const names = (await tablet.listPeople()).map(({ username }) => username)
    expect(names).toEqual(['ann', 'max'])
    const before = new Device()
    for (const [name, value] of tablet.cookies) before.cookies.set(name, value)
    const { status, body } = await tablet.switchTo('ann', '1234')
    expect([status, body.user.username]).toEqual([200, 'ann'])
    expect(await tablet.findName()).toBe('ann')
    expect(await before.findName()).toBeUndefined()
    expect((await tablet.switchTo('max', '98765')).status).toBe(200)
    expect(await tablet.findName()).toBe('max')
  })

  test('shows and removes the devices that offer the account', async () => {
    const tablet = await startTablet()
    const { body } = await tablet.send('GET', '/auth/quick-switch')
    expect(body).toMatchObject({
      status: 'available',
      hasPin: true,
      triesLeft: 5,
      devices: [{ isCurrent: true }],
    })
    const path = `/auth/quick-switch/devices/${body.devices[0].id}`
    const stranger = new Device()
    await stranger.login('ann')
    expect((await stranger.send('DELETE', path)).status).toBe(404)
    expect((await tablet.send('DELETE', path)).status).toBe(204)
    expect((await tablet.switchTo('max', '98765')).status).toBe(401)
    expect((await tablet.listPeople()).map(({ username }) => username)).toEqual(['ann'])
  })

  test('forgets the PIN and all devices on request', async () => {
    const tablet = await startTablet()
    expect((await tablet.send('DELETE', '/auth/quick-switch/pin')).status).toBe(204)
    expect((await tablet.switchTo('max', '98765')).status).toBe(401)
    expect(await server.ctx.db.$count(userPins)).toBe(1)
  })

  test('is off by default, and when turned off again', async () => {
    const tablet = await startTablet()
    await allow(false)
    expect(await tablet.listPeople()).toEqual([])
    expect((await tablet.switchTo('ann', '1234')).status).toBe(403)
    const pin = { currentPassword: password, pin: '1234' }
    expect((await tablet.send('PUT', '/auth/quick-switch/pin', pin)).status).toBe(403)
    expect((await tablet.send('POST', '/auth/quick-switch/devices')).status).toBe(403)
    const other = await startTestServer()
    const { body } = await other.call('GET', '/auth/quick-switch', { as: 'ann' })
    expect(body.status).toBe('off')
    await other.close()
  })

  test.each(['123', '123456789', '12a4', '١٢٣٤', ''])('refuses the PIN %p', async (pin) => {
    const tablet = new Device()
    await tablet.login('ann')
    const body = { currentPassword: password, pin }
    expect((await tablet.send('PUT', '/auth/quick-switch/pin', body)).status).toBe(400)
  })

  test('needs the password to set a PIN, and stores only a hash', async () => {
    const tablet = new Device()
    await tablet.login('ann')
    const body = { currentPassword: 'a guess', pin: '1234' }
    expect((await tablet.send('PUT', '/auth/quick-switch/pin', body)).status).toBe(403)
    expect((await tablet.send('POST', '/auth/quick-switch/devices')).status).toBe(409)
    await tablet.offer('ann', '1234')
    const [row] = await server.ctx.db.select().from(userPins)
    expect(row!.pinHash).toStartWith('$argon2id$')
    const [device] = await server.ctx.db.select().from(deviceAccounts)
    expect(device!.deviceHash).not.toBe(tablet.cookies.get('quire_device')!)
  })
})

describe('attacks', () => {
  test('another device learns no name and opens nothing, even with the right PIN', async () => {
    await startTablet()
    const other = new Device()
    expect(await other.listPeople()).toEqual([])
    const refused = await other.switchTo('ann', '1234')
    const unknown = await other.send('POST', '/auth/quick-switch', {
      userId: Bun.randomUUIDv7(),
      pin: '1234',
    })
    expect([refused.status, refused.body.code]).toEqual([401, 'accounts.wrong_pin'])
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...refused.body, requestId: '' })
    other.cookies.set('quire_device', 'x'.repeat(43))
    expect((await other.switchTo('ann', '1234')).status).toBe(401)
    const own = new Device()
    await own.offer('max', '5678')
    expect((await own.switchTo('ann', '1234')).status).toBe(401)
    expect((await own.listPeople()).map(({ username }) => username)).toEqual(['max'])
  })

  test('tries from other devices cost the owner none', async () => {
    const tablet = await startTablet()
    const other = new Device()
    for (let guess = 0; guess < 8; guess++) await other.switchTo('ann', `000${guess}`)
    expect((await tablet.switchTo('ann', '1234')).status).toBe(200)
  })

  test('a cookie that was planted or copied before does not open an account added later', async () => {
    const tablet = new Device()
    await tablet.offer('max', '98765')
    const copy = tablet.cookies.get('quire_device')!
    await tablet.offer('ann', '1234')
    const thief = new Device()
    thief.cookies.set('quire_device', copy)
    expect(await thief.listPeople()).toEqual([])
    expect((await thief.switchTo('ann', '1234')).status).toBe(401)
    expect((await tablet.switchTo('ann', '1234')).status).toBe(200)
  })

  test('five wrong tries in all need the password', async () => {
    const tablet = await startTablet()
    for (let guess = 0; guess < 3; guess++)
      expect((await tablet.switchTo('ann', `000${guess}`)).status).toBe(401)
    // A right PIN gives no tries back.
    expect((await tablet.switchTo('ann', '1234')).status).toBe(200)
    for (let guess = 3; guess < 5; guess++) await tablet.switchTo('ann', `000${guess}`)
    expect((await tablet.switchTo('ann', '1234')).status).toBe(401)
    const ann = (await tablet.listPeople()).find(({ username }) => username === 'ann')
    expect(ann!.needsPassword).toBe(true)
    await tablet.login('ann')
    expect((await tablet.switchTo('ann', '1234')).status).toBe(200)
  })

  test('tries at the same time are no more than five', async () => {
    const tablet = await startTablet()
    const guesses = Array.from({ length: 12 }, (_, n) => tablet.switchTo('ann', `00${10 + n}`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401]))
    const isAnn = eq(userPins.userId, server.getUserId('ann'))
    const [row] = await server.ctx.db.select().from(userPins).where(isAnn)
    expect(row!.failures).toBe(5)
    expect((await tablet.switchTo('ann', '1234')).status).toBe(401)
  })

  test('nothing opens an administrator, also not one who was promoted later', async () => {
    const desk = new Device()
    await desk.login('ada')
    const body = { currentPassword: password, pin: '1234' }
    expect((await desk.send('PUT', '/auth/quick-switch/pin', body)).status).toBe(403)
    for (const change of [{ role: 'admin' }, { permissions: ['system:admin'] }]) {
      const tablet = await startTablet()
      await tablet.switchTo('ann', '1234')
      const path = `/users/${server.getUserId('ann')}`
      expect((await server.call('PATCH', path, { as: 'ada', body: change })).status).toBe(200)
      // The session was started with a PIN.
      expect(await tablet.findName()).toBeUndefined()
      expect((await tablet.listPeople()).map(({ username }) => username)).toEqual(['max'])
      expect((await tablet.switchTo('ann', '1234')).status).toBe(401)
      const back = { role: 'reader', permissions: [] }
      await server.call('PATCH', path, { as: 'ada', body: back })
    }
  })

  test('a change of the role in the database alone is enough', async () => {
    const tablet = await startTablet()
    const isAnn = eq(users.id, server.getUserId('ann'))
    const set = (fields: object) =>
      server.ctx.write((tx) => tx.update(users).set(fields).where(isAnn))
    for (const [closed, open] of [
      [{ role: 'admin' }, { role: 'reader' }],
      [{ hasTwoFactor: true }, { hasTwoFactor: false }],
      [{ isActive: false }, { isActive: true }],
    ]) {
      await set(closed!)
      expect((await tablet.switchTo('ann', '1234')).status).toBe(401)
      expect((await tablet.listPeople()).map(({ username }) => username)).toEqual(['max'])
      await set(open!)
      expect((await tablet.switchTo('ann', '1234')).status).toBe(200)
    }
  })

  test('a deactivated account stays closed when it is activated again', async () => {
    const tablet = await startTablet()
    const path = `/users/${server.getUserId('ann')}`
    await server.call('PATCH', path, { as: 'ada', body: { isActive: false } })
    await server.call('PATCH', path, { as: 'ada', body: { isActive: true } })
    expect((await tablet.switchTo('ann', '1234')).status).toBe(401)
    await givePasswords(server, 'ann')
  })

  test('a new password by an administrator removes the PIN', async () => {
    const tablet = await startTablet()
    const path = `/users/${server.getUserId('ann')}`
    await server.call('PATCH', path, { as: 'ada', body: { password: 'a new password' } })
    expect((await tablet.switchTo('ann', '1234')).status).toBe(401)
    expect(await server.ctx.db.$count(userPins)).toBe(1)
    await givePasswords(server, 'ann')
  })

  test('ending sessions removes the account from devices', async () => {
    const tablet = await startTablet()
    await tablet.switchTo('ann', '1234')
    const phone = new Device()
    await phone.login('ann')
    await phone.send('DELETE', '/auth/sessions')
    expect(await tablet.findName()).toBeUndefined()
    expect((await tablet.switchTo('ann', '1234')).status).toBe(401)
    // The other person stays.
    expect((await tablet.switchTo('max', '98765')).status).toBe(200)
  })

  test('ending the others keeps the device that asks', async () => {
    const tablet = await startTablet()
    await tablet.send('DELETE', '/auth/sessions')
    expect((await tablet.switchTo('max', '98765')).status).toBe(200)
    await tablet.send('DELETE', '/auth/sessions?includeCurrent=true')
    expect((await tablet.switchTo('max', '98765')).status).toBe(401)
  })

  test('signing out removes the account from the device', async () => {
    const tablet = await startTablet()
    await tablet.send('POST', '/auth/logout', {})
    expect((await tablet.listPeople()).map(({ username }) => username)).toEqual(['ann'])
    expect((await tablet.switchTo('max', '98765')).status).toBe(401)
  })

  test('ending one session from elsewhere removes it, too', async () => {
    const tablet = await startTablet()
    await tablet.switchTo('ann', '1234')
    const [session] = await server.ctx.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, server.getUserId('ann')))
      .orderBy(sessions.lastUsedAt)
    expect(session).toBeDefined()
    const phone = new Device()
    await phone.login('ann')
    const { body } = await phone.send('GET', '/auth/sessions')
    for (const { id, isCurrent } of body)
      if (!isCurrent) await phone.send('DELETE', `/auth/sessions/${id}`)
    expect((await tablet.switchTo('ann', '1234')).status).toBe(401)
  })

  test('pages of other sites are refused', async () => {
    const tablet = await startTablet()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { ...page, 'sec-fetch-site': 'cross-site' },
      {},
    ] as Record<string, string>[]) {
      const body = { userId: server.getUserId('ann'), pin: '1234' }
      const { status } = await tablet.send('POST', '/auth/quick-switch', body, headers)
      expect(status).toBe(403)
      const offered = await tablet.send('POST', '/auth/quick-switch/devices', undefined, headers)
      expect(offered.status).toBe(403)
    }
    expect(await tablet.findName()).toBe('max')
  })

  test('nothing is switched while viewing as another user', async () => {
    const tablet = await startTablet()
    const headers = { ...page, 'x-view-as': server.getUserId('max') }
    const body = { userId: server.getUserId('ann'), pin: '1234' }
    expect((await tablet.send('POST', '/auth/quick-switch', body, headers)).status).toBe(403)
    const people = await tablet.send('GET', '/auth/quick-switch/people', undefined, headers)
    expect(people.body).toEqual({ people: [] })
  })

  test('API keys set no PIN and offer no device', async () => {
    const tablet = await startTablet()
    const key = await tablet.send('POST', '/api-keys', {
      name: 'Key',
      permissions: ['account:read', 'account:write'],
    })
    expect(key.status).toBe(201)
    const headers = { 'x-api-key': key.body.key as string }
    const pin = { currentPassword: password, pin: '4321' }
    for (const [method, path, body] of [
      ['PUT', '/auth/quick-switch/pin', pin],
      ['DELETE', '/auth/quick-switch/pin'],
      ['POST', '/auth/quick-switch/devices'],
    ] as const) {
      const { status } = await server.call(method, path, { headers, ...(body && { body }) })
      expect(`${method} ${status}`).toBe(`${method} 403`)
    }
  })
})
