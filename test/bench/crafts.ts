/** Measures book reading and thumbnail creation without a server: `bun test/bench/crafts.ts`. */
import { availableParallelism } from 'node:os'
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { DecoderPool } from '../../src/media/decoding/decoder-pool'
import { computeFingerprint } from '../../src/media/reader/fingerprint'
import { readBook } from '../../src/media/reader/reader'
import { makePictures } from '../support/make/pictures'
import { writeTree } from '../support/make/tree'
import { makeComics } from './support/comics'
import { ratio, printLine } from './support/figures'
import { createFolder } from './support/server'

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '3000' },
    thumbnails: { type: 'string', default: '200' },
  },
})
const folder = createFolder('bench-crafts')
await metadataPass(Number(values.books))
await thumbnails(Number(values.thumbnails))
rmSync(folder, { recursive: true })

/** Measures reading the directory, ComicInfo, page sizes and fingerprints of books, like a scan. */
async function metadataPass(count: number) {
  const library = join(folder, 'comics')
  await makeComics(library, { books: count, pages: 20, width: 60, height: 90 })
  const names = readdirSync(library, { recursive: true }).map(String)
  const paths = names.filter((name) => name.endsWith('.cbz')).map((name) => join(library, name))
  for (let round = 0; round < 3; round++) {
    const floor = await measureProcessorTime(() => paths.forEach(readMinimum))
    const used = await measureProcessorTime(async () => {
      for (const path of paths) {
        const { metadata } = await readBook(path, undefined, {
          opened: (file, detected) => void computeFingerprint(file, detected),
        })
        if (metadata?.source !== 'comicinfo') throw new Error(`${path} says nothing`)
      }
    })
    const rate = count / used
    printLine(
      `metadata pass: ${rate.toFixed(0)} books a second of processor time (aim > 1500: ${rate > 1500 ? 'met' : 'MISSED'}); opening each file and reading its end takes ${ratio(floor, used)} of that`,
    )
  }
}

/** The minimum work to read a ZIP: opens the file and reads its end. */
function readMinimum(path: string) {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  const length = Math.min(size, 64 * 1024)
  readSync(file, Buffer.allocUnsafe(length), 0, length, size - length)
  closeSync(file)
}

async function measureProcessorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** Compares creating thumbnails in this process with sharp and in decoder processes. */
async function thumbnails(count: number) {
  const pictures = await makePictures(8, { width: 1400, height: 2100 })
  writeTree(folder, Object.fromEntries(pictures.map((data, i) => [`${i}.jpg`, data])))
  const getPath = (i: number) => join(folder, `${i % pictures.length}.jpg`)
  const cores = availableParallelism()
  sharp.concurrency(1)
  const pool = new DecoderPool({ size: cores })
  const useDecoder = (i: number) =>
    pool.run('thumbnail', {
      source: { from: 'file', path: getPath(i) },
      width: 300,
      quality: 75,
      target: join(folder, 'made', `${i}.webp`),
    })
  for (let i = 0; i < cores; i++) await useDecoder(i)
  for (let round = 0; round < 3; round++) {
    const alone = await measureParallel(count, cores, (i) => useSharp(getPath(i)))
    const ours = await measureParallel(count, cores, useDecoder)
    const share = alone / ours
    printLine(
      `thumbnails: ${(count / ours).toFixed(1)} a second, sharp alone ${(count / alone).toFixed(1)}: ${(share * 100).toFixed(0)} % (aim 85 %: ${share >= 0.85 ? 'met' : 'MISSED'})`,
    )
  }
  pool.close()
}

function useSharp(path: string) {
  return sharp(readFileSync(path))
    .autoOrient()
    .resize({ width: 300, height: 600, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 75, effort: 2 })
    .toBuffer()
}

/** Returns the seconds that `count` tasks take, `lanes` of them in parallel. */
async function measureParallel(
  count: number,
  lanes: number,
  work: (i: number) => Promise<unknown>,
) {
  const begin = performance.now()
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return (performance.now() - begin) / 1000
}
