import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createLimitReader } from '../../../src/accounts/permissions/rate-limit-settings'
import { getSetting } from '../../../src/platform/settings/settings'
import { type TestServer, startTestServer } from '../../support/server'
import { countStatements } from '../../support/statements'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('all rate limits are read with the statement of one setting', async () => {
  const { db, heavy, config, clock } = server.ctx
  // PostgreSQL does not report a version, so nothing is cached.
  const uncached = Object.create(db, { version: { value: () => undefined } }) as typeof db
  const count = countStatements({ db: uncached, heavy })
  await getSetting({ config, db: uncached }, 'branding.name')
  const ofOne = count()
  expect(ofOne).toBeGreaterThan(0)
  const limits = await createLimitReader({ config, clock, db: uncached })()
  expect(limits).toEqual(config.api.rate_limit)
  expect(count()).toBe(2 * ofOne)
})
