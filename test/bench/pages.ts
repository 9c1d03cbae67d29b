/**
 * Pages over HTTP against the same bytes as a plain file, and the first page of large books:
 * `bun test/bench/pages.ts`. See README.md.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closeDecoder } from '../../src/decoding/decoder'
import { openShelf } from '../pages/support'
import { makePdf } from '../support/make/pdf'
import { makePicture } from '../support/make/pictures'
import { makeRar5 } from '../support/make/rar'
import { makeSevenZip } from '../support/make/seven-zip'
import { writeTree } from '../support/make/tree'
import { makeZip } from '../support/make/zip'
import { aim, type Figures, ms, ratio, say, table, timed } from './support/figures'

const { values } = parseArgs({
  options: {
    kilobytes: { type: 'string', default: '400' },
    megabytes: { type: 'string', default: '300' },
    runs: { type: 'string', default: '400' },
  },
})
const pageBytes = Number(values.kilobytes) * 1024
const count = Math.ceil((Number(values.megabytes) * 1024 * 1024) / pageBytes)
const runs = Number(values.runs)

/** Turned off, or the bench would be slowed down as the flood that it is. */
const shelf = await openShelf({ 'api.rate_limit.enabled': 'false' })
const noise = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ name: `${i}.jpg`, data: randomBytes(pageBytes) }))

await storedPages()
await firstPages()
await shelf.close()
closeDecoder()

async function storedPages() {
  const parts = noise(50)
  const stored = await shelf.add('stored.cbz', makeZip(parts))
  const deflated = await shelf.add(
    'deflated.cbz',
    makeZip(parts.map((part) => ({ ...part, method: 8 }))),
  )
  const packed = await shelf.add('packed.cb7', await makeSevenZip(parts, { level: 0 }))
  writeTree(shelf.folder, { 'plain.jpg': parts[0]!.data })
  const plain = Bun.file(join(shelf.folder, 'plain.jpg'))
  const floor = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(plain) })

  const page =
    ({ id }: { id: string }, rest: string) =>
    () =>
      shelf.ask(`/books/${id}/pages/${rest}`).then((answer) => answer.bytes())
  const whole = await shelf.add('whole.cbz', parts[0]!.data)
  const file = () => shelf.ask(`/books/${whole.id}/file`)
  await page(packed, '1')()
  const cases: [string, () => Promise<unknown>][] = [
    ['plain file, bare server', () => fetch(floor.url).then((answer) => answer.bytes())],
    ['as a book’s whole file', () => file().then((answer) => answer.bytes())],
    ['stored page', page(stored, '1')],
    ['deflated page', page(deflated, '1')],
    ['page from the cache', page(packed, '1')],
    ['not changed (304)', unchanged(stored.id)],
  ]
  const figures = await inTurns(cases)
  const base = figures[0]!.median
  say(`A page of ${values.kilobytes} KiB: median / 99th percentile, and against the plain file`)
  table(
    ['', 'ms', 'p99', 'ratio'],
    cases.map(([name], i) => [
      name,
      ms(figures[i]!.median),
      ms(figures[i]!.p99),
      ratio(figures[i]!.median, base),
    ]),
  )
  say(`stored page, ${aim(figures[2]!.median / base, 1.5, '×')}`)
  await floor.stop(true)
}

function unchanged(id: string) {
  let etag = ''
  return async () => {
    const answer = await shelf.ask(`/books/${id}/pages/1`, { headers: { 'if-none-match': etag } })
    etag = answer.headers.get('etag') ?? ''
    await answer.bytes()
  }
}

/** A few of each, round by round, so that what else the machine does falls on all alike. */
async function inTurns(cases: readonly [string, () => Promise<unknown>][]): Promise<Figures[]> {
  const rounds = 10
  const all: Figures[][] = cases.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, [, work]] of cases.entries()) {
      all[i]!.push(await timed(work, { runs: runs / rounds, warm: round === 0 ? 20 : 2 }))
    }
  }
  const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
  return all.map((figures) => ({
    median: middle(figures.map(({ median }) => median)),
    p99: middle(figures.map(({ p99 }) => p99)),
    runs,
  }))
}

async function firstPages() {
  say(`\nFirst page of a book of ${values.megabytes} MB: with a new decoder, and with a warm one`)
  const image = await makePicture({ format: 'jpeg', width: 1600, height: 2400 })
  const images = Array.from({ length: 50 }, () => ({
    data: padded(image),
    width: 1600,
    height: 2400,
  }))
  const books = {
    'CBZ, stored': ['first.cbz', makeZip(noise(count))],
    'CBR, stored': ['first.cbr', makeRar5(noise(count))],
    'CB7, stored': ['first.cb7', await makeSevenZip(noise(count), { level: 0 })],
    'PDF of pictures': ['first.pdf', makePdf({ images })],
  } as const
  for (const [name, [file, data]] of Object.entries(books)) {
    const book = await shelf.add(file, data)
    closeDecoder()
    const times: number[] = []
    for (const n of [1, 2]) {
      const begin = performance.now()
      const answer = await shelf.ask(`/books/${book.id}/pages/${n}`)
      await answer.bytes()
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
      times.push(performance.now() - begin)
    }
    say(`${name}: ${times.map(ms).join(' / ')} ms, ${aim(times[0]!, 150)}`)
  }
}

/** A picture with so much behind it that fifty make a large book. */
function padded(jpeg: Uint8Array) {
  return Buffer.concat([
    jpeg,
    randomBytes(Math.max(0, (Number(values.megabytes) * 1e6) / 50 - jpeg.length)),
  ])
}
