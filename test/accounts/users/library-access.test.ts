import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { DomainEvent } from '../../../src/platform/events/event'
import { libraries } from '../../../src/catalog/libraries/schema'
import type { Permission, Role } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'
import { waitUntil } from '../../support/wait-until'
import { givePasswords, signIn } from '../people'

let server: TestServer
let open: SeededLibrary
let closed: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  open = await seedLibrary(server, { name: 'Open shelf', path: '/open' })
  closed = await seedLibrary(server, { name: 'Closed shelf', path: '/closed' })
  await seedSeries(server, open, { title: 'Anvil' })
  await seedSeries(server, closed, { title: 'Bellows' })
})
afterAll(() => server.close())

const reachOf = (name: string, as = 'ada') =>
  server.call('GET', `/users/${server.getUserId(name)}/libraries`, { as })
const setReach = (name: string, libraryIds: string[] | null, as = 'ada') =>
  server.call('PUT', `/users/${server.getUserId(name)}/libraries`, { as, body: { libraryIds } })
const titles = async (as: string) =>
  (await server.call('GET', '/series', { as })).body.data.map(
    ({ metadata }: { metadata: { title: string } }) => metadata.title,
  )

let count = 0
async function add(role: Role, permissions: Permission[] = []) {
  count += 1
  const name = `person${count}`
  await server.addUser(name, role, permissions)
  return name
}

describe('the libraries of a person', () => {
  test('are all that there are, until somebody says otherwise', async () => {
    const name = await add('reader')
    expect((await reachOf(name)).body).toEqual({ libraryIds: null })
    expect(await titles(name)).toEqual(['Anvil', 'Bellows'])
  })

  test('are those that are named, at once and with each request', async () => {
    const name = await add('reader')
    const { status, body } = await setReach(name, [open.id])
    expect({ status, body }).toEqual({ status: 200, body: { libraryIds: [open.id] } })
    expect(await titles(name)).toEqual(['Anvil'])
    const { body: listed } = await server.call('GET', '/libraries', { as: name })
    expect(listed).toMatchObject([{ name: 'Open shelf' }])
    expect((await server.call('GET', `/libraries/${closed.id}`, { as: name })).status).toBe(404)
    await setReach(name, [])
    expect(await titles(name)).toEqual([])
    await setReach(name, null)
    expect(await titles(name)).toEqual(['Anvil', 'Bellows'])
  })

  test('are told without those that are gone for good', async () => {
    const name = await add('reader')
    const { id } = await seedLibrary(server, { name: 'Short-lived', path: '/short-lived' })
    await setReach(name, [open.id, id])
    await server.ctx.write((tx) => tx.delete(libraries).where(eq(libraries.id, id)))
    const { body } = await reachOf(name)
    expect(body).toEqual({ libraryIds: [open.id] })
    expect((await setReach(name, body.libraryIds)).status).toBe(200)
  })

  test('must be there', async () => {
    const name = await add('reader')
    const { status, body } = await setReach(name, [Bun.randomUUIDv7()])
    expect(status).toBe(400)
    expect(body.details[0].path).toBe('libraryIds.0')
  })

  test('are all for an administrator, whatever was said before', async () => {
    const name = await add('reader')
    await setReach(name, [open.id])
    await server.call('PATCH', `/users/${server.getUserId(name)}`, {
      as: 'ada',
      body: { role: 'admin' },
    })
    expect(await titles(name)).toEqual(['Anvil', 'Bellows'])
    expect((await setReach(name, [open.id])).status).toBe(409)
  })

  test('are set only by those who manage users', async () => {
    expect((await setReach('ann', [open.id], 'max')).status).toBe(403)
    expect((await reachOf('ann', 'max')).status).toBe(403)
  })
})

