/**
 * Run by hand: `bun test/fuzz/formats.ts [cases] [seed]`. Changes and cuts small files of every kind and
 * reads them: whatever comes out, nothing may be thrown, take longer than two seconds or grow beyond a
 * bound. The reading is done by a child, so that an endless loop is seen; a failing case is named by
 * its number and seed, and its file is kept.
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { crc32 } from 'node:zlib'
import { unpackPage } from '../../src/formats/compressed'
import { BadFile } from '../../src/formats/contents'
import { readBook, readPage } from '../../src/formats/reader'
import { parseTarHeader } from '../../src/formats/tar/header'
import { makeCbz, makeComicInfo } from '../support/make/cbz'
import { makeEpub } from '../support/make/epub'
import { makePdf } from '../support/make/pdf'
import { makePictures } from '../support/make/pictures'
import { makeRar4, makeRar5 } from '../support/make/rar'
import { makeSevenZip } from '../support/make/seven-zip'
import { makePackedTar, makeTar } from '../support/make/tar'

const slowMs = 2000
const hangMs = 20_000
const maxMemoryBytes = 1200 << 20
const maxUnpackedPages = 3
const maxFailures = 20

/** The parent: starts the child again behind a case that ended it. */
async function watch(count: number, seedText: string) {
  let failures = 0
  for (let at = 0; at < count && failures < maxFailures;) {
    const child = Bun.spawn(
      [process.execPath, import.meta.path, String(count), seedText, String(at)],
      { stdio: ['ignore', 'inherit', 'inherit'], serialization: 'advanced', ipc: heard },
    )
    let alive = Date.now()
    function heard(next: number) {
      at = next
      alive = Date.now()
    }
    const timer = setInterval(() => {
      if (Date.now() - alive > hangMs) child.kill('SIGKILL')
    }, 1000)
    const exitCode = await child.exited
    clearInterval(timer)
    if (exitCode === 0) break
    failures++
    process.stdout.write(`case ${at}: ended the child (${exitCode ?? child.signalCode})\n`)
    at++
  }
  process.stdout.write(`${count} cases, ${failures} failures\n`)
  process.exitCode = failures > 0 ? 1 : 0
}

async function fuzz(first: number, count: number, seedNumber: number) {
  const samples = await makeSamples()
  const path = join(mkdtempSync(join(tmpdir(), 'fuzz-')), 'book.cbz')
  let slowest = 0
  for (let i = first; i < count; i++) {
    process.send!(i)
    const throwDice = dice(seedNumber * 1_000_003 + i)
    const [name, sample] = samples[i % samples.length]!
    const mutated = mutate(sample, throwDice)
    if (throwDice(2) === 0) mend(name, sample, mutated)
    writeFileSync(path, mutated)
    const started = performance.now()
    await read(path).catch((error: unknown) => fail(`case ${i} (${name}): ${String(error)}`, path))
    const took = performance.now() - started
    slowest = Math.max(slowest, took)
    if (took > slowMs) fail(`case ${i} (${name}): took ${took.toFixed(0)} ms`, path)
    const memory = process.memoryUsage.rss()
    if (memory > maxMemoryBytes) fail(`case ${i} (${name}): grew to ${memory >> 20} MiB`, path)
  }
  const memory = process.memoryUsage.rss() >> 20
  process.stdout.write(`slowest ${slowest.toFixed(0)} ms, ${memory} MiB at the end\n`)
  process.exit(0)
}

function fail(why: string, path: string): never {
  process.stdout.write(`${why}; the file is ${path}\n`)
  process.exit(1)
}

async function read(path: string) {
  const book = await readBook(path)
  for (const page of book.pages.slice(0, maxUnpackedPages)) {
    try {
      if (page.offset !== undefined) readPage(path, page)
      else if (page.entry !== undefined) await unpackPage(path, page)
    } catch (error) {
      if (!(error instanceof BadFile)) throw error
    }
  }
}

type Dice = (sides: number) => number

