/** A series whose sharing tag was purged with it stays hidden until the tag has returned. */
import { afterEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { storeUnreadable } from '../../../src/catalog/books/scanned/store-books'
import { books } from '../../../src/catalog/books/schema'
import { joinWaitingFacts } from '../../../src/ingest/importing/merge/join-waiting'
import { hashBooks } from '../../../src/ingest/scanning/hashing/hashing'
import { scanJobs } from '../../../src/ingest/scanning/jobs'
import { readMessages } from '../../../src/ingest/scanning/messages'
import { makeEpub } from '../../support/make/epub'
import { makePdf } from '../../support/make/pdf'
import {
  addLibrary,
  listBooks,
  makeComic,
  makeComics,
  makeFolder,
  scanLibrary,
  type ScanServer,
  writeFiles,
} from '../scanning/scan-server'
import { createCall, startTrashServer, waitUntilPurged } from './trash-server'

let server: ScanServer
afterEach(() => server.close())

const call = createCall(() => server)

/** Too large to be hashed by a scan. */
const largePdf = Buffer.concat([makePdf({}), Buffer.alloc(1_500_000, '% nothing\n')])

const hash = () => hashBooks(server.ctx, new AbortController().signal)

async function listTitles(as: string): Promise<string[]> {
  const { data } = await call('GET', '/series', undefined, as)
  return data.map(({ metadata }: { metadata: { title: string } }) => metadata.title).toSorted()
}

/** A library whose series `Adult` was tagged and purged. Ann must not see it. */
async function purgeTagged() {
  // Without the jobs that hash files, so that it is certain when they are hashed.
  server = await startTrashServer({ 'scan.missing_minimum': '1000' }, scanJobs)
  const folder = makeFolder()
  writeFiles(folder, { 'Adult/one.pdf': largePdf, 'Other/Other.cbz': await makeComic() })
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const found = (await listBooks(server, libraryId)).find(
    ({ relativePath }) => relativePath === 'Adult/one.pdf',
  )
  const { seriesId } = found!
  const { id: sharingTagId } = await call('POST', '/admin/sharing-tags', { name: 'Adult' })
  await call('POST', `/series/${seriesId}/sharing-tags`, { sharingTagId })
  const { data: people } = await call('GET', '/users')
  const ann = people.find(({ username }: { username: string }) => username === 'ann')
  await call('PUT', `/users/${ann.id}/sharing-tags`, { sharingTagId, accessMode: 'deny' })
  expect(await listTitles('ann')).toEqual(['Other'])
  await hash()
  await call('DELETE', `/series/${seriesId}`)
  const { name } = await call('GET', `/libraries/${libraryId}`)
  const { id } = await call('POST', `/libraries/${libraryId}/purge`, { name })
  expect(await waitUntilPurged(server, id)).toMatchObject({ booksPurged: 1 })
  writeFiles(folder, { Adult: null })
  return { libraryId, folder }
}

test('nobody who must not see it sees it before its file is hashed', async () => {
  const { libraryId, folder } = await purgeTagged()
  writeFiles(folder, { 'Back/one.pdf': largePdf, 'New/New.cbz': await makeComic() })
  await scanLibrary(server, libraryId)
  expect(await listTitles('ada')).toEqual(['Back', 'New', 'Other'])
  expect(await listTitles('ann')).toEqual(['Other'])
  await joinWaitingFacts(server.ctx)
  expect(await listTitles('ann')).toEqual(['New', 'Other'])
  await hash()
  await joinWaitingFacts(server.ctx)
  expect(await listTitles('ann')).toEqual(['New', 'Other'])
  expect(await listTitles('ada')).toEqual(['Back', 'New', 'Other'])
}, 120_000)

test('a copy in another library is hidden, too', async () => {
  await purgeTagged()
  const folder = makeFolder()
  writeFiles(folder, { 'Copy/two.pdf': largePdf })
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  expect(await listTitles('ann')).toEqual(['Other'])
  await hash()
  await joinWaitingFacts(server.ctx)
  expect(await listTitles('ann')).toEqual(['Other'])
}, 120_000)

test('a file of the same size with other content appears when it has been hashed', async () => {
  const { libraryId, folder } = await purgeTagged()
  const other = Buffer.from(largePdf)
  other.fill('% another\n', other.length - 10)
  writeFiles(folder, { 'Alike/one.pdf': other })
  await scanLibrary(server, libraryId)
  await joinWaitingFacts(server.ctx)
  expect(await listTitles('ann')).toEqual(['Other'])
  await hash()
  await joinWaitingFacts(server.ctx)
  expect(await listTitles('ann')).toEqual(['Alike', 'Other'])
}, 120_000)

test('books that have been compared stay visible when they move to another series', async () => {
  const { libraryId, folder } = await purgeTagged()
  writeFiles(folder, await makeComics('New', 2))
  await scanLibrary(server, libraryId)
  await joinWaitingFacts(server.ctx)
  const book = (await listBooks(server, libraryId)).find(
    ({ relativePath }) => relativePath === 'New/New v1.cbz',
  )
  const bookIds = [book!.id]
  await call('POST', '/grouping-changes', { bookIds, newTitle: 'Mine' })
  expect(await listTitles('ann')).toEqual(['Mine', 'New', 'Other'])
  await call('POST', '/grouping-changes', { bookIds, automatic: true })
  expect(await listTitles('ann')).toEqual(['New', 'Other'])
}, 120_000)

/** Leaves books as a scan does that could not open their files. */
async function makeUnreadable(libraryId: string, ...paths: string[]) {
  const unread = { analyzedAt: null, format: null, fingerprint: null, contentHash: null }
  for (const { n } of (await listBooks(server, libraryId)).filter(({ relativePath }) =>
    paths.includes(relativePath),
  )) {
    const finding = { code: 'unreadable', message: readMessages.crashed_twice() }
    await server.ctx.write(async (tx) => {
      await tx.update(books).set(unread).where(eq(books.n, n))
      await storeUnreadable(tx, { n, finding, crashing: undefined }, server.ctx.clock.now())
    })
  }
}

/** A series with a known book and an unreadable one, and a series whose only book is unreadable. */
async function scanUnreadable({ libraryId, folder }: Awaited<ReturnType<typeof purgeTagged>>) {
  writeFiles(folder, { ...(await makeComics('New', 2)), 'Lost/Lost 1.cbz': await makeComic() })
  await scanLibrary(server, libraryId)
  await makeUnreadable(libraryId, 'New/New v1.cbz', 'Lost/Lost 1.cbz')
}

test('a file that stays unreadable does not hide a series whose other books are known', async () => {
  await scanUnreadable(await purgeTagged())
  expect(await listTitles('ann')).toEqual(['Other'])
  await joinWaitingFacts(server.ctx)
  expect(await listTitles('ann')).toEqual(['New', 'Other'])
}, 120_000)

test('a series is hidden again when its unreadable file may be a purged one', async () => {
  const { libraryId, folder } = await purgeTagged()
  writeFiles(folder, { ...(await makeComics('Fresh', 1)), 'Fresh/two.pdf': largePdf })
  await scanLibrary(server, libraryId)
  await makeUnreadable(libraryId, 'Fresh/two.pdf')
  await joinWaitingFacts(server.ctx)
  expect(await listTitles('ann')).toEqual(['Fresh', 'Other'])
  await scanLibrary(server, libraryId)
  expect(await listTitles('ann')).toEqual(['Other'])
  await hash()
  await joinWaitingFacts(server.ctx)
  expect(await listTitles('ann')).toEqual(['Other'])
  expect(await listTitles('ada')).toEqual(['Fresh', 'Other'])
}, 120_000)

test('a known file that becomes a purged one hides its series until it has been hashed', async () => {
  const { libraryId, folder } = await purgeTagged()
  writeFiles(folder, { 'Fresh/one.pdf': makePdf({}) })
  await scanLibrary(server, libraryId)
  await hash()
  await joinWaitingFacts(server.ctx)
  expect(await listTitles('ann')).toEqual(['Fresh', 'Other'])
  writeFiles(folder, { 'Fresh/one.pdf': largePdf })
  await scanLibrary(server, libraryId)
  expect(await listTitles('ann')).toEqual(['Other'])
  await hash()
  await joinWaitingFacts(server.ctx)
  expect(await listTitles('ann')).toEqual(['Other'])
}, 120_000)

test('administrators read which unreadable files hide series', async () => {
  await scanUnreadable(await purgeTagged())
  await joinWaitingFacts(server.ctx)
  const listMessages = async (as: string) => {
    const { data } = await call('GET', '/books/errors', undefined, as)
    return data.map((book: { title: string; findings: { messageCode: string }[] }) => [
      book.title,
      ...book.findings.map(({ messageCode }) => messageCode),
    ])
  }
  const own = 'scans.read.crashed_twice'
  expect((await listMessages('ada')).toSorted()).toEqual([
    ['Lost 1', 'books.may_bring_tags'],
    ['New v1', own],
  ])
  expect((await listMessages('ann')).toSorted()).toEqual([['New v1', own]])
}, 120_000)

test('a file that can be read since the scan is kept from people with hidden tags', async () => {
  const { libraryId, folder } = await purgeTagged()
  const files = { 'Fresh/three.epub': await makeEpub(), 'Fresh/two.pdf': largePdf }
  const names = Object.keys(files)
  writeFiles(folder, { ...(await makeComics('Fresh', 1)), ...files })
  await scanLibrary(server, libraryId)
  await makeUnreadable(libraryId, ...names)
  await joinWaitingFacts(server.ctx)
  expect(await listTitles('ann')).toEqual(['Fresh', 'Other'])
  const found = await listBooks(server, libraryId)
  const [epub, pdf] = names.map((name) => found.find((book) => book.relativePath === name)!)
  for (const [format, book] of [
    ['epub', epub!],
    ['pdf', pdf!],
  ] as const) {
    await server.ctx.write((tx) => tx.update(books).set({ format }).where(eq(books.id, book.id)))
  }
  const { id: listId } = await call('POST', '/readlists', { name: 'Both', sharing: 'everyone' })
  await call('POST', `/readlists/${listId}/books`, { bookIds: [epub!.id, pdf!.id] })
  const paths = [
    ...['file', 'manifest', 'search?query=nothing'].map((part) => `books/${pdf!.id}/${part}`),
    ...['file', 'manifest', 'resources/OEBPS/content.opf'].map(
      (part) => `books/${epub!.id}/${part}`,
    ),
  ].map((path) => `/api/v1/${path}`)
  const archives = [
    `/api/v1/series/${pdf!.seriesId}/download`,
    `/komga/api/v1/readlists/${listId}/file`,
  ]
  const listSent = async (as: string) => {
    const sent: string[] = []
    for (const path of paths) if ((await server.fetch(path, { as })).ok) sent.push(path)
    for (const path of archives) {
      const text = await (await server.fetch(path, { as })).text()
      if (/two\.pdf|three\.epub/.test(text)) sent.push(path)
    }
    return sent
  }
  expect(await listSent('ann')).toEqual([])
  expect(await listSent('ada')).toEqual([...paths, ...archives])
}, 120_000)
