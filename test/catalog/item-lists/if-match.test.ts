/** Changes of a list that are based on an older version are refused. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type SeededLibrary, seedLibrary } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { addItems, createList, kinds, listItems } from './two-kinds'

let server: TestServer
let library: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

describe.each(kinds)('$path', (kind) => {
  const { path, entries, member } = kind

  async function prepare() {
    const ids = [
      await kind.addItem(server, library, 'A'),
      await kind.addItem(server, library, 'B'),
      await kind.addItem(server, library, 'C'),
    ] as const
    const id = await createList(server, kind, 'ann')
    await addItems(server, kind, 'ann', { id, ids: [ids[0], ids[1]] })
    return { id, ids }
  }
  const getTag = async (id: string, as = 'ann') =>
    (await server.call('GET', `${path}/${id}`, { as })).headers.get('etag')!
  const send = async (method: string, address: string, tag: string, body?: object) => {
    const headers = { 'if-match': tag }
    return server.call(method, `${path}/${address}`, { as: 'ann', headers, ...(body && { body }) })
  }

  test('M9: each change needs the version that it names', async () => {
    const { id, ids } = await prepare()
    const old = await getTag(id)
    expect(old).toMatch(/^(W\/)?".+"$/)
    await server.call('PATCH', `${path}/${id}`, { as: 'ann', body: { summary: 'New' } })
    const before = await server.call('GET', `${path}/${id}`, { as: 'ann' })
    const changes = [
      ['PATCH', id, { summary: 'Newer' }],
      ['POST', `${id}/${entries}`, { [member]: [ids[2]] }],
      ['PUT', `${id}/${entries}`, { [member]: [ids[1], ids[0], ids[2]] }],
      ['PUT', `${id}/${entries}/${ids[0]}/place`, { place: 2 }],
      ['DELETE', `${id}/${entries}/${ids[0]}`, undefined],
      ['DELETE', id, undefined],
    ] as const
    for (const [method, address, body] of changes) {
      for (const tag of [old, '"other"', `${old}, "x"`]) {
        const { status, body: answer } = await send(method, address, tag, body)
        expect([method, address, tag, status]).toEqual([method, address, tag, 412])
        expect(answer.error).toBe('precondition_failed')
      }
    }
    expect((await server.call('GET', `${path}/${id}`, { as: 'ann' })).body).toEqual(before.body)
    expect(await listItems(server, kind, 'ann', id)).toEqual([ids[0], ids[1]])
    for (const [method, address, body] of changes) {
      const { status } = await send(method, address, await getTag(id), body)
      expect([method, address, Math.floor(status / 100)]).toEqual([method, address, 2])
    }
    expect((await server.call('GET', `${path}/${id}`, { as: 'ann' })).status).toBe(404)
  })

  test('M9: any version matches a star, and a list that is not seen is not found', async () => {
    const { id } = await prepare()
    expect((await send('PATCH', id, '*', { summary: 'Star' })).status).toBe(200)
    const headers = { 'if-match': '"x"' }
    const hidden = await server.call('PATCH', `${path}/${id}`, { as: 'max', headers, body: {} })
    expect(hidden.status).toBe(404)
    expect((await send('DELETE', Bun.randomUUIDv7(), '*')).status).toBe(404)
  })

  test('M9: of two changes of the same version one is made', async () => {
    const { id } = await prepare()
    const tag = await getTag(id)
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((summary) => send('PATCH', id, tag, { summary })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
  })
})
