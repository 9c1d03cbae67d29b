import { afterAll, expect, test } from 'bun:test'
import { healthRoutes } from '../../../src/platform/http/health'
import { TestClock } from '../../support/clock'
import { startTestServer } from '../../support/server'

const server = await startTestServer()
afterAll(() => server.close())

test('V1: the database is checked at most once a second', async () => {
  const clock = new TestClock(new Date())
  let checks = 0
  let isAway = false
  const isAlive = async () => {
    checks++
    return !isAway
  }
  const app = healthRoutes({ ...server.ctx, clock, isAlive })
  const check = async () => (await app.handle(new Request('http://localhost/health'))).status
  expect(await Promise.all(Array.from({ length: 20 }, check))).toEqual(Array(20).fill(200))
  expect(checks).toBe(1)
  isAway = true
  await clock.advance(999)
  expect([await check(), checks]).toEqual([200, 1])
  await clock.advance(1)
  expect([await check(), checks]).toEqual([503, 2])
  isAway = false
  await clock.advance(1000)
  expect([await check(), checks]).toEqual([200, 3])
})
