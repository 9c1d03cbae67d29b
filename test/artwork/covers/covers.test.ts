import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { covers as coverTable } from '../../../src/artwork/covers/schema'
import { suggestSeriesCover } from '../../../src/artwork/covers/suggested/suggest-series-cover'
import { series as seriesTable, seriesMetadata } from '../../../src/catalog/series/schema'
import { getThumbnailPath } from '../../support/stored-files'
import { type TestServer, startTestServer } from '../../support/server'
import {
  seedBook,
  seedLibrary,
  type SeededLibrary,
  type SeededSeries,
  seedSeries,
} from '../../support/seed'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
let library: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

type Format = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

async function makeImage(colour: string, format: Format = 'png') {
  const create = { width: 60, height: 90, channels: 3, background: colour } as const
  return new Uint8Array(await sharp({ create }).toFormat(format).toBuffer())
}

const addSeries = () => seedSeries(server, library, { title: `Series ${Bun.randomUUIDv7()}` })

async function upload({ id }: SeededSeries, data: Uint8Array<ArrayBuffer>, as = 'max') {
  const body = new FormData()
  body.set('file', new File([data], 'any name.exe'))
  const response = await server.fetch(`/api/v1/series/${id}/cover`, { method: 'POST', as, body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function getCoverState({ id, n }: SeededSeries) {
  const [row] = await server.ctx.db.select().from(seriesTable).where(eq(seriesTable.id, id))
  const [meta] = await server.ctx.db.select().from(seriesMetadata).where(eq(seriesMetadata.n, n))
  return {
    source: row!.selectedCoverSource,
    custom: row!.hasCustomCover,
    locked: meta!.locks.includes('cover'),
  }
}

describe('an uploaded cover', () => {
  test('D12: is refused when the series has a hundred, until one is deleted', async () => {
    const one = await addSeries()
    await upload(one, await makeImage('#000001'))
    await server.ctx.write(async (tx) => {
      const [row] = await tx.select().from(coverTable).where(eq(coverTable.seriesId, one.id))
      const copies = Array.from({ length: 99 }, (_, n) => ({
        ...row!,
        id: Bun.randomUUIDv7(),
        isSelected: false,
        fileName: `copy-${n}.png`,
        sha256: `${n}`,
      }))
      await tx.insert(coverTable).values(copies)
    })
    const picture = await makeImage('#000002')
    const refused = await upload(one, picture)
    expect([refused.status, refused.body['error']]).toEqual([409, 'conflict'])
    const { body } = await server.call('GET', `/series/${one.id}/covers`, { as: 'max' })
    expect(body.covers).toHaveLength(100)
    const path = `/series/${one.id}/covers/${body.covers[0].id}`
    expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(204)
    expect((await upload(one, picture)).status).toBe(200)
  })

  test.each<Format>(['png', 'jpeg', 'webp', 'gif', 'avif'])(
    'in %s is selected, locked and shown',
    async (format) => {
      const one = await addSeries()
      const { status, body } = await upload(one, await makeImage('#123456', format))
      expect(status).toBe(200)
      expect(body).toMatchObject({ source: 'custom', isSelected: true, width: 60, height: 90 })
      expect(await getCoverState(one)).toEqual({ source: 'custom', custom: true, locked: true })

      const shown = await server.fetch(`/api/v1/series/${one.id}/thumbnail`, { as: 'ann' })
      expect(shown.headers.get('content-type')).toBe('image/webp')
      const original = await server.fetch(`/api/v1/series/${one.id}/covers/${body['id']}/image`, {
        as: 'ann',
      })
      expect(original.headers.get('content-type')).toBe(`image/${format}`)
    },
  )

  test.each([
    ['text', Buffer.from('not a picture')],
    ['an HTML page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['an SVG image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ])('that is %s is rejected and leaves nothing behind', async (_, data) => {
    const one = await addSeries()
    const folder = join(server.ctx.config.data_dir, 'uploads', 'covers')
    const before = readdirSync(folder).length
    const { status, body } = await upload(one, new Uint8Array(data))
    expect([status, body['error']]).toEqual([415, 'unsupported_type'])
    expect(readdirSync(folder).length).toBe(before)
    expect(await getCoverState(one)).toEqual({ source: 'first_book', custom: false, locked: false })
  })

  test('that is truncated is rejected', async () => {
    const whole = await makeImage('#00ff00', 'jpeg')
    expect((await upload(await addSeries(), whole.slice(0, 200))).status).toBe(415)
  })

  test('that is empty is rejected', async () => {
    expect((await upload(await addSeries(), new Uint8Array())).status).toBe(400)
  })

  test('sent twice is stored once', async () => {
    const one = await addSeries()
    const data = await makeImage('#abcdef')
    const first = await upload(one, data)
    expect((await upload(one, data)).body['id']).toBe(first.body['id'])
  })

  test('requires the permission to write', async () => {
    expect((await upload(await addSeries(), await makeImage('#111111'), 'ann')).status).toBe(403)
  })

  test('that is too large is rejected before it is read', async () => {
    const one = await addSeries()
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '90000000',
    }
    const response = await server.fetch(`/api/v1/series/${one.id}/cover`, {
      method: 'POST',
      as: 'max',
      headers,
      body: '--x--',
    })
    expect(response.status).toBe(413)
  })
})

describe('files lost from disk', () => {
  test('a thumbnail is recreated from the upload', async () => {
    const one = await addSeries()
    const { body } = await upload(one, await makeImage('#888888'))
    rmSync(getThumbnailPath(server.ctx.config, String(body['id'])))
    const getThumbnail = () => server.fetch(`/api/v1/series/${one.id}/thumbnail`, { as: 'ann' })
    expect((await getThumbnail()).headers.get('cache-control')).toBe('no-store')
    await waitUntil(async () => (await getThumbnail()).headers.get('content-type') === 'image/webp')
  })

  test('an upload is reported as not found', async () => {
    const one = await addSeries()
    const { body } = await upload(one, await makeImage('#999999'))
    rmSync(join(server.ctx.config.data_dir, 'uploads', 'covers', `${String(body['id'])}.png`))
    const path = `/series/${one.id}/covers/${String(body['id'])}/image`
    const { status, body: refusal } = await server.call('GET', path, { as: 'ann' })
    expect([status, refusal.error]).toEqual([404, 'not_found'])
  })
})

describe('the selected cover', () => {
  test('can be a book of the series, and no other source', async () => {
    const one = await addSeries()
    const book = await seedBook(server, one)
    const stranger = await seedBook(server, await addSeries())
    const chooseCover = (source: string) =>
      server.call('PATCH', `/series/${one.id}/cover/source`, { as: 'max', body: { source } })

    expect((await chooseCover(`book:${book.id}`)).body).toEqual({
      selectedCoverSource: `book:${book.id}`,
      hasCustomCover: false,
    })
    expect(await getCoverState(one)).toMatchObject({ locked: true })
    for (const source of [
      `book:${stranger.id}`,
      'custom',
      'plugin:none',
      'book:../../etc',
      'else',
    ]) {
      expect([source, (await chooseCover(source)).status]).toEqual([source, 400])
    }
    expect((await chooseCover('first_book')).status).toBe(200)
  })

  test('falls back to the first book when it is deleted', async () => {
    const one = await addSeries()
    const { body } = await upload(one, await makeImage('#222222'))
    const path = `/series/${one.id}/covers/${body['id']}`
    expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(204)
    expect(await getCoverState(one)).toMatchObject({ source: 'first_book', custom: false })
    expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(404)
    const list = await server.call('GET', `/series/${one.id}/covers`, { as: 'ann' })
    expect(list.body).toEqual({ covers: [] })
  })

  test('falls back to another upload, and the response names it', async () => {
    const one = await addSeries()
    const { body: older } = await upload(one, await makeImage('#333333'))
    const { body: shown } = await upload(one, await makeImage('#444444'))
    const path = `/series/${one.id}/covers`
    await server.call('DELETE', `${path}/${String(shown['id'])}`, { as: 'max' })
    expect(await getCoverState(one)).toMatchObject({ source: 'custom', custom: true })
    const { covers } = (await server.call('GET', path, { as: 'ann' })).body
    expect(covers).toMatchObject([{ id: older['id'], isSelected: true }])
  })

  test('is the only one marked as selected', async () => {
    const one = await addSeries()
    const first = await upload(one, await makeImage('#333333'))
    await upload(one, await makeImage('#444444'))
    const path = `/series/${one.id}/covers/${first.body['id']}/select`
    expect((await server.call('PUT', path, { as: 'max' })).body).toMatchObject({ isSelected: true })
    const { body } = await server.call('GET', `/series/${one.id}/covers`, { as: 'ann' })
    expect(body.covers.map((cover: { isSelected: boolean }) => cover.isSelected)).toEqual([
      true,
      false,
    ])
  })
})

describe('a cover from a plugin', () => {
  test('is selected unless a user has locked the cover', async () => {
    const one = await addSeries()
    const outcome = await suggestSeriesCover(server.ctx, one.id, 'some', {
      file: new Blob([await makeImage('#555555')]),
    })
    expect(outcome.selected).toBe(true)
    expect(await getCoverState(one)).toEqual({
      source: 'plugin:some',
      custom: false,
      locked: false,
    })
  })

  test('is stored but not selected when the cover is locked', async () => {
    const one = await addSeries()
    await upload(one, await makeImage('#666666'))
    const outcome = await suggestSeriesCover(server.ctx, one.id, 'some', {
      file: new Blob([await makeImage('#777777')]),
    })
    expect(outcome.selected).toBe(false)
    expect(await getCoverState(one)).toMatchObject({ source: 'custom', locked: true })
    const { body } = await server.call('GET', `/series/${one.id}/covers`, { as: 'ann' })
    expect(body.covers.map((cover: { source: string }) => cover.source)).toEqual([
      'custom',
      'plugin:some',
    ])
  })
})
