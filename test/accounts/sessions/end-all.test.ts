import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sessions } from '../../../src/accounts/sessions/schema'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const addSession = (name: string) =>
  server.ctx.write(async (tx) => {
    const now = new Date()
    const expiresAt = new Date(now.getTime() + 3_600_000)
    const userId = server.getUserId(name)
    await tx.insert(sessions).values({ userId, kind: 'browser', lastUsedAt: now, expiresAt })
  })
const endSessions = (query = '') => server.call('DELETE', `/auth/sessions${query}`, { as: 'ann' })

test('ends all other sessions, and the current one only on request', async () => {
  await addSession('ann')
  await addSession('ann')
  await addSession('max')
  expect((await endSessions()).body).toEqual({ endedCount: 2 })
  expect((await server.call('GET', '/auth/sessions', { as: 'ann' })).body).toHaveLength(1)
  expect((await server.call('GET', '/auth/sessions', { as: 'max' })).body).toHaveLength(2)
  expect((await endSessions('?includeCurrent=perhaps')).status).toBe(400)
  expect((await endSessions('?includeCurrent=true')).body).toEqual({ endedCount: 1 })
  expect((await endSessions()).status).toBe(401)
})
