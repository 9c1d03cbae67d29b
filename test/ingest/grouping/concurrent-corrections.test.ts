/** Concurrent changes to the same correction. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const as = 'ada'
const addCorrection = async () => {
  const rule = { match: 'text', pattern: 'Saga', on: 'file', change: { set: { series: 'Saga' } } }
  return (await server.call('POST', '/name-rules', { as, body: rule })).body.id as string
}
const changeCorrection = (id: string, body: object) =>
  server.call('PATCH', `/name-rules/${id}`, { as, body })
const deleteCorrection = (id: string) => server.call('DELETE', `/name-rules/${id}`, { as })

test('both of two concurrent changes are applied', async () => {
  const id = await addCorrection()
  const answers = await Promise.all([
    changeCorrection(id, { pattern: 'Other' }),
    changeCorrection(id, { change: { set: { series: 'Else' } } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { body } = await server.call('GET', `/name-rules/${id}`, { as })
  expect(body).toMatchObject({ pattern: 'Other', change: { set: { series: 'Else' } } })
})

test('a change never brings back a correction that is deleted meanwhile', async () => {
  for (let round = 0; round < 20; round += 1) {
    const id = await addCorrection()
    const [removed, changed] = await Promise.all([
      deleteCorrection(id),
      changeCorrection(id, { pattern: 'Other' }),
    ])
    expect(removed.status).toBe(204)
    // Either request may be first.
    expect([200, 404]).toContain(changed.status)
    expect((await server.call('GET', `/name-rules/${id}`, { as })).status).toBe(404)
  }
})

test('of two concurrent deletions only one succeeds', async () => {
  const id = await addCorrection()
  const answers = await Promise.all([deleteCorrection(id), deleteCorrection(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
})
