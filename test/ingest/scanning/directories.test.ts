/** How often a scan reads the directory of an archive. */
import { afterAll, beforeAll, expect, mock, spyOn, test } from 'bun:test'
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FileReaders } from '../../../src/ingest/scanning/read/file-readers'
import {
  type IdentifiedFile,
  IdentifiedFiles,
} from '../../../src/ingest/scanning/read/identified-files'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { identifyPacked } from '../../../src/media/reader/decoder-archives'
import * as ownCommand from '../../../src/platform/lib/own-command'
import { analyzeWorkers } from '../../../src/workers'
import { makePictures } from '../../support/make/pictures'
import { makeSevenZip } from '../../support/make/seven-zip'
import { makeTar, makeXzTar } from '../../support/make/tar'
import { makeZip } from '../../support/make/zip'
import {
  addLibrary,
  listBooks,
  makeComics,
  makeFolder,
  scanLibrary,
  type ScanServer,
  startScanServer,
  writeFiles,
} from './scan-server'

let server: ScanServer
let pages: { name: string; data: Uint8Array }[]
beforeAll(async () => {
  server = await startScanServer()
  const [picture] = await makePictures(1, { width: 8, height: 12 })
  const longName = 'page'.repeat(20)
  pages = Array.from({ length: 1000 }, (_, i) => ({ name: `${longName}${i}.jpg`, data: picture! }))
})
afterAll(() => server.close())

const startCountingWorker = (logPath: string) =>
  new Worker(new URL('./counting.worker.ts', import.meta.url).href, {
    env: { ...process.env, QUIRE_TEST_READS: logPath } as Record<string, string>,
  })

/** The next decoders write the ranges that they read to the log. */
function startCountingDecoders(logPath: string) {
  closeDecoder()
  const main = join(import.meta.dir, '../../../src/main.ts')
  const preload = join(import.meta.dir, 'count-reads.ts')
  process.env['QUIRE_TEST_READS'] = logPath
  const build = spyOn(ownCommand, 'buildOwnCommand').mockReturnValue([
    process.execPath,
    '--preload',
    preload,
    main,
    'decoder',
  ])
  return {
    [Symbol.dispose]() {
      build.mockRestore()
      delete process.env['QUIRE_TEST_READS']
      closeDecoder()
    },
  }
}

const readLog = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' ').map(Number) as [number, number])

/** Scans again after adding a file, and lists the ranges that were read from it. */
async function listReads(name: string, data: Uint8Array) {
  const folder = makeFolder()
  writeFiles(folder, await makeComics('Known', 1))
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const logPath = join(makeFolder(), 'reads')
  writeFileSync(logPath, '')
  const take = spyOn(analyzeWorkers, 'take').mockImplementation(() => startCountingWorker(logPath))
  const giveBack = spyOn(analyzeWorkers, 'giveBack').mockImplementation((worker) =>
    worker.terminate(),
  )
  writeFiles(folder, { [name]: data })
  expect(await scanLibrary(server, id)).toMatchObject({ added: 1 })
  take.mockRestore()
  giveBack.mockRestore()
  const book = (await listBooks(server, id)).find(({ relativePath }) => relativePath === name)
  expect(book).toMatchObject({ pageCount: pages.length, finding: null })
  return readLog(logPath)
}

/** Lists what decoders have read. */
async function listDecoderReads(name: string, data: Uint8Array) {
  const logPath = join(makeFolder(), 'decoder-reads')
  writeFileSync(logPath, '')
  using _counting = startCountingDecoders(logPath)
  await listReads(name, data)
  return readLog(logPath)
}

const countCovering = (reads: readonly [number, number][], offset: number) =>
  reads.filter(([at, length]) => at <= offset && offset < at + length).length

test('reads the directory of a new ZIP archive once', async () => {
  const data = makeZip(pages)
  // Neither at the end of the file, of which a sample is hashed, nor beside the last page.
  const inDirectory = data.length - 80_000
  expect(data.indexOf('PK\x01\x02', 0, 'latin1')).toBeLessThan(inDirectory)
  const reads = await listReads('New/New v1.cbz', data)
  expect(countCovering(reads, inDirectory)).toBe(1)
})

test('reads the headers of a new TAR archive once', async () => {
  const data = makeTar(pages)
  const reads = await listReads('New/New v1.cbt', data)
  expect(countCovering(reads, data.indexOf(pages[500]!.name, 0, 'latin1'))).toBe(1)
})

test('lists a new 7z archive once, and unpacks it once', async () => {
  const data = await makeSevenZip(pages)
  const reads = await listDecoderReads('New/New v1.cb7', data)
  // 7-Zip opens the archive for each of both. A check for encryption reads the end, too.
  expect(countCovering(reads, data.length - 1)).toBe(3)
}, 120_000)

test('unpacks a new compressed TAR archive once', async () => {
  const addNoise = (picture: Uint8Array) =>
    Buffer.concat([picture, crypto.getRandomValues(new Uint8Array(400))])
  const data = await makeXzTar(
    pages.map(({ name, data: picture }) => ({ name, data: addNoise(picture) })),
  )
  const reads = await listDecoderReads('New/New v1.cbt', data)
  expect(countCovering(reads, data.length >> 1)).toBe(1)
}, 120_000)

test('reads the directory again if the file has changed', async () => {
  const folder = makeFolder()
  const path = join(folder, 'a.cbz')
  using readers = new FileReaders(1, 30_000)
  writeFileSync(path, makeZip(pages.slice(0, 3)))
  await readers.probe([path])
  writeFileSync(path, makeZip(pages.slice(0, 5)))
  const [result] = await readers.read([{ key: 1, path }])
  expect(result).toMatchObject({ key: 1, contents: { pageCount: 5 } })
})

