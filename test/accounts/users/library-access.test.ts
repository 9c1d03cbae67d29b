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
import { givePasswords, signIn } from '../sign-in'

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

const getLibraryAccess = (name: string, as = 'ada') =>
  server.call('GET', `/users/${server.getUserId(name)}/libraries`, { as })
const setLibraryAccess = (name: string, libraryIds: string[] | null, as = 'ada') =>
  server.call('PUT', `/users/${server.getUserId(name)}/libraries`, { as, body: { libraryIds } })
const listTitles = async (as: string) =>
  (await server.call('GET', '/series', { as })).body.data.map(
    ({ metadata }: { metadata: { title: string } }) => metadata.title,
  )

let nextPerson = 0
async function addPerson(role: Role, permissions: Permission[] = []) {
  nextPerson += 1
  const name = `person${nextPerson}`
  await server.addUser(name, role, permissions)
  return name
}

describe('the visible libraries of a user', () => {
  test('are all libraries by default', async () => {
    const name = await addPerson('reader')
    expect((await getLibraryAccess(name)).body).toEqual({ libraryIds: null })
    expect(await listTitles(name)).toEqual(['Anvil', 'Bellows'])
  })

  test('are the granted ones, effective with the next request', async () => {
    const name = await addPerson('reader')
    const { status, body } = await setLibraryAccess(name, [open.id])
    expect({ status, body }).toEqual({ status: 200, body: { libraryIds: [open.id] } })
    expect(await listTitles(name)).toEqual(['Anvil'])
    const { body: listed } = await server.call('GET', '/libraries', { as: name })
    expect(listed).toMatchObject([{ name: 'Open shelf' }])
    expect((await server.call('GET', `/libraries/${closed.id}`, { as: name })).status).toBe(404)
    await setLibraryAccess(name, [])
    expect(await listTitles(name)).toEqual([])
    await setLibraryAccess(name, null)
    expect(await listTitles(name)).toEqual(['Anvil', 'Bellows'])
  })

  test('exclude deleted libraries', async () => {
    const name = await addPerson('reader')
    const { id } = await seedLibrary(server, { name: 'Short-lived', path: '/short-lived' })
    await setLibraryAccess(name, [open.id, id])
    await server.ctx.write((tx) => tx.delete(libraries).where(eq(libraries.id, id)))
    const { body } = await getLibraryAccess(name)
    expect(body).toEqual({ libraryIds: [open.id] })
    expect((await setLibraryAccess(name, body.libraryIds)).status).toBe(200)
  })

  test('must exist', async () => {
    const name = await addPerson('reader')
    const { status, body } = await setLibraryAccess(name, [Bun.randomUUIDv7()])
    expect(status).toBe(400)
    expect(body.details[0].path).toBe('libraryIds.0')
  })

  test('are all libraries for an admin, regardless of earlier grants', async () => {
    const name = await addPerson('reader')
    await setLibraryAccess(name, [open.id])
    await server.call('PATCH', `/users/${server.getUserId(name)}`, {
      as: 'ada',
      body: { role: 'admin' },
    })
    expect(await listTitles(name)).toEqual(['Anvil', 'Bellows'])
    expect((await setLibraryAccess(name, [open.id])).status).toBe(409)
  })

  test('can only be set by user managers', async () => {
    expect((await setLibraryAccess('ann', [open.id], 'max')).status).toBe(403)
    expect((await getLibraryAccess('ann', 'max')).status).toBe(403)
  })
})