describe('somebody who manages users and sees one library', () => {
  const manager = async () => {
    const name = await add('reader', ['users:read', 'users:write', 'users:delete'])
    await setReach(name, [open.id])
    return name
  }

  test('opens no other library to anybody', async () => {
    const as = await manager()
    const name = await add('reader')
    await setReach(name, [open.id])
    expect((await setReach(name, null, as)).status).toBe(403)
    expect((await setReach(name, [open.id, closed.id], as)).status).toBe(403)
    expect((await setReach(name, [], as)).status).toBe(200)
  })

  test('has no say over those who see more', async () => {
    const as = await manager()
    const name = await add('reader')
    const path = `/users/${server.getUserId(name)}`
    expect((await setReach(name, [open.id], as)).status).toBe(403)
    const patch = { as, body: { password: 'another long one' } }
    expect((await server.call('PATCH', path, patch)).status).toBe(403)
    expect((await server.call('DELETE', path, { as })).status).toBe(403)
  })

  test('is told of the libraries that they see themselves, and of no other', async () => {
    const as = await manager()
    const name = await add('reader')
    await setReach(name, [closed.id, open.id])
    expect((await reachOf(name, as)).body).toEqual({ libraryIds: [open.id] })
    expect((await reachOf(name)).body).toEqual({ libraryIds: [closed.id, open.id] })
    expect((await reachOf('ann', as)).body).toEqual({ libraryIds: null })
  })

  test('opens and closes their own to others, who keep what else is open to them', async () => {
    const as = await manager()
    const name = await add('reader')
    await setReach(name, [closed.id, open.id])
    expect(await setReach(name, [], as)).toMatchObject({ status: 200, body: { libraryIds: [] } })
    expect((await reachOf(name)).body).toEqual({ libraryIds: [closed.id] })
    const opened = await setReach(name, [open.id], as)
    expect(opened).toMatchObject({ status: 200, body: { libraryIds: [open.id] } })
    expect((await reachOf(name)).body.libraryIds.toSorted()).toEqual(
      [open.id, closed.id].toSorted(),
    )
  })

  test('adds people who see no more', async () => {
    const as = await manager()
    const body = { username: 'kim', email: 'kim@example.org', password: 'long enough' }
    const { body: kim } = await server.call('POST', '/users', { as, body })
    const { body: reach } = await server.call('GET', `/users/${kim.id}/libraries`, { as: 'ada' })
    expect(reach).toEqual({ libraryIds: [open.id] })
  })
})

test('somebody who sees only some libraries sees the one that they add, too', async () => {
  const name = await add('maintainer')
  await setReach(name, [open.id])
  const path = mkdtempSync(join(tmpdir(), 'reach-'))
  const body = { name: 'New', path }
  const { status, body: added } = await server.call('POST', '/libraries', { as: name, body })
  rmSync(path, { recursive: true })
  expect(status).toBe(201)
  expect((await server.call('GET', `/libraries/${added.id}`, { as: name })).status).toBe(200)
  expect((await reachOf(name)).body).toEqual({ libraryIds: [open.id, added.id] })
})

test('the rights of each role are told to those who manage users', async () => {
  const { body } = await server.call('GET', '/roles', { as: 'ada' })
  expect(body.map(({ role }: { role: Role }) => role)).toEqual(['reader', 'maintainer', 'admin'])
  expect(body[0].permissions).toContain('series:read')
  expect(body[0].permissions).not.toContain('series:write')
  expect(body[2].permissions).toContain('system:admin')
  expect((await server.call('GET', '/roles', { as: 'ann' })).status).toBe(403)
})

describe('somebody else is signed out', () => {
  const isOf = (name: string, event: DomainEvent) =>
    event.type === 'user_changed' && event.userId === server.getUserId(name)
  const end = (name: string, as = 'ada') =>
    server.call('DELETE', `/users/${server.getUserId(name)}/sessions`, { as })

  test('everywhere, and can sign in again', async () => {
    const name = await add('reader')
    await givePasswords(server, name)
    const { accessToken } = await signIn(server, name)
    const before = server.events.length
    expect((await end(name)).body).toEqual({ endedCount: 2 })
    expect((await server.call('GET', '/user', { as: accessToken })).status).toBe(401)
    const isTold = () => server.events.slice(before).some((event) => isOf(name, event))
    await waitUntil(isTold)
    expect((await signIn(server, name)).accessToken).not.toBe(accessToken)
  })

  test('only by those who manage users, and not by those who may do less', async () => {
    const manager = await add('reader', ['users:write'])
    expect((await end('ann', 'max')).status).toBe(403)
    expect((await end('ada', manager)).status).toBe(403)
    expect((await end(await add('reader'), manager)).status).toBe(200)
  })
})
