/** Owners who were deleted or lost permissions, and users who were deactivated. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../../src/accounts/users/schema'
import { type SeededLibrary, seedLibrary } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { addItems, createList, kinds } from './two-kinds'

let server: TestServer
let library: SeededLibrary
let hidden: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
  hidden = await seedLibrary(server)
  for (const name of ['eve', 'kim']) await server.addUser(name, 'reader')
})
afterAll(() => server.close())

const isUser = (name: string) => eq(users.id, server.getUserId(name))
const change = (name: string, values: Partial<typeof users.$inferInsert>) =>
  server.ctx.write((tx) => tx.update(users).set(values).where(isUser(name)))

describe.each(kinds)('$path', (kind) => {
  const { path, entries } = kind
  const get = (as: string, id: string) => server.call('GET', `${path}/${id}`, { as })
  const patch = (as: string, id: string, body: object) =>
    server.call('PATCH', `${path}/${id}`, { as, body })

  /** Creates a list for everyone and deletes its owner. */
  async function createOrphan(name: string) {
    await server.addUser(name, 'maintainer')
    const id = await createList(server, kind, name, { name, sharing: 'everyone' })
    await addItems(server, kind, name, { id, ids: [await kind.addItem(server, library, 'One')] })
    await server.ctx.write((tx) => tx.delete(users).where(isUser(name)))
    return id
  }

  test('who takes the list of a deleted user back from everybody becomes its owner', async () => {
    const bodies = [
      { sharing: 'private' },
      { sharing: 'people', sharedWith: [{ username: 'eve' }] },
    ]
    for (const [place, body] of bodies.entries()) {
      const id = await createOrphan(`left${place}${entries}`)
      expect(await patch('max', id, body)).toMatchObject({
        status: 200,
        body: { ownerName: 'max', isOwner: true, sharing: body.sharing },
      })
      expect((await get('max', id)).status).toBe(200)
      expect((await get('ada', id)).status).toBe(404)
      expect((await get('eve', id)).status).toBe(place === 0 ? 404 : 200)
    }
    const name = `twice${entries}`
    const id = await createOrphan(name)
    await createList(server, kind, 'max', { name })
    expect((await patch('max', id, { sharing: 'private' })).body.code).toBe('lists.name_taken')
    expect((await get('ada', id)).status).toBe(200)
  })

  test('a list for chosen people whose owner was deleted can be looked after', async () => {
    const name = `chosen${entries}`
    await server.addUser(name, 'maintainer')
    const sharedWith = [{ username: 'eve' }]
    const id = await createList(server, kind, name, { sharing: 'people', sharedWith })
    const items = [await kind.addItem(server, library, 'One')]
    await addItems(server, kind, name, { id, ids: items })
    expect((await get('max', id)).status).toBe(404)
    await server.ctx.write((tx) => tx.delete(users).where(isUser(name)))
    expect((await get('eve', id)).body).toMatchObject({ isOwner: false, canDelete: false })
    expect((await get('ann', id)).status).toBe(404)
    expect((await get('max', id)).body).toMatchObject({ isOwner: true, canDelete: true })
    expect((await server.call('DELETE', `${path}/${id}`, { as: 'max' })).status).toBe(204)
    expect((await get('eve', id)).status).toBe(404)
  })

  test('a list that becomes private may have the name of a list for everybody', async () => {
    const name = `Common ${entries}`
    await createList(server, kind, 'ada', { name, sharing: 'everyone' })
    const mine = await createList(server, kind, 'max', { sharing: 'everyone' })
    expect((await patch('max', mine, { name })).status).toBe(409)
    expect(await patch('max', mine, { name, sharing: 'private' })).toMatchObject({
      status: 200,
      body: { name, sharing: 'private' },
    })
  })

  test('deactivated people stay when their list is changed, but are not added', async () => {
    const kim = { username: 'kim', canEdit: false }
    const shared = { sharing: 'people', sharedWith: [kim] }
    const id = await createList(server, kind, 'max', shared)
    await change('kim', { isActive: false })
    const sharedWith = [{ username: 'eve', canEdit: true }, kim]
    expect((await patch('max', id, { ...shared, sharedWith })).body.sharedWith).toEqual(sharedWith)
    const other = await createList(server, kind, 'max')
    expect((await patch('max', other, shared)).status).toBe(400)
    await change('kim', { isActive: true })
  })

  test('whoever may no longer publish does not rename a list for everybody', async () => {
    const name = `demoted${entries}`
    await server.addUser(name, 'maintainer')
    const id = await createList(server, kind, name, { sharing: 'everyone' })
    const secret = { name: `Surprise ${entries}`, sharing: 'everyone' }
    const of = await createList(server, kind, 'max', secret)
    await addItems(server, kind, 'max', { id: of, ids: [await kind.addItem(server, hidden, 'H')] })
    await change(name, { role: 'reader', libraryIds: [library.id] })
    // Not even the name of a hidden list is revealed.
    for (const other of [secret.name, 'Free']) {
      const refused = await patch(name, id, { name: other })
      expect([refused.status, refused.body.code]).toEqual([403, 'lists.publish_required'])
    }
    expect((await patch(name, id, { summary: 'Old', sharing: 'private' })).status).toBe(200)
    expect((await patch(name, id, { name: secret.name })).status).toBe(200)
  })
})
