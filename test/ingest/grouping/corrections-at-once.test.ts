/** What two people do to the same correction at the same moment. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const as = 'ada'
const add = async () => {
  const rule = { match: 'text', pattern: 'Saga', on: 'file', change: { set: { series: 'Saga' } } }
  return (await server.call('POST', '/name-rules', { as, body: rule })).body.id as string
}
const change = (id: string, body: object) => server.call('PATCH', `/name-rules/${id}`, { as, body })
const remove = (id: string) => server.call('DELETE', `/name-rules/${id}`, { as })

test('both changes count', async () => {
  const id = await add()
  const answers = await Promise.all([
    change(id, { pattern: 'Other' }),
    change(id, { change: { set: { series: 'Else' } } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { body } = await server.call('GET', `/name-rules/${id}`, { as })
  expect(body).toMatchObject({ pattern: 'Other', change: { set: { series: 'Else' } } })
})

test('a change of what is taken back meanwhile is told that it is not there', async () => {
  const id = await add()
  const [removed, changed] = await Promise.all([remove(id), change(id, { pattern: 'Other' })])
  expect(removed.status).toBe(204)
  expect(changed.status).toBe(404)
})

test('taken back twice, it is taken back once', async () => {
  const id = await add()
  const answers = await Promise.all([remove(id), remove(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
})
