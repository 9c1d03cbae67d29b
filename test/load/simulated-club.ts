/**
 * Simulates the queues of a club: servers of one thread each, their pools of connections, and the
 * processors of PostgreSQL. The same seed gives the same result.
 */
import type { Dice } from '../support/dice'

export interface Club {
  /** Readers at the same time. */
  readers: number
  servers: number
  /** Connections of each server. */
  connections: number
  /** Most requests of a server at once, `server.max_requests`. More are refused. */
  maxRequests: number
  /** Processors of PostgreSQL. */
  databaseCores: number
  seconds: number
}

/** Milliseconds of one request on average. See docs/club.md. */
export const costs = { server: 4.1, database: 1.5, commit: 5 }
/** Requests of a reader a second: a page and its position every 10 s, a list and 6 covers a minute. */
export const requestsPerReader = 2 / 10 + 7 / 60
/** Share of the requests that write, and wait for the disk at their commit. */
const writeShare = 1 / 10 / requestsPerReader

export interface Outcome {
  requests: number
  refused: number
  /** Milliseconds from a request to its response. */
  median: number
  p99: number
  /** Share of the time in which the threads of the servers work. */
  serverLoad: number
  databaseLoad: number
  /** Most requests that waited for a connection of one server. */
  mostWaiting: number
}

/** Something of which a number can be used at once; others wait in order. */
class Station {
  #free: number
  readonly #waiting: (() => void)[] = []
  #first = 0
  mostWaiting = 0

  constructor(count: number) {
    this.#free = count
  }

  enter(begin: () => void) {
    if (this.#free > 0) {
      this.#free--
      begin()
      return
    }
    this.#waiting.push(begin)
    this.mostWaiting = Math.max(this.mostWaiting, this.#waiting.length - this.#first)
  }

  leave() {
    const next = this.#waiting[this.#first]
    if (!next) {
      this.#free++
      return
    }
    this.#first++
    // Removing each one from the beginning would copy the others every time.
    if (this.#first === 1000) this.#waiting.splice(0, this.#first)
    if (this.#first === 1000) this.#first = 0
    next()
  }
}

interface Entry {
  at: number
  order: number
  run: () => void
}

/** Events in the order of their time: a binary heap. */
class Agenda {
  now = 0
  #order = 0
  readonly #heap: Entry[] = []

  after(ms: number, run: () => void) {
    const heap = this.#heap
    heap.push({ at: this.now + ms, order: this.#order++, run })
    let child = heap.length - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (isBefore(heap[parent]!, heap[child]!)) break
      swap(heap, parent, child)
      child = parent
    }
  }

  run() {
    for (let next = this.#take(); next; next = this.#take()) {
      this.now = next.at
      next.run()
    }
  }

  #take(): Entry | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (!first || !last || heap.length === 0) return first
    heap[0] = last
    for (let parent = 0; ;) {
      let least = parent
      for (const child of [2 * parent + 1, 2 * parent + 2])
        if (heap[child] && isBefore(heap[child], heap[least]!)) least = child
      if (least === parent) return first
      swap(heap, parent, least)
      parent = least
    }
  }
}

const isBefore = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.order < b.order)

function swap(heap: Entry[], a: number, b: number) {
  const kept = heap[a]!
  heap[a] = heap[b]!
  heap[b] = kept
}

const fine = 1_000_000

export function simulate(club: Club, dice: Dice): Outcome {
  const agenda = new Agenda()
  const spread = (mean: number) => -Math.log((dice.roll(fine) + 1) / fine) * mean
  const cores = new Station(club.databaseCores)
  const servers = Array.from({ length: club.servers }, () => ({
    thread: new Station(1),
    pool: new Station(club.connections),
    requests: 0,
  }))
  const times: number[] = []
  const used = { server: 0, database: 0 }
  let [requests, refused] = [0, 0]

  /** Uses a place of the station for `ms`. */
  const work = (station: Station, ms: number, done: () => void) =>
    station.enter(() =>
      agenda.after(ms, () => {
        station.leave()
        done()
      }),
    )

  function send() {
    const server = servers[requests++ % servers.length]!
    if (server.requests >= club.maxRequests) {
      refused++
      return
    }
    server.requests++
    const began = agenda.now
    const [own, database] = [spread(costs.server), spread(costs.database)]
    const commit = dice.roll(fine) < writeShare * fine ? spread(costs.commit) : 0
    used.server += own
    used.database += database
    const answer = () =>
      work(server.thread, own / 2, () => {
        server.requests--
        times.push(agenda.now - began)
      })
    // A transaction keeps its connection while it waits for the disk, but no processor.
    const ask = () =>
      work(cores, database, () =>
        agenda.after(commit, () => {
          server.pool.leave()
          answer()
        }),
      )
    work(server.thread, own / 2, () => server.pool.enter(ask))
  }

  const end = club.seconds * 1000
  const meanGap = 1000 / (club.readers * requestsPerReader)
  const arrive = () => {
    if (agenda.now >= end) return
    send()
    agenda.after(spread(meanGap), arrive)
  }
  agenda.after(0, arrive)
  agenda.run()
  const sorted = times.toSorted((a, b) => a - b)
  const pick = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return {
    requests,
    refused,
    median: pick(0.5),
    p99: pick(0.99),
    serverLoad: used.server / (end * club.servers),
    databaseLoad: used.database / (end * club.databaseCores),
    mostWaiting: Math.max(...servers.map(({ pool }) => pool.mostWaiting)),
  }
}
