/** The preview of a folder that is not a library yet. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'quire-preview-'))

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function writeFiles(...paths: string[]) {
  for (const path of paths) {
    const full = join(folder, path)
    mkdirSync(join(full, '..'), { recursive: true })
    writeFileSync(full, 'x')
  }
}

const previewFolder = (path: string, as = 'ada') =>
  server.call('GET', `/filesystem/preview?path=${encodeURIComponent(path)}`, { as })

describe('the preview of a folder', () => {
  test('counts comics and books and stores nothing', async () => {
    writeFiles('Tide/Tide 1.cbz', 'Tide/Tide 2.cbr', 'Tide/notes.txt', 'Novels/Dune.epub')
    writeFiles('Novels/Manual.PDF', 'Loose/1.jpg', 'Loose/2.jpg', 'Loose/3.jpg', '@eaDir/Tide.cbz')
    const { status, body } = await previewFolder(folder)
    expect(status).toBe(200)
    expect(body).toMatchObject({ comics: 3, books: 2, isComplete: true, unreadable: 0 })
    expect(body.formats).toEqual([
      { format: 'cbz', count: 1 },
      { format: 'cbr', count: 1 },
      { format: 'epub', count: 1 },
      { format: 'pdf', count: 1 },
      { format: 'folder', count: 1 },
    ])
    expect(body.examples).toContainEqual(expect.objectContaining({ name: 'Tide', books: 2 }))
    expect((await server.call('GET', '/libraries', { as: 'ada' })).body).toEqual([])
  })

  test('A2: shows the series that a scan stores, and why', async () => {
    writeFiles('First/Berserk/Vol. 3/Berserk c010.cbz', 'First/Berserk/Specials/Berserk SP1.cbz')
    writeFiles('First/Berserk/Berserk v01.cbz', 'First/One-shots/Goodbye.cbz')
    const { body } = await previewFolder(join(folder, 'First'))
    expect(
      body.examples.map(({ name, books }: { name: string; books: number }) => [name, books]),
    ).toEqual([
      ['Berserk', 3],
      ['Goodbye', 1],
    ])
    expect(body.examples[1].because.code).toBe('naming.series.from_shelf')
    rmSync(join(folder, 'First'), { recursive: true })
  })

  test('A2: names volumes without a series after the folder, unless its name is general', async () => {
    writeFiles('Monster/Volume 1.cbz', 'Monster/Volume 2.cbz', 'Manga/Volume 1.cbz')
    const { body } = await previewFolder(join(folder, 'Monster'))
    expect(body.examples).toMatchObject([
      { name: 'Monster', books: 2, because: { code: 'naming.series.from_root' } },
    ])
    const manga = await previewFolder(join(folder, 'Manga'))
    expect(manga.body.examples).toMatchObject([{ name: 'Volume 1', books: 1 }])
    rmSync(join(folder, 'Monster'), { recursive: true })
    rmSync(join(folder, 'Manga'), { recursive: true })
  })

  test.each(['/proc', '/proc/self', '/nowhere/at/all', '/', 'tmp'])('rejects %s', async (path) => {
    expect((await previewFolder(path)).status).toBe(400)
  })

  test('rejects a folder of another library and names it, but accepts its own', async () => {
    writeFiles('Taken/Manga/Sea 1.cbz')
    const library = { name: 'Manga', paths: [join(folder, 'Taken/Manga')] }
    const added = await server.call('POST', '/libraries', { as: 'ada', body: library })
    expect(added.status).toBe(201)
    for (const path of ['Taken', 'Taken/Manga']) {
      const { status, body } = await previewFolder(join(folder, path))
      expect(status).toBe(409)
      expect(body.params).toMatchObject({ library: 'Manga' })
    }
    const path = encodeURIComponent(join(folder, 'Taken'))
    const own = await server.call(
      'GET',
      `/filesystem/preview?path=${path}&libraryId=${added.body.id}`,
      { as: 'ada' },
    )
    expect(own).toMatchObject({ status: 200, body: { comics: 1 } })
  })

  test('requires permission to edit libraries', async () => {
    expect((await previewFolder(folder, 'ann')).status).toBe(403)
  })

  test.skipIf(process.getuid?.() === 0)('reports what it cannot read', async () => {
    mkdirSync(join(folder, 'Closed'))
    chmodSync(join(folder, 'Closed'), 0)
    const { body } = await previewFolder(folder)
    chmodSync(join(folder, 'Closed'), 0o700)
    expect(body.unreadable).toBe(1)
  })
})