describe('a user manager with access to one library', () => {
  const addManager = async () => {
    const name = await addPerson('reader', ['users:read', 'users:write', 'users:delete'])
    await setLibraryAccess(name, [open.id])
    return name
  }

  test('cannot grant access to other libraries', async () => {
    const as = await addManager()
    const name = await addPerson('reader')
    await setLibraryAccess(name, [open.id])
    expect((await setLibraryAccess(name, null, as)).status).toBe(403)
    expect((await setLibraryAccess(name, [open.id, closed.id], as)).status).toBe(403)
    expect((await setLibraryAccess(name, [], as)).status).toBe(200)
  })

  test('cannot manage users who see more libraries', async () => {
    const as = await addManager()
    const name = await addPerson('reader')
    const path = `/users/${server.getUserId(name)}`
    expect((await setLibraryAccess(name, [open.id], as)).status).toBe(403)
    const patch = { as, body: { password: 'another long one' } }
    expect((await server.call('PATCH', path, patch)).status).toBe(403)
    expect((await server.call('DELETE', path, { as })).status).toBe(403)
  })

  test('sees only grants for libraries they can access', async () => {
    const as = await addManager()
    const name = await addPerson('reader')
    await setLibraryAccess(name, [closed.id, open.id])
    expect((await getLibraryAccess(name, as)).body).toEqual({ libraryIds: [open.id] })
    expect((await getLibraryAccess(name)).body).toEqual({ libraryIds: [closed.id, open.id] })
    expect((await getLibraryAccess('ann', as)).body).toEqual({ libraryIds: null })
  })

  test('grants and revokes access to their own library and keeps other grants', async () => {
    const as = await addManager()
    const name = await addPerson('reader')
    await setLibraryAccess(name, [closed.id, open.id])
    expect(await setLibraryAccess(name, [], as)).toMatchObject({
      status: 200,
      body: { libraryIds: [] },
    })
    expect((await getLibraryAccess(name)).body).toEqual({ libraryIds: [closed.id] })
    const opened = await setLibraryAccess(name, [open.id], as)
    expect(opened).toMatchObject({ status: 200, body: { libraryIds: [open.id] } })
    expect((await getLibraryAccess(name)).body.libraryIds.toSorted()).toEqual(
      [open.id, closed.id].toSorted(),
    )
  })

  test('adds users with at most their own access', async () => {
    const as = await addManager()
    const body = { username: 'kim', email: 'kim@example.org', password: 'long enough' }
    const { body: kim } = await server.call('POST', '/users', { as, body })
    const { body: reach } = await server.call('GET', `/users/${kim.id}/libraries`, { as: 'ada' })
    expect(reach).toEqual({ libraryIds: [open.id] })
  })
})

test('a user with limited access can access a library they add', async () => {
  const name = await addPerson('maintainer')
  await setLibraryAccess(name, [open.id])
  const path = mkdtempSync(join(tmpdir(), 'reach-'))
  const body = { name: 'New', path }
  const { status, body: added } = await server.call('POST', '/libraries', { as: name, body })
  rmSync(path, { recursive: true })
  expect(status).toBe(201)
  expect((await server.call('GET', `/libraries/${added.id}`, { as: name })).status).toBe(200)
  expect((await getLibraryAccess(name)).body).toEqual({ libraryIds: [open.id, added.id] })
})

test('lists the permissions of each role for user managers', async () => {
  const { body } = await server.call('GET', '/roles', { as: 'ada' })
  expect(body.map(({ role }: { role: Role }) => role)).toEqual(['reader', 'maintainer', 'admin'])
  expect(body[0].permissions).toContain('series:read')
  expect(body[0].permissions).not.toContain('series:write')
  expect(body[2].permissions).toContain('system:admin')
  expect((await server.call('GET', '/roles', { as: 'ann' })).status).toBe(403)
})

describe('ending the sessions of another user', () => {
  const isUserChanged = (name: string, event: DomainEvent) =>
    event.type === 'user_changed' && event.userId === server.getUserId(name)
  const endSessions = (name: string, as = 'ada') =>
    server.call('DELETE', `/users/${server.getUserId(name)}/sessions`, { as })

  test('signs them out everywhere, and they can sign in again', async () => {
    const name = await addPerson('reader')
    await givePasswords(server, name)
    const { accessToken } = await signIn(server, name)
    const before = server.events.length
    expect((await endSessions(name)).body).toEqual({ endedCount: 2 })
    expect((await server.call('GET', '/user', { as: accessToken })).status).toBe(401)
    const isPublished = () =>
      server.events.slice(before).some((event) => isUserChanged(name, event))
    await waitUntil(isPublished)
    expect((await signIn(server, name)).accessToken).not.toBe(accessToken)
  })

  test('requires a user manager with at least their permissions', async () => {
    const manager = await addPerson('reader', ['users:write'])
    expect((await endSessions('ann', 'max')).status).toBe(403)
    expect((await endSessions('ada', manager)).status).toBe(403)
    expect((await endSessions(await addPerson('reader'), manager)).status).toBe(200)
  })
})
