import { afterAll, describe, expect, test } from 'bun:test'
import { announceStop, healthRoutes } from '../../../src/platform/http/health'
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

describe('readiness', () => {
  const request = async (app: ReturnType<typeof healthRoutes>, path: string) => {
    const response = await app.handle(new Request(`http://localhost${path}`))
    return [response.status, ((await response.json()) as { failing?: string[] }).failing]
  }

  test('needs the database, but not free space on the disk', async () => {
    const away = healthRoutes({ ...server.ctx, isAlive: async () => false })
    expect(await request(away, '/health/ready')).toEqual([503, ['database']])
    const config = { ...server.ctx.config, data_dir: '/proc' }
    const full = healthRoutes({ ...server.ctx, config })
    expect(await request(full, '/health')).toEqual([503, ['disk']])
    expect(await request(full, '/health/ready')).toEqual([200, undefined])
  })

  test('ends when the server is about to stop', async () => {
    const ctx = { ...server.ctx }
    const app = healthRoutes(ctx)
    expect(await request(app, '/health/ready')).toEqual([200, undefined])
    announceStop(ctx)
    expect(await request(app, '/health/ready')).toEqual([503, ['stopping']])
    expect(await request(app, '/health')).toEqual([503, ['stopping']])
    expect(await request(app, '/health/live')).toEqual([200, undefined])
  })
})
