/** Highlights and bookmarks of KOReader in one's own account, by HTTP, with the files of the books. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { books } from '../../../../src/catalog/books/schema'
import { joinWaitingFacts } from '../../../../src/ingest/importing/merge/join-waiting'
import { closeDecoder } from '../../../../src/media/decoding/decoder'
import { highlights } from '../../../../src/reading/highlights/schema'
import { makeEpub } from '../../../support/make/epub'
import { makeZip } from '../../../support/make/zip'
import { seedBook, seedLibrary, seedSeries } from '../../../support/seed'
import type { TestServer } from '../../../support/server'
import { dumpTables } from '../dump-tables'
import { buildSidecar, hashOf } from './koreader-files'
import { act, preview, startImportServer } from './own-import'

const folder = mkdtempSync(join(tmpdir(), 'koreader-highlights-'))
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  closeDecoder()
})

const chapters = ['Once upon a time.', 'The old lamps were lit, and the night was long.']

async function start() {
  const server = await startImportServer()
  servers.push(server)
  writeFileSync(join(folder, 'lantern.epub'), await makeEpub({ chapters }))
  const library = await seedLibrary(server, { path: folder })
  const series = await seedSeries(server, library, { title: 'Lantern' })
  const lantern = await seedBook(server, series, {
    title: 'Lantern',
    relativePath: 'lantern.epub',
    format: 'epub',
    partialMd5: hashOf('a'),
  })
  const guide = await seedBook(server, series, {
    title: 'Guide',
    format: 'pdf',
    pageCount: 8,
    partialMd5: hashOf('b'),
  })
  return { server, lantern: lantern.id, guide: guide.id }
}

const place = (path: string) => `["page"] = "${path}", ["pos0"] = "${path}"`
const highlight = (path: string, text: string, more = '') =>
  `{ ["datetime"] = "2024-04-01 21:03:00", ["drawer"] = "lighten", ${place(path)}, ["text"] = "${text}", ${more} },`

const inLantern = [
  highlight(
    '/body/DocFragment[2]/body/p/text().4',
    'old lamps were lit',
    '["note"] = " Look ", ["color"] = "olive", ["chapter"] = "Chapter 2"',
  ),
  highlight('/body/DocFragment[2]/body/p/text().0', 'words of another edition'),
  highlight('/body/DocFragment[7]/body/p/text().0', 'beyond the end'),
  `{ ["datetime"] = "2024-04-02 08:00:00", ${place('/body/DocFragment[1]/body/p/text().5')}, ["text"] = "in Chapter 1" },`,
]
const inGuide = [
  '{ ["datetime"] = "2024-04-03 08:00:00", ["drawer"] = "underscore", ["page"] = 3, ["text"] = "A map" },',
  '{ ["datetime"] = "2024-04-03 08:00:00", ["drawer"] = "underscore", ["page"] = 9, ["text"] = "No page" },',
]
const buildBook = (sign: string, annotations: readonly string[]) =>
  buildSidecar({
    hash: hashOf(sign),
    more: `    ["annotations"] = { ${annotations.join('\n')} },\n`,
  })
const zip = (files: Record<string, string>) =>
  makeZip(
    Object.entries(files).map(([name, data]) => ({ name, data: Buffer.from(data), method: 8 })),
  )
const all = () =>
  zip({
    'Lantern.sdr/metadata.epub.lua': buildBook('a', inLantern),
    'Guide.sdr/metadata.pdf.lua': buildBook('b', inGuide),
    'Later.sdr/metadata.epub.lua': buildBook('c', inLantern.slice(0, 1)),
  })

const previewZip = (server: TestServer, bytes: Uint8Array = all()) =>
  preview(server, bytes, 'koreader.zip')

const list = async (server: TestServer, bookId: string, what = 'highlights') =>
  (await server.call('GET', `/books/${bookId}/${what}`, { as: 'ann' })).body.data

test('highlights and bookmarks are shown, added once at their places, and removed by an undo', async () => {
  const { server, lantern, guide } = await start()
  const before = await dumpTables(server)
  const ready = await previewZip(server)
  const counts = {
    highlights: { new: 3, not_possible: 2, waiting: 1 },
    bookmarks: { new: 1 },
  }
  expect(ready).toMatchObject({ state: 'ready', preview: { people: [counts], leftOut: [] } })
  expect(await dumpTables(server)).toEqual(before)

  expect(await act(server, ready.id, 'apply')).toMatchObject({ preview: { people: [counts] } })
  expect(await list(server, lantern)).toMatchObject([
    {
      passage: 'words of another edition',
      color: 'yellow',
      note: null,
      locator: { href: 'resources/OEBPS/c2.xhtml', text: { before: '', after: '' } },
    },
    {
      passage: 'old lamps were lit',
      color: 'green',
      note: 'Look',
      createdAt: '2024-04-01T21:03:00.000Z',
      locator: {
        href: 'resources/OEBPS/c2.xhtml',
        type: 'application/xhtml+xml',
        title: 'Chapter 2',
        locations: { partialCfi: 'epubcfi(/4,/4/1:4,/4/1:22)' },
        text: {
          before: 'Chapter 2The ',
          highlight: 'old lamps were lit',
          after: ', and the night was long.',
        },
      },
    },
  ])
  const [gone] = await list(server, lantern)
  expect(gone.locator.locations.partialCfi).toBeUndefined()
  expect(await list(server, guide)).toMatchObject([
    {
      passage: 'A map',
      locator: {
        href: 'pages/3',
        locations: { position: 3, totalProgression: 0.25 },
        text: { highlight: 'A map' },
      },
    },
  ])
  expect(await list(server, lantern, 'bookmarks')).toMatchObject([
    {
      createdAt: '2024-04-02T08:00:00.000Z',
      locator: {
        href: 'resources/OEBPS/c1.xhtml',
        locations: { partialCfi: 'epubcfi(/4/4/1:5)' },
      },
    },
  ])

  const again = await previewZip(server)
  expect(again.preview.people).toMatchObject([
    { highlights: { same: 4, not_possible: 2 }, bookmarks: { same: 1 } },
  ])
  await act(server, again.id, 'apply')
  expect(await list(server, lantern)).toHaveLength(2)

  const [, changed] = await list(server, lantern)
  const path = `/books/${lantern}/highlights/${changed.id}`
  await server.call('PATCH', path, { as: 'ann', body: { color: 'pink' } })
  expect(await act(server, ready.id, 'undo')).toMatchObject({ state: 'undone', kept: 1 })
  expect(await list(server, lantern)).toMatchObject([{ id: changed.id, color: 'pink' }])
  expect(await list(server, guide)).toEqual([])
  expect(await list(server, lantern, 'bookmarks')).toEqual([])
})

test('two copies of a book add the highlights and bookmarks of both', async () => {
  const { server, lantern } = await start()
  const build = (modified: string, fraction: number, annotations: readonly string[]) =>
    buildSidecar({
      hash: hashOf('a'),
      status: 'reading',
      modified,
      fraction,
      more: `    ["annotations"] = { ${annotations.join('\n')} },\n`,
    })
  const lamps = '/body/DocFragment[2]/body/p/text().4'
  const night = '/body/DocFragment[2]/body/p/text().33'
  const note = (text: string) => `["note"] = "${text}"`
  const bookmark = (at: number) =>
    `{ ["datetime"] = "2024-04-02 08:00:00", ${place(`/body/DocFragment[1]/body/p/text().${at}`)} },`
  const older = build('2024-03-01', 0.2, [
    highlight(lamps, 'old lamps were lit', note('before')),
    highlight(night, 'night was long'),
    bookmark(0),
    bookmark(5),
  ])
  const newer = build('2024-04-01', 0.5, [
    highlight(lamps, 'old lamps were lit', note('after')),
    bookmark(5),
  ])
  const ready = await previewZip(
    server,
    zip({ 'E-reader.sdr/metadata.epub.lua': older, 'Phone.sdr/metadata.epub.lua': newer }),
  )
  const counts = { highlights: { new: 2 }, bookmarks: { new: 2 } }
  expect(ready).toMatchObject({ preview: { people: [counts] } })
  await act(server, ready.id, 'apply')
  expect(await list(server, lantern)).toMatchObject([
    { passage: 'old lamps were lit', note: 'after' },
    { passage: 'night was long' },
  ])
  expect(await list(server, lantern, 'bookmarks')).toHaveLength(2)
  const { body } = await server.call('GET', `/books/${lantern}/progress`, { as: 'ann' })
  expect(body).toMatchObject({ progressPercentage: 0.5, updatedAt: '2024-04-01T00:00:00.000Z' })
  await act(server, ready.id, 'undo')
  expect(await list(server, lantern)).toEqual([])
  expect(await list(server, lantern, 'bookmarks')).toEqual([])
})

test('a highlight that the reader made stays, and is not added again', async () => {
  const { server, lantern } = await start()
  const { id } = await previewZip(server)
  await act(server, id, 'apply')
  const [, own] = await list(server, lantern)
  const { locator } = own
  await act(server, id, 'undo')
  const path = `/books/${lantern}/highlights`
  expect((await server.call('POST', path, { as: 'ann', body: { locator } })).status).toBe(201)
  const again = await previewZip(server)
  expect(again.preview.people).toMatchObject([
    { highlights: { new: 2, same: 1, not_possible: 2, waiting: 1 } },
  ])
})

test('highlights wait for their book, and on while its file is away', async () => {
  const { server, lantern } = await start()
  const { id } = await previewZip(server)
  await act(server, id, 'apply')
  const { ctx } = server
  // The book gets the file for which a highlight waits.
  await ctx.write((tx) =>
    tx
      .update(books)
      .set({ partialMd5: hashOf('c') })
      .where(eq(books.id, lantern)),
  )
  await ctx.write((tx) => tx.delete(highlights))
  renameSync(join(folder, 'lantern.epub'), join(folder, 'away.epub'))
  expect(await joinWaitingFacts(ctx)).toBe(0)
  expect(await list(server, lantern)).toEqual([])

  renameSync(join(folder, 'away.epub'), join(folder, 'lantern.epub'))
  expect(await joinWaitingFacts(ctx)).toBe(1)
  expect(await list(server, lantern)).toMatchObject([
    { passage: 'old lamps were lit', locator: { href: 'resources/OEBPS/c2.xhtml' } },
  ])
  await act(server, id, 'undo')
  expect(await list(server, lantern)).toEqual([])
})

test('highlights wait on while the file of their book has not been read', async () => {
  const { server, lantern } = await start()
  const { ctx } = server
  const { id } = await previewZip(server)
  await act(server, id, 'apply')
  await ctx.write((tx) => tx.delete(highlights))
  const setBook = (values: Partial<typeof books.$inferInsert>) =>
    ctx.write((tx) => tx.update(books).set(values).where(eq(books.id, lantern)))
  // A scan of another library can end between finding and reading a file.
  await setBook({ partialMd5: hashOf('c'), format: null })
  expect(await joinWaitingFacts(ctx)).toBe(0)
  await setBook({ format: 'epub' })
  expect(await joinWaitingFacts(ctx)).toBe(1)
  expect(await list(server, lantern)).toMatchObject([{ passage: 'old lamps were lit' }])
})

test('a book whose file cannot be read keeps its other facts', async () => {
  const { server, lantern } = await start()
  writeFileSync(join(folder, 'lantern.epub'), 'no e-book')
  const ready = await previewZip(server)
  expect(ready).toMatchObject({
    state: 'ready',
    preview: { people: [{ highlights: { new: 1, not_possible: 4 } }] },
  })
  await act(server, ready.id, 'apply')
  expect(await list(server, lantern)).toEqual([])
})
