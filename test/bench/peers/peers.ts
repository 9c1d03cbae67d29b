/**
 * Compares a running server with a running Quire: `bun test/bench/peers/peers.ts --peer URL
 * --peer-token KEY --quire URL --quire-token KEY`. See README.md.
 */
import { parseArgs } from 'node:util'
import { computeFigures, ms, printLine, printTable, ratio } from '../support/figures'
import { describePeer, type Figure, type PeerOptions } from './kinds'

const { values } = parseArgs({
  options: {
    peer: { type: 'string' },
    'peer-token': { type: 'string' },
    quire: { type: 'string' },
    'quire-token': { type: 'string' },
    connections: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
  },
})

const servers = [
  readOptions('quire', values.quire, values['quire-token']),
  readOptions('peer', values.peer, values['peer-token']),
] as const

function readOptions(
  name: string,
  url: string | undefined,
  token: string | undefined,
): PeerOptions {
  if (url === undefined || token === undefined)
    throw new Error(`--${name} URL and --${name}-token KEY are needed.`)
  return { url: url.replace(/\/+$/, ''), token }
}

interface Sample {
  bytes: number
  alone: number[]
  perSecond: number[]
}

const described = [await describePeer(servers[0]), await describePeer(servers[1])] as const
const rows: string[][] = []
/** Figures that a server does not have. */
const missing: string[] = []
for (const [i, figure] of described[0].figures.entries()) {
  const row = await compare(figure, described[1].figures[i]!)
  if (row) rows.push(row)
}
printLine(
  `Quire: ${servers[0].url} (${described[0].kind}), peer: ${servers[1].url} (${described[1].kind})`,
)
printTable(
  [
    '',
    'Quire ms',
    'p99',
    'per second',
    'bytes',
    'peer ms',
    'p99',
    'per second',
    'bytes',
    'Quire to peer',
  ],
  rows,
)
printLine(
  `Time of one request at a time; requests per second over ${values.connections} connections, and their ratio; medians of ${values.rounds} rounds.`,
)
for (const line of missing) printLine(`left out: ${line}`)

/** Both servers take turns, so that other load affects them alike. */
async function compare(ours: Figure, theirs: Figure): Promise<string[] | undefined> {
  const sides = [ours, theirs].map((figure, i) => ({ figure, url: servers[i]!.url }))
  const samples: Sample[] = sides.map(() => ({ bytes: 0, alone: [], perSecond: [] }))
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const [i, { url, figure }] of sides.entries()) {
      const found = await measure(url, figure)
      if (found === undefined) {
        missing.push(`${figure.name}: not ${figure.status} for ${url}${figure.path}`)
        return undefined
      }
      // The first round warms up.
      if (round === 0) continue
      samples[i]!.bytes = found.bytes
      samples[i]!.alone.push(...found.alone)
      samples[i]!.perSecond.push(...found.perSecond)
    }
  }
  const [quire, peer] = samples.map(({ perSecond }) => computeFigures(perSecond).median)
  return [ours.name, ...samples.flatMap(formatSample), ratio(quire!, peer!)]
}

function formatSample({ bytes, alone, perSecond }: Sample): string[] {
  const { median, p99 } = computeFigures(alone)
  return [ms(median), ms(p99), computeFigures(perSecond).median.toFixed(0), String(bytes)]
}

/** Returns undefined if the server answers with another status. */
async function measure(url: string, figure: Figure): Promise<Sample | undefined> {
  const first = await send(url, figure)
  if (first.status !== figure.status) return undefined
  const alone: number[] = []
  const until = performance.now() + (Number(values.seconds) * 1000) / 2
  while (performance.now() < until) {
    const begin = performance.now()
    await requireStatus(url, figure)
    alone.push(performance.now() - begin)
  }
  return { bytes: first.bytes, alone, perSecond: [await countPerSecond(url, figure)] }
}

async function countPerSecond(url: string, figure: Figure): Promise<number> {
  const [begin, limitMs] = [performance.now(), (Number(values.seconds) * 1000) / 2]
  let count = 0
  const work = async () => {
    while (performance.now() - begin < limitMs) {
      await requireStatus(url, figure)
      count++
    }
  }
  await Promise.all(Array.from({ length: Number(values.connections) }, work))
  return (count / (performance.now() - begin)) * 1000
}

async function requireStatus(url: string, figure: Figure) {
  const { status } = await send(url, figure)
  if (status !== figure.status) throw new Error(`${url}${figure.path}: ${status}`)
}

/** Asks for plain text, because `fetch` would decompress it in this process. */
async function send(url: string, { path, headers }: Figure) {
  const response = await fetch(`${url}${path}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
}
