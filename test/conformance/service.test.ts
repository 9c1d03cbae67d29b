/** Sections 1, 4, 5 and 9 of the specification: named endpoints, tokens and scan results. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { healthRoutes } from '../../src/platform/http/health'
import { thumbnailJobs } from '../../src/artwork/thumbnails/jobs'
import { getThumbnailPath } from '../support/stored-files'
import {
  addLibrary,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from '../ingest/scanning/scan-server'
import { makeCbz } from '../support/make/cbz'
import { makePicture } from '../support/make/pictures'
import { seedLibrary, seedSeries } from '../support/seed'
import { givePasswords, signIn } from '../accounts/sign-in'
import { waitUntil } from '../support/wait-until'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
  server.engine.register(thumbnailJobs(server.ctx))
  await givePasswords(server, 'ann', 'ada')
})
afterAll(() => server.close())

/** Waits until no job is queued or running. */
const isIdle = () =>
  waitUntil(async () => {
    const { pending, processing } = (await server.call('GET', '/tasks/stats', { as: 'ada' })).body
    return pending + processing === 0
  })

describe('GET /health', () => {
  test('is public and returns ok', async () => {
    const response = await server.fetch('/health')
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
  })

  test.each([
    ['says no', () => Promise.resolve(false)],
    ['fails', () => Promise.reject(new Error('gone'))],
  ])('returns 503 when the database %s, while the process is alive', async (_, isAlive) => {
    const ill = healthRoutes({ ...server.ctx, isAlive })
    const request = (path: string) => ill.handle(new Request(`http://localhost${path}`))
    const response = await request('/health')
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ status: 'unavailable', failing: ['database'] })
    expect((await request('/health/live')).status).toBe(200)
  })

  test('has no version, unlike all other paths', async () => {
    expect((await server.call('GET', '/health', { as: 'ada' })).status).toBe(404)
    for (const path of ['/series', '/users', '/metrics', '/v1/series', '/api/v2/series']) {
      expect((await server.fetch(path, { as: 'ada' })).status).toBe(404)
    }
  })
})

test.each([
  ['GET', '/metrics'],
  ['POST', '/maintenance/cleanup-thumbnails'],
  ['GET', '/users'],
])('%s %s requires an admin token', async (method, path) => {
  const statuses = await Promise.all(
    [undefined, 'ann', 'max', 'ada'].map(
      async (as) => (await server.call(method, path, { ...(as && { as }) })).status,
    ),
  )
  expect(statuses).toEqual([401, 403, 403, 200])
})

test('metrics are JSON, and Prometheus text on the same path', async () => {
  const json = await server.call('GET', '/metrics', { as: 'ada' })
  expect(json.headers.get('content-type')).toContain('application/json')
  expect(json.body.inventory).toBeObject()
  // The Accept header of Prometheus.
  const accept = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3'
  const text = await server.call('GET', '/metrics', { as: 'ada', headers: { accept } })
  expect(text.headers.get('content-type')).toContain('application/openmetrics-text')
  expect(text.body).toMatch(/^# (HELP|TYPE) /)
})

describe('an access token', () => {
  const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signToken = (head: unknown, claims: unknown, secret: string) => {
    const text = `${encodePart(head)}.${encodePart(claims)}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const decodeParts = (token: string) =>
    token
      .split('.')
      .slice(0, 2)
      .map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()))
  const request = async (authorization: string) =>
    (await server.call('GET', '/auth/me', { headers: { authorization } })).status

  test('is a JWT signed with the configured secret, sent as Bearer', async () => {
    const { accessToken } = await signIn(server, 'ann')
    const [head, claims] = decodeParts(accessToken)
    expect(head.alg).toBe('HS256')
    expect(claims.sub).toBe(server.getUserId('ann'))
    expect(claims.exp * 1000).toBeGreaterThan(Date.now())
    // The signature can be verified with only the secret.
    const secret = server.ctx.config.auth.jwt_secret!
    expect(signToken(head, claims, secret)).toBe(accessToken)
    expect(await request(`Bearer ${accessToken}`)).toBe(200)
  })

  test.each([
    ['with another secret', (head: object) => head, 'another secret that is also long enough'],
    ['without a signature', () => ({ alg: 'none' }), undefined],
  ])('is rejected: %s', async (_, headOf, secret) => {
    const { accessToken } = await signIn(server, 'ada')
    const [head, claims] = decodeParts(accessToken)
    const token = secret
      ? signToken(headOf(head), claims, secret)
      : `${encodePart(headOf(head))}.${encodePart(claims)}.`
    expect(await request(`Bearer ${token}`)).toBe(401)
  })

  test.each(['Bearer', 'Bearer ', 'Bearer x', 'Token x', 'bearer'])(
    'is requested in response to "%s"',
    async (authorization) => {
      const { status, headers } = await server.call('GET', '/series', {
        headers: { authorization },
      })
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toContain('Bearer')
    },
  )
})

test('a scan creates thumbnails under data/thumbnails, and recreates missing ones', async () => {
  const folder = makeFolder()
  writeFiles(folder, { 'S/S 1.cbz': await makeCbz({ pages: 1 }), 'S/S 2.cbz': await makeCbz() })
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const { body } = await server.call('GET', '/books', { as: 'ann' })
  const files = body.data.map(({ id }: { id: string }) => getThumbnailPath(server.ctx.config, id))
  const within = join(server.ctx.config.data_dir, 'thumbnails')
  const exists = () => files.filter((file: string) => existsSync(file))
  await isIdle()
  expect(files.every((file: string) => file.startsWith(within))).toBe(true)
  expect(exists()).toEqual(files)
  rmSync(within, { recursive: true })
  await scanLibrary(server, libraryId)
  await isIdle()
  expect(exists()).toEqual(files)
})

test('an uploaded cover is stored under data/uploads', async () => {
  const { id } = await seedSeries(server, await seedLibrary(server))
  const body = new FormData()
  body.set('file', new File([await makePicture()], 'cover.jpg'))
  const path = `/api/v1/series/${id}/cover`
  expect((await server.fetch(path, { method: 'POST', as: 'max', body })).status).toBe(200)
  const uploads = join(server.ctx.config.data_dir, 'uploads')
  const files = readdirSync(uploads, { recursive: true, withFileTypes: true })
  expect(files.filter((file) => file.isFile())).toHaveLength(1)
})