function dice(start: number): Dice {
  let state = start >>> 0
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

const edges = [0, 1, 0x7f, 0x80, 0xff]

function mutate(sample: Buffer, throwDice: Dice): Buffer {
  const bytes = Buffer.from(sample)
  for (let i = throwDice(6); i >= 0; i--) {
    // The ends of a file and its beginning hold what readers believe in.
    const near = throwDice(3) === 0 ? bytes.length : Math.min(bytes.length, 200)
    const at = throwDice(4) === 0 ? bytes.length - 1 - throwDice(near) : throwDice(near)
    const kind = throwDice(4)
    if (kind === 0) bytes[at] = edges[throwDice(edges.length)]!
    else if (kind === 1) bytes[at] = throwDice(256)
    else if (kind === 2) bytes[at] = (bytes[at] ?? 0) ^ (1 << throwDice(8))
    else bytes.fill(0xff, at, Math.min(bytes.length, at + 1 + throwDice(8)))
  }
  return throwDice(5) === 0 ? bytes.subarray(0, throwDice(bytes.length)) : bytes
}

/** Puts checksums right where the original had a header, so that what stands behind them is read, too. */
function mend(name: string, sample: Buffer, bytes: Buffer) {
  if (name === 'tar') mendTar(sample, bytes)
  if (name === 'rar4') mendRar(sample, bytes, 7, (at) => sample.readUInt16LE(at + 5))
  if (name === 'rar5') mendRar(sample, bytes, 8, (at) => 5 + (sample[at + 4] ?? 0))
}

function mendTar(sample: Buffer, bytes: Buffer) {
  for (let at = 0; at + 512 <= bytes.length; at += 512) {
    if (!parseTarHeader(sample.subarray(at, at + 512))) continue
    bytes.fill(32, at + 148, at + 156)
    const sum = bytes.subarray(at, at + 512).reduce((total, byte) => total + byte, 0)
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148)
  }
}

/** In the original, headers are where a checksum fits. */
function mendRar(sample: Buffer, bytes: Buffer, start: number, length: (at: number) => number) {
  for (let at = start; at + 8 < sample.length;) {
    const end = at + length(at)
    if (end > bytes.length) return
    if (start === 7) bytes.writeUInt16LE(crc32(bytes.subarray(at + 2, end)) & 0xffff, at)
    else bytes.writeUInt32LE(crc32(bytes.subarray(at + 4, end)), at)
    at = nextHeader(sample, end, start)
  }
}

function nextHeader(sample: Buffer, from: number, start: number): number {
  for (let at = from; at + 8 < sample.length; at++) {
    const size = start === 7 ? sample.readUInt16LE(at + 5) : 5 + (sample[at + 4] ?? 0)
    if (size < 8 || at + size > sample.length) continue
    const body = sample.subarray(at + (start === 7 ? 2 : 4), at + size)
    const claimed = start === 7 ? sample.readUInt16LE(at) : sample.readUInt32LE(at)
    if ((start === 7 ? crc32(body) & 0xffff : crc32(body)) === claimed) return at
  }
  return sample.length
}

async function makeSamples(): Promise<[name: string, bytes: Buffer][]> {
  const pictures = await makePictures(3)
  const info = Buffer.from(makeComicInfo({ Series: 'Saga' }))
  const parts = [
    ...pictures.map((data, i) => ({ name: `${i}.jpg`, data })),
    { name: 'ComicInfo.xml', data: info },
  ]
  const images = pictures.map((data) => ({ data, width: 60, height: 90 }))
  return [
    ['cbz', await makeCbz({ comicInfo: { Series: 'Saga' } })],
    ['deflated cbz', await makeCbz({ stored: false, comicInfo: { Series: 'Saga' } })],
    ['rar4', makeRar4(parts)],
    ['rar5', makeRar5(parts)],
    ['tar', makeTar(parts)],
    ['tar.gz', makePackedTar(parts)],
    ['7z', await makeSevenZip(parts)],
    ['solid 7z', await makeSevenZip(parts, { solid: true })],
    ['epub', await makeEpub({ fixedPages: pictures })],
    ['pdf', makePdf({ images })],
    ...fixtures(),
  ]
}

/** Compressed RAR can only be had from others. */
function fixtures(): [string, Buffer][] {
  const folder = join(
    process.env['QUIRE_FIXTURES'] ?? resolve(import.meta.dir, '../../../shared/fixtures'),
    'archives',
  )
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))])
}

const [cases = '2000', seed = '1', from] = process.argv.slice(2)
if (from === undefined) await watch(Number(cases), seed)
else await fuzz(Number(from), Number(cases), Number(seed))
