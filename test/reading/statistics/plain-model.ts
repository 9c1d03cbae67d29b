/** Statistics computed the slow and obvious way, from the raw events and sessions. */
export interface RawEvent {
  id: string
  bookId: string
  kind: string
  origin: string
  pass: number
  page: number | null
  fraction: number | null
  locator: unknown
  device: string | null
  happenedAt: Date
}

export interface RawSession {
  id: string
  bookId: string
  startedMs: number
  endedMs: number
  activeMs: number | null
  pages: number | null
}

interface Counted {
  bookId: string
  begin: number
  end: number
  pages: number
  isMeasured: boolean
}

export interface Model {
  totalMs: number
  measuredMs: number
  pages: number
  sessions: number
  days: Map<string, { totalMs: number; pages: number }>
  byBook: Map<string, { totalMs: number; pages: number }>
}

const minute = 60_000

export function computeModel(
  events: readonly RawEvent[],
  measured: readonly RawSession[],
  { pageCount, timeZone }: { pageCount: number; timeZone: string },
): Model {
  const counted: Counted[] = []
  for (const one of measured) {
    const isLater = measured.some(
      (other) =>
        other !== one &&
        overlap(one, other) &&
        (other.startedMs < one.startedMs ||
          (other.startedMs === one.startedMs && other.id < one.id)),
    )
    counted.push({
      bookId: one.bookId,
      begin: one.startedMs,
      end: one.startedMs + (one.activeMs ?? 0),
      pages: isLater ? 0 : (one.pages ?? 0),
      isMeasured: true,
    })
  }
  for (const bookId of new Set(events.map((event) => event.bookId))) {
    const own = events
      .filter((event) => event.bookId === bookId)
      .toSorted((a, b) => +a.happenedAt - +b.happenedAt || (a.id < b.id ? -1 : 1))
    for (const session of deriveAll(own, pageCount)) {
      const span = { bookId, startedMs: session.begin, endedMs: session.end }
      if (measured.some((one) => overlap(one, span))) continue
      counted.push({ bookId, ...session, isMeasured: false })
    }
  }
  return summarize(counted, timeZone)
}

type Span = Pick<RawSession, 'bookId' | 'startedMs' | 'endedMs'>

const overlap = (one: Span, other: Span) =>
  one.bookId === other.bookId && one.startedMs <= other.endedMs && other.startedMs <= one.endedMs

function deriveAll(events: readonly RawEvent[], pageCount: number) {
  const sessions: { begin: number; end: number; pages: number; device: string | null }[] = []
  let isOpen = false
  for (const [place, event] of events.entries()) {
    const at = +event.happenedAt
    if (event.kind === 'unread') {
      isOpen = false
      continue
    }
    if (isMark(event)) {
      isOpen = false
      continue
    }
    const before = events[place - 1]
    const pages = countPages(event, before, pageCount)
    const last = sessions.at(-1)
    const isNear = last && at - last.end <= 5 * minute && at - last.begin <= 12 * 60 * minute
    if (isOpen && isNear && last.device === event.device) {
      last.end = at
      last.pages += pages
    } else sessions.push({ begin: at, end: at, pages, device: event.device })
    isOpen = true
  }
  return sessions
}

const isMark = ({ kind, origin, page, fraction, locator }: RawEvent) =>
  kind === 'completed' && (origin === 'sync' || (page !== null && fraction === 1 && !locator))

function countPages(event: RawEvent, before: RawEvent | undefined, pageCount: number) {
  const isSame = before && before.kind !== 'unread' && before.pass === event.pass
  const step = pageOf(event, pageCount) - (isSame ? pageOf(before, pageCount) : 0)
  const isJump = step > 20 && (!isSame || +event.happenedAt - +before.happenedAt < step * 2000)
  return isJump ? 0 : Math.max(0, step)
}

const pageOf = ({ page, fraction }: RawEvent, pageCount: number) =>
  Math.min(page ?? Math.ceil((fraction ?? 0) * pageCount), pageCount)

function summarize(counted: readonly Counted[], timeZone: string): Model {
  const days: Model['days'] = new Map()
  const format = new Intl.DateTimeFormat('en-CA', { timeZone })
  const addTo = (day: string, totalMs: number, pages: number) => {
    const known = days.get(day) ?? { totalMs: 0, pages: 0 }
    days.set(day, { totalMs: known.totalMs + totalMs, pages: known.pages + pages })
  }
  for (const { begin, pages } of counted) addTo(format.format(begin), 0, pages)
  for (const [begin, end] of unite(counted)) {
    for (let from = begin; from < end;) {
      const to = Math.min(end, findMidnight(format, from))
      addTo(format.format(from), to - from, 0)
      from = to
    }
  }
  const byBook: Model['byBook'] = new Map()
  for (const bookId of new Set(counted.map((one) => one.bookId))) {
    const own = counted.filter((one) => one.bookId === bookId)
    byBook.set(bookId, { totalMs: measure(own), pages: sum(own) })
  }
  return {
    totalMs: measure(counted),
    measuredMs: measure(counted.filter(({ isMeasured }) => isMeasured)),
    pages: sum(counted),
    sessions: counted.length,
    days,
    byBook,
  }
}

const sum = (counted: readonly Counted[]) => counted.reduce((total, { pages }) => total + pages, 0)

const measure = (counted: readonly Counted[]) =>
  unite(counted).reduce((total, [begin, end]) => total + end - begin, 0)

function unite(counted: readonly Counted[]): [number, number][] {
  const united: [number, number][] = []
  for (const { begin, end } of counted.toSorted((a, b) => a.begin - b.begin)) {
    const last = united.at(-1)
    if (last && begin <= last[1]) last[1] = Math.max(last[1], end)
    else if (end > begin) united.push([begin, end])
  }
  return united.filter(([begin, end]) => end > begin)
}

/** Finds the first minute of the next local day. */
function findMidnight(format: Intl.DateTimeFormat, from: number) {
  const day = format.format(from)
  let at = Math.floor(from / minute) * minute
  while (format.format(at) === day) at += minute
  return at
}
