/**
 * Run manually: `bun test/fuzz/formats.ts [cases] [seed]`. Reads modified and truncated files of
 * every format. No case may throw, take longer than two seconds or exceed a memory limit.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { crc32, zstdCompressSync } from 'node:zlib'
import { unpackPage } from '../../src/media/reader/decoder-archives'
import { BadFile } from '../../src/media/contents/contents'
import { readPdfJpeg } from '../../src/media/pdf/read-pdf'
import { renderPdfPage } from '../../src/media/pdf/render-pdf-page'
import { readOutline } from '../../src/media/pdf/text/outline'
import { readPageTexts } from '../../src/media/pdf/text/page-text'
import { readBook, readPage } from '../../src/media/reader/reader'
import { parseTarHeader } from '../../src/media/archives/tar/tar-header'
import { makeCbz, makeComicInfo } from '../support/make/cbz'
import { makeEpub } from '../support/make/epub'
import { makePdf } from '../support/make/pdf'
import { makePdfBook } from '../support/make/pdf-book'
import { makePictures } from '../support/make/pictures'
import { makeRar4, makeRar5 } from '../support/make/rar'
import { makeSevenZip, makeSevenZipZip } from '../support/make/seven-zip'
import { makeGzipTar, makeTar, makeZstdTar } from '../support/make/tar'
import { makeZip } from '../support/make/zip'

import { fuzz, type MakeCase, mutate } from './run-cases'

const maxUnpackedPages = 3

async function makeCases(): Promise<MakeCase> {
  const samples = await makeSamples()
  return (i, throwDice) => {
    const [name, sample] = samples[i % samples.length]!
    const input = mutate(sample, throwDice)
    if (throwDice(2) === 0) mend(name, sample, input)
    return { name, input, run: read }
  }
}

async function read(path: string) {
  const book = await readBook(path)
  for (const [index, page] of book.pages.slice(0, maxUnpackedPages).entries()) {
    try {
      if (book.format === 'pdf') {
        await readPdfJpeg(path, index)
        await renderPdfPage(path, index, 100)
        await readPageTexts(path, { first: index, count: 1 })
        await readOutline(path)
      } else if (page.offset !== undefined) readPage(path, page)
      else if (page.entry !== undefined) await unpackPage(path, page)
    } catch (error) {
      if (!(error instanceof BadFile)) throw error
    }
  }
}

/** Repairs checksums at known headers, so that the data after them is parsed, too. */
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

/** Repairs RAR checksums. Headers are found in the original by their valid checksums. */
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
    ['cbz packed with Zstandard', makeZip(parts.map(packWithZstandard))],
    ['cbz packed with LZMA', await makeSevenZipZip(parts, 'LZMA')],
    ['rar4', makeRar4(parts)],
    ['rar5', makeRar5(parts)],
    ['tar', makeTar(parts)],
    ['tar.gz', makeGzipTar(parts)],
    ['tar.zst', makeZstdTar(parts)],
    ['7z', await makeSevenZip(parts)],
    ['solid 7z', await makeSevenZip(parts, { solid: true })],
    ['epub', await makeEpub({ fixedPages: pictures })],
    ['pdf', makePdf({ images })],
    ['pdf of text', makePdfBook(textBook)],
    ...fixtures(),
  ]
}

const textBook = {
  pages: [{ lines: ['Some words'] }, { lines: ['and others'], more: '/Rotate 90' }],
  links: [
    { from: 1, target: 2 },
    { from: 2, target: 'https://example.org/' },
  ],
  contents: [
    ['One', 1],
    ['Two', 2],
  ] as [string, number][],
}

const packWithZstandard = (part: { name: string; data: Uint8Array }) => ({
  ...part,
  method: 93,
  packed: zstdCompressSync(part.data),
})

/** Reads archives of other programs, because the tests cannot create compressed RAR files. */
function fixtures(): [string, Buffer][] {
  const folder = join(
    process.env['QUIRE_FIXTURES'] ?? resolve(import.meta.dir, '../../../shared/fixtures'),
    'archives',
  )
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))])
}

await fuzz(import.meta.path, makeCases)
