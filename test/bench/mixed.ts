/**
 * Measures a first scan of many books in all formats, with memory and response times: `bun
 * test/bench/mixed.ts`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeComicInfo } from '../support/make/cbz'
import { makeEpub } from '../support/make/epub'
import { makePdf } from '../support/make/pdf'
import { makePictures } from '../support/make/pictures'
import { makeRar5 } from '../support/make/rar'
import { makeSevenZip } from '../support/make/seven-zip'
import { makeTar } from '../support/make/tar'
import { makeZip } from '../support/make/zip'
import { formatAim, ms, printLine } from './support/figures'
import { startProbe } from './support/probe'
import { addLibrary, waitUntilIdle, waitForScan, getSeconds } from './support/scans'
import {
  anonymousMemory,
  Client,
  listFamily,
  createFolder,
  processorTime,
  startServer,
} from './support/server'
import { findFreePort } from '../support/free-port'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    books: { type: 'string', default: '20000' },
    /** Also waits for all thumbnails. */
    thumbnails: { type: 'boolean', default: false },
  },
})
const books = Number(values.books)
const folder = createFolder('bench-mixed')
const library = join(folder, 'books')
await makeLibrary()

const dataDir = join(folder, 'data')
const binary = values.source ? undefined : values.binary
const server = await startServer({ binary, dataDir, port: await findFreePort() })
const client = await Client.signIn(server.url)
const probe = startProbe(server, client)
const memory = watchMemory()
const before = processorTime(listFamily(server.pid))
const libraryId = await addLibrary(client, library)
const end = waitForScan(client, libraryId)
const { list, health } = await probe.during(end)
const scan = await end
const used = processorTime(listFamily(server.pid)) - before
if (scan.added !== books) throw new Error(`Only ${scan.added} of ${books} books were found.`)
printLine(
  `first scan of ${books} mixed books: ${(books / getSeconds(scan)).toFixed(0)} books/s; ${(books / used).toFixed(0)} books per second of processor time, thumbnails made meanwhile and decoders included`,
)
report('during the scan')
printLine(
  `requests meanwhile: /series median ${ms(list.median)}, p99 ${ms(list.p99)}; /health median ${ms(health.median)}, p99 ${ms(health.p99)} ms (${formatAim(Math.max(list.p99, health.p99), 50)})`,
)
if (values.thumbnails) {
  const drawing = await probe.during(waitUntilIdle(client))
  report('with all thumbnails')
  printLine(`requests while thumbnails are made: /series p99 ${ms(drawing.list.p99)} ms`)
}
memory.stop()
await server.kill()
rmSync(folder, { recursive: true })

function report(when: string) {
  const { samples } = memory
  const quarter = samples.length >> 2
  const getMedian = (some: number[]) => some.toSorted((a, b) => a - b)[some.length >> 1] ?? NaN
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)].map(
    getMedian,
  )
  printLine(
    `memory ${when}: at most ${Math.max(...samples).toFixed(0)} MB (${formatAim(Math.max(...samples), 300, 'MB')}); in the second quarter ${second!.toFixed(0)}, in the last ${last!.toFixed(0)} MB`,
  )
}

/** Samples the anonymous memory of the server and its descendants ten times a second. */
function watchMemory() {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(anonymousMemory(listFamily(server.pid))), 100)
  return { samples, stop: () => clearInterval(timer) }
}

/** Half of the books are CBZ. Only 20 files are created for each format that is slow to create. */
async function makeLibrary() {
  const pictures = await makePictures(40, { width: 200, height: 300 })
  const pages = (book: number) =>
    Array.from({ length: 8 }, (_, i) => ({
      name: `${i + 1}.jpg`,
      data: pictures[(book * 7 + i) % pictures.length]!,
    }))
  const few = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const images = pages(i).map(({ data }) => ({ data, width: 200, height: 300 }))
      return {
        sevenZip: await makeSevenZip(pages(i)),
        pdf: makePdf({ images, info: { Title: `Book ${i}` } }),
        epub: await makeEpub({ title: `Book ${i}` }),
      }
    }),
  )
  for (let book = 0; book < books; book++) {
    const info = Buffer.from(makeComicInfo({ Series: 'X', Number: book, Title: `Book ${book}` }))
    const parts = [...pages(book), { name: 'ComicInfo.xml', data: info }]
    const series = join(library, `Series ${String(Math.floor(book / 10)).padStart(5, '0')}`)
    mkdirSync(series, { recursive: true })
    const path = join(series, `Book ${String(book).padStart(6, '0')}`)
    const { sevenZip, pdf, epub } = few[book % few.length]!
    const kind = book % 10
    if (kind < 5) writeFileSync(`${path}.cbz`, makeZip(parts))
    else if (kind === 5) writeFileSync(`${path}.cbr`, makeRar5(parts))
    else if (kind === 6) writeFileSync(`${path}.cbt`, makeTar(parts))
    else if (kind === 7) writeFileSync(`${path}.pdf`, pdf)
    else if (kind === 8) writeFileSync(`${path}.epub`, epub)
    else if (book % 100 === 99) writeFileSync(`${path}.cb7`, sevenZip)
    else writeFolder(path, parts)
  }
}

function writeFolder(path: string, parts: { name: string; data: Uint8Array }[]) {
  mkdirSync(path)
  for (const { name, data } of parts) writeFileSync(join(path, name), data)
}
