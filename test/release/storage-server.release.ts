/** A server whose thumbnails, uploads, exports and imports are in a bucket. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { archiveJobs } from '../../src/admin/transfer/archives/jobs'
import { covers } from '../../src/artwork/covers/schema'
import { cleanUpOrphans } from '../../src/artwork/thumbnails/orphans/clean-up'
import { thumbnails } from '../../src/artwork/thumbnails/schema'
import { createLibraryThumbnails } from '../../src/artwork/thumbnails/service'
import { series as seriesTable } from '../../src/catalog/series/schema'
import { isCoverFile } from '../../src/cli/transfer/kinds/file-checks'
import { exportKinds } from '../../src/cli/transfer/kinds/export-kinds'
import { importingJobs } from '../../src/ingest/importing/jobs'
import { exportJobs } from '../../src/reading/exports/jobs'
import { writeKomga } from '../ingest/importing/databases/komga-database'
import { makeFolder } from '../support/make/tree'
import { type S3Server, startS3Server } from '../support/s3-server'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../support/seed'
import { startTestServer, type TestServer } from '../support/server'
import { waitUntil } from '../support/wait-until'

let s3: S3Server
let server: TestServer
let library: SeededLibrary

beforeAll(async () => {
  s3 = await startS3Server()
  server = await startTestServer({
    ...s3.settings,
    'storage.type': 's3',
    'storage.s3.timeout_seconds': '60',
    'api.rate_limit.enabled': 'false',
  })
  library = await seedLibrary(server)
  const contents = { kinds: exportKinds, isCover: isCoverFile }
  server.engine.register([
    ...exportJobs(server.ctx, () => Promise.reject(new Error('unused'))),
    ...importingJobs(server.ctx),
    ...archiveJobs(server.ctx, contents),
  ])
  await server.engine.start()
})
afterEach(() => {
  s3.fault = {}
})
afterAll(async () => {
  await server.close()
  await s3.stop()
})

const addSeries = () => seedSeries(server, library, { title: `Series ${Bun.randomUUIDv7()}` })

async function makeImage(background: string) {
  const create = { width: 600, height: 900, channels: 3, background } as const
  return new Uint8Array(await sharp({ create }).png().toBuffer())
}

async function upload(id: string, colour: string) {
  const body = new FormData()
  body.set('file', new File([await makeImage(colour)], 'cover.png'))
  const response = await server.fetch(`/api/v1/series/${id}/cover`, {
    method: 'POST',
    as: 'max',
    body,
  })
  const answer = (await response.json()) as { id: string; error?: string; code?: string }
  return { status: response.status, headers: response.headers, body: answer }
}

const getThumbnail = (id: string, headers: Record<string, string> = {}, query = '') =>
  server.fetch(`/api/v1/series/${id}/thumbnail${query}`, { as: 'ann', headers })
const isInData = (...path: string[]) => existsSync(join(server.ctx.config.data_dir, ...path))
const listObjects = (pattern: RegExp) => [...s3.objects.keys()].filter((name) => pattern.test(name))
const readState = async (id: string) => ({
  covers: await server.ctx.db.select().from(covers).where(eq(covers.seriesId, id)),
  series: await server.ctx.db.select().from(seriesTable).where(eq(seriesTable.id, id)),
})

async function addCover(colour: string) {
  const { id } = await addSeries()
  const { status, body } = await upload(id, colour)
  expect(status).toBe(200)
  return { id, coverId: body.id }
}

describe('pictures', () => {
  test('are in the bucket and nowhere else', async () => {
    const { id, coverId } = await addCover('#112233')
    expect(listObjects(new RegExp(coverId)).toSorted()).toEqual([
      `thumbnails/${coverId.slice(-2)}/${coverId}.webp`,
      `uploads/covers/${coverId}.png`,
    ])
    expect(isInData('uploads')).toBe(false)
    expect(isInData('thumbnails')).toBe(false)
    const shown = await getThumbnail(id)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect((await sharp(await shown.bytes()).metadata()).format).toBe('webp')
    const original = await server.fetch(`/api/v1/series/${id}/covers/${coverId}/image`, {
      as: 'ann',
    })
    expect(await original.bytes()).toEqual(await makeImage('#112233'))
  })

  test('are made smaller, or into JPEG, in the local cache', async () => {
    const { id } = await addCover('#223344')
    const jpeg = await getThumbnail(id, {}, '?format=jpeg')
    expect((await sharp(await jpeg.bytes()).metadata()).format).toBe('jpeg')
    const isSmall = async () => {
      const small = await getThumbnail(id, {}, '?width=240')
      return (await sharp(await small.bytes()).metadata()).width === 240
    }
    await waitUntil(isSmall)
  })

  test('that a client has are not requested from the bucket', async () => {
    const { id } = await addCover('#334455')
    const first = await getThumbnail(id)
    await first.bytes()
    s3.fault = { isSilent: true }
    s3.requests.length = 0
    const again = await getThumbnail(id, { 'if-none-match': first.headers.get('etag')! })
    expect(again.status).toBe(304)
    expect(s3.requests).toEqual([])
  })

  test.each([
    ['is too busy', { error: { status: 503, code: 'SlowDown' } }],
    ['refuses', { error: { status: 403, code: 'AccessDenied' } }],
    ['breaks off', { isCut: true }],
  ])('are 503 while the bucket %s, and come back', async (_name, fault) => {
    const { id, coverId } = await addCover('#445566')
    s3.fault = fault
    const image = `/api/v1/series/${id}/covers/${coverId}/image`
    for (const response of [await getThumbnail(id), await server.fetch(image, { as: 'ann' })]) {
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({ code: 'request.storage_away' })
    }
    s3.fault = {}
    expect((await getThumbnail(id)).status).toBe(200)
  })

  test('that cannot be written leave everything as it was', async () => {
    const { id } = await addCover('#556677')
    const before = await readState(id)
    const objects = listObjects(/./).toSorted()
    s3.fault = { error: { status: 500, code: 'InternalError' }, method: 'PUT' }
    const refused = await upload(id, '#667788')
    expect(refused.status).toBe(503)
    expect(refused.headers.has('retry-after')).toBe(true)
    expect(await readState(id)).toEqual(before)
    expect(listObjects(/./).toSorted()).toEqual(objects)
    s3.fault = {}
    expect((await upload(id, '#667788')).status).toBe(200)
  })

  test('whose thumbnail cannot be written are chosen, and get it later', async () => {
    const { id } = await addSeries()
    s3.fault = { error: { status: 500, code: 'InternalError' }, name: /^thumbnails/ }
    const { status, body } = await upload(id, '#778899')
    expect(status).toBe(200)
    expect((await readState(id)).covers).toMatchObject([{ id: body.id, isSelected: true }])
    s3.fault = {}
    await waitUntil(
      async () => (await getThumbnail(id)).headers.get('content-type') === 'image/webp',
    )
  })

  test('that are deleted during an outage are deleted as orphans later', async () => {
    const { id, coverId } = await addCover('#8899aa')
    s3.fault = { error: { status: 500, code: 'InternalError' }, method: 'DELETE' }
    const path = `/series/${id}/covers/${coverId}`
    expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(204)
    s3.fault = {}
    expect((await readState(id)).covers).toEqual([])
    const name = `uploads/covers/${coverId}.png`
    const found = s3.objects.get(name)!
    found.changedAt = new Date(0)
    const { files } = await cleanUpOrphans(server.ctx, { dryRun: true })
    expect(files).toContainEqual(
      expect.objectContaining({ path: name, entityId: coverId, sizeBytes: found.bytes.length }),
    )
    await cleanUpOrphans(server.ctx, { dryRun: false })
    expect(s3.objects.has(name)).toBe(false)
  })

  test('that are missing from the bucket are made again', async () => {
    const { id, coverId } = await addCover('#99aabb')
    const [name] = listObjects(new RegExp(`^thumbnails/.*${coverId}`))
    s3.objects.delete(name!)
    const check = { libraryId: library.id, check: true }
    await createLibraryThumbnails(server.ctx, check, new AbortController().signal)
    const rows = server.ctx.db.select().from(thumbnails).where(eq(thumbnails.ownerId, coverId))
    expect(await rows).toEqual([])
    await waitUntil(
      async () => (await getThumbnail(id)).headers.get('content-type') === 'image/webp',
    )
    expect(s3.objects.has(name!)).toBe(true)
  })
})

test('health does not wait for the bucket', async () => {
  s3.fault = { isSilent: true }
  s3.requests.length = 0
  for (const path of ['/health', '/health/ready']) {
    expect((await server.fetch(path)).status).toBe(200)
  }
  expect(s3.requests).toEqual([])
})

describe('exports', () => {
  const base = '/user/exports/series'
  const create = async () =>
    (await server.call('POST', base, { as: 'ann', body: { format: 'csv' } })).body.id as string
  const getStatus = async (id: string) =>
    (await server.call('GET', `${base}/${id}`, { as: 'ann' })).body.status as string

  test('are written, sent and deleted', async () => {
    const id = await create()
    await waitUntil(async () => (await getStatus(id)) === 'completed')
    expect(listObjects(/^exports/)).toEqual([`exports/${id}.csv`])
    expect(isInData('exports')).toBe(false)
    const path = `/api/v1${base}/${id}/download`
    const response = await server.fetch(path, { as: 'ann' })
    expect(response.headers.has('accept-ranges')).toBe(false)
    expect(await response.bytes()).toEqual(s3.objects.get(`exports/${id}.csv`)!.bytes)
    expect((await server.fetch(path, { as: 'ann', method: 'HEAD' })).status).toBe(200)
    s3.fault = { error: { status: 403, code: 'AccessDenied' } }
    expect((await server.fetch(path, { as: 'ann' })).status).toBe(503)
    s3.fault = {}
    await server.call('DELETE', `${base}/${id}`, { as: 'ann' })
    expect(listObjects(/^exports/)).toEqual([])
  })

  test('wait for the bucket', async () => {
    s3.fault = { error: { status: 403, code: 'AccessDenied' }, method: 'PUT' }
    s3.requests.length = 0
    const id = await create()
    await waitUntil(() => s3.requests.some((request) => request.startsWith('PUT exports')))
    expect(['pending', 'running']).toContain(await getStatus(id))
    s3.fault = {}
    await waitUntil(async () => (await getStatus(id)) === 'completed')
  })

  test('of everything have the covers and can be downloaded', async () => {
    const { coverId } = await addCover('#aabbcc')
    await server.call('POST', '/admin/archives', { as: 'ada', body: {} })
    const list = async () => (await server.call('GET', '/admin/archives', { as: 'ada' })).body
    await waitUntil(async () => (await list()).length === 1)
    const [{ name, sizeBytes }] = await list()
    const response = await server.fetch(`/api/v1/admin/archives/${name}/download`, { as: 'ada' })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.status).toBe(200)
    expect(bytes.length).toBe(sizeBytes)
    expect(bytes.includes(`covers/${coverId}.png`)).toBe(true)
  })
})

describe('imports', () => {
  const writeSource = () => {
    const path = join(makeFolder(), 'database.sqlite')
    writeKomga(path, {
      people: [{ email: 'kim@example.org', roles: ['ADMIN'] }],
      books: [{ id: 'B1', path: 'Ashfall/Ashfall 01.cbz', series: 'Ashfall', number: 1 }],
    })
    return path
  }
  const start = async (path: string, isUploaded: boolean) => {
    if (!isUploaded) return server.call('POST', '/imports', { as: 'ada', body: { path } })
    const body = new FormData()
    body.set('file', new File([readFileSync(path)], 'database.sqlite'))
    const response = await server.fetch('/api/v1/imports', { method: 'POST', as: 'ada', body })
    return { status: response.status, body: (await response.json()) as { id: string } }
  }

  test.each([
    ['from a path', false],
    ['from an upload', true],
  ])('%s keep their copy in the bucket until they end', async (_name, isUploaded) => {
    const { status, body } = await start(writeSource(), isUploaded)
    expect(status).toBe(201)
    await server.engine.idle()
    const read = async () => (await server.call('GET', `/imports/${body.id}`, { as: 'ada' })).body
    expect(await read()).toMatchObject({ state: 'ready', preview: { books: { total: 1 } } })
    expect(listObjects(/^imports/)).toContain(`imports/${body.id}/original/database.sqlite`)
    expect(isInData('imports', body.id, 'work')).toBe(false)
    await server.call('POST', `/imports/${body.id}/apply`, { as: 'ada' })
    await server.engine.idle()
    expect(await read()).toMatchObject({ state: 'done' })
    await waitUntil(() => listObjects(/^imports/).length === 0)
  })
})

test('the API and the log do not know the credentials', async () => {
  await seedBook(server, await addSeries())
  const paths = ['/admin/settings', '/admin/server', '/admin/logs']
  for (const path of paths) {
    const { body } = await server.call('GET', path, { as: 'ada' })
    expect(JSON.stringify(body)).not.toMatch(/TESTKEY|test\+secret/)
  }
})
