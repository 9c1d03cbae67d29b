/**
 * Compares pages over HTTP with the same bytes as a plain file: `bun test/bench/pages.ts`. See
 * README.md.
 */
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  computeFigures,
  formatAim,
  type Figures,
  ms,
  ratio,
  printLine,
  printTable,
  measureRuns,
} from './support/figures'
import { serveFolder, startNginx } from './support/nginx'
import type { PageServer } from './support/page-server'
import { sendRepeatedly } from './support/raw-client'
import { processorTime } from './support/server'

const { values } = parseArgs({
  options: {
    kilobytes: { type: 'string', default: '400' },
    runs: { type: 'string', default: '1000' },
    /** Compares with nginx, which must be installed, in place of the table. */
    nginx: { type: 'boolean', default: false },
  },
})
const runs = Number(values.runs)

const child = Bun.spawn(
  [process.execPath, join(import.meta.dir, 'support/page-server.ts'), values.kilobytes],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const server = await firstLine(child.stdout)
try {
  await (values.nginx ? compareWithNginx() : storedPages())
} finally {
  child.kill()
  await child.exited
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<PageServer> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('\n')) return JSON.parse(text) as PageServer
  }
  throw new Error('The server ended at its start.')
}

async function request(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.api}${path}`, {
    headers: { authorization: `Bearer ${server.token}`, ...headers },
  })
  const { length } = await answer.bytes()
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status}`)
  return { answer, length }
}

async function storedPages() {
  const { stored, deflated, packed, whole } = server.small
  await request(`/books/${packed}/pages/1`)
  const cases: [string, () => Promise<unknown>][] = [
    ['plain file, bare server', () => fetch(server.plain).then((answer) => answer.bytes())],
    ['as a book’s whole file', () => request(`/books/${whole}/file`)],
    ['stored page', () => request(`/books/${stored}/pages/1`)],
    ['deflated page', () => request(`/books/${deflated}/pages/1`)],
    ['page from the cache', () => request(`/books/${packed}/pages/1`)],
    ['not changed (304)', unchanged(stored)],
  ]
  const figures = await alternate(cases)
  const base = figures[0]!.median
  printLine(
    `A page of ${values.kilobytes} KiB: median / 99th percentile, and against the plain file`,
  )
  printTable(
    ['', 'ms', 'p99', 'ratio'],
    cases.map(([name], i) => [
      name,
      ms(figures[i]!.median),
      ms(figures[i]!.p99),
      ratio(figures[i]!.median, base),
    ]),
  )
  printLine(`stored page, ${formatAim(figures[2]!.median / base, 1.5, '×')}`)
}

function unchanged(id: string) {
  let etag = ''
  return async () => {
    const { answer } = await request(`/books/${id}/pages/1`, { 'if-none-match': etag })
    etag = answer.headers.get('etag') ?? ''
  }
}

/** Requests over eight raw connections. Processor time is that of the server alone. */
async function compareWithNginx() {
  const nginx = await startNginx(serveFolder(dirname(server.plainPath)))
  const { port, pathname } = new URL(server.api)
  const quire = { host: '127.0.0.1', port: Number(port), pid: server.pid }
  const headers = { authorization: `Bearer ${server.token}` }
  const cases = [
    { host: '127.0.0.1', port: nginx.port, pid: nginx.pid, path: `/${basename(server.plainPath)}` },
    { ...quire, headers, path: `${pathname}/books/${server.small.stored}/pages/1` },
  ]
  const perSecond: number[][] = cases.map(() => [])
  const microseconds: number[][] = cases.map(() => [])
  const runRound = async () => {
    for (const [i, { pid, ...load }] of cases.entries()) {
      const before = processorTime([pid])
      const count = await sendRepeatedly({ ...load, connections: 8, seconds: 1 }, 200)
      perSecond[i]!.push(count)
      microseconds[i]!.push(((processorTime([pid]) - before) / count) * 1e6)
    }
  }
  try {
    for (let round = 0; round < 7; round++) await runRound()
  } finally {
    await nginx.stop()
  }
  const median = (samples: readonly number[]) => computeFigures(samples).median
  const row = (name: string, i: number) => [
    name,
    median(perSecond[i]!).toFixed(0),
    ratio(median(perSecond[i]!), median(perSecond[0]!)),
    median(microseconds[i]!).toFixed(1),
    ratio(median(microseconds[0]!), median(microseconds[i]!)),
  ]
  printTable(
    [`page of ${values.kilobytes} KiB`, 'per second', '', 'µs of processor', ''],
    [row('plain file, nginx', 0), row('stored page, Quire', 1)],
  )
  printLine('aim: 0.85 of the requests per second of nginx; medians of 7 rounds, 8 connections')
}

/** Alternates between the cases, so that other load affects all of them equally. */
async function alternate(cases: readonly [string, () => Promise<unknown>][]): Promise<Figures[]> {
  const rounds = 20
  const all: Figures[][] = cases.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, [, work]] of cases.entries()) {
      all[i]!.push(await measureRuns(work, { runs: runs / rounds, warm: round === 0 ? 100 : 2 }))
    }
  }
  const getMedian = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
  return all.map((figures) => ({
    median: getMedian(figures.map(({ median }) => median)),
    p99: getMedian(figures.map(({ p99 }) => p99)),
    runs,
  }))
}