test('hashes a folder again if a page was replaced by one of the same size and time', async () => {
  const path = makeFolder()
  const page = Buffer.from(pages[0]!.data)
  for (const name of ['1.jpg', '2.jpg']) writeFileSync(join(path, name), page)
  using readers = new FileReaders(1, 30_000)
  await readers.probe([path])
  const { atime, mtime } = statSync(join(path, '1.jpg'))
  page[page.length - 1]! ^= 1
  writeFileSync(join(path, '1.jpg'), page)
  utimesSync(join(path, '1.jpg'), atime, mtime)
  const [result] = await readers.read([{ key: 1, path }])
  const [probed] = await readers.probe([path])
  expect(result).toMatchObject({ evidence: { content: probed!.content } })
})

test('keeps the directories of some files only', () => {
  const entries = Array.from({ length: 1000 }, (_, i) => ({ name: `${i}.jpg` }))
  const archive = { format: 'cbz', entries, recovered: false }
  const file = { version: '', evidence: { directory: null, content: null }, archive }
  const kept = new IdentifiedFiles()
  const paths = Array.from({ length: 10_000 }, (_, i) => `/${i}.cbz`)
  for (const path of paths) kept.keep(path, file as unknown as IdentifiedFile)
  expect(kept.hasRoom).toBe(true)
  const found = paths.filter((path) => kept.take(path))
  expect(found.length).toBeGreaterThan(10)
  expect(found.length).toBeLessThan(100)
  expect(found).toEqual(paths.slice(0, found.length))
  expect(kept.take(paths[0]!)).toBeUndefined()
})

test('a Worker sends no large directory', async () => {
  const folder = makeFolder()
  const data = new Uint8Array(1)
  const many = Array.from({ length: 5000 }, (_, i) => ({ name: `${i}.jpg`, data }))
  const [large, small] = [join(folder, 'large.cbz'), join(folder, 'small.cbz')]
  writeFileSync(large, makeZip(many))
  writeFileSync(small, makeZip(many.slice(0, 5)))
  const keep = spyOn(IdentifiedFiles.prototype, 'keep')
  using readers = new FileReaders(1, 30_000)
  const found = await readers.probe([large, small])
  expect(found.map((one) => one?.directory)).toEqual([expect.any(String), expect.any(String)])
  expect(keep.mock.calls.map(([path]) => path)).toEqual([small])
  keep.mockRestore()
})

test('a decoder sends no large directory, and no long list of pages', async () => {
  const { data } = pages[0]!
  const longName = 'page'.repeat(22)
  const many = Array.from({ length: 1600 }, (_, i) => ({ name: `${longName}${i}.jpg`, data }))
  const identify = async (name: string, bytes: Uint8Array) => {
    const path = join(makeFolder(), name)
    writeFileSync(path, bytes)
    return identifyPacked(path)
  }
  const sent = { directory: expect.any(String), content: expect.any(String) }
  const large = { evidence: sent, archive: null, contents: null }
  const few = many.slice(0, 5)
  expect(await identify('large.cb7', await makeSevenZip(many))).toEqual(large)
  expect(await identify('large.cbt', await makeXzTar(many))).toEqual(large)
  expect(await identify('small.cb7', await makeSevenZip(few))).toMatchObject({
    archive: { format: 'cb7' },
  })
  expect(await identify('small.cbt', await makeXzTar(few))).toMatchObject({
    contents: { format: 'cbt' },
  })
}, 60_000)

test('counts the paths of what it keeps', () => {
  const file = { version: '', evidence: { directory: null, content: null }, archive: null }
  const kept = new IdentifiedFiles()
  const paths = Array.from({ length: 10_000 }, (_, i) => `/${'folder/'.repeat(500)}${i}`)
  for (const path of paths) kept.keep(path, file)
  expect(paths.filter((path) => kept.take(path)).length).toBeLessThan(3000)
})

test('keeps what a decoder has read of a probed file, unless it is large', () => {
  const evidence = { directory: null, content: null }
  const list = (count: number) => ({
    entries: Array.from({ length: count }, (_, i) => ({ name: `${i}.jpg` })),
    findings: [],
  })
  const found = (count: number) =>
    ({ evidence, archive: { format: 'cb7', list: list(count) } }) as unknown as IdentifiedFile
  const kept = new IdentifiedFiles()
  for (const path of ['/small', '/large'])
    kept.keep(path, { version: '1', evidence, archive: null })
  kept.complete('/small', found(10))
  kept.complete('/large', found(10_000))
  kept.complete('/unknown', found(10))
  expect(kept.take('/small')).toMatchObject({ version: '1', archive: { format: 'cb7' } })
  expect(kept.take('/large')).toBeUndefined()
  expect(kept.take('/unknown')).toBeUndefined()
})

test('measures what a decoder has read once', () => {
  const evidence = { directory: null, content: null }
  const kept = new IdentifiedFiles()
  kept.keep('/packed', { version: '1', evidence, archive: null })
  const toJSON = mock(() => ({ format: 'cbt' }))
  const found = { evidence, archive: null, contents: { toJSON } }
  kept.complete('/packed', found as unknown as IdentifiedFile)
  expect(kept.take('/packed')).toBeDefined()
  expect(toJSON).toHaveBeenCalledTimes(1)
})
