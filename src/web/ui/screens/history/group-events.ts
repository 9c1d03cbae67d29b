/**
 * Groups reading events by day. Consecutive page turns of the same pass through a book on the same
 * device become one entry.
 */
import type { Schemas } from '../../api/client'

export type ReadingEvent = Schemas['ReadingEvent']

export interface EventGroup {
  /** Newest first; at least one. */
  events: readonly [ReadingEvent, ...ReadingEvent[]]
}

export interface HistoryDay {
  /** Local date. */
  date: string
  groups: EventGroup[]
}

export function groupEvents(events: readonly ReadingEvent[]): HistoryDay[] {
  const days: HistoryDay[] = []
  for (const event of events) {
    const date = getLocalDate(event.happenedAt)
    let day = days.at(-1)
    if (day?.date !== date) {
      day = { date, groups: [] }
      days.push(day)
    }
    const last = day.groups.at(-1)
    if (last && continues(last.events[0], event)) last.events = [...last.events, event]
    else day.groups.push({ events: [event] })
  }
  return days
}

const continues = (first: ReadingEvent, event: ReadingEvent) =>
  first.kind === 'position' &&
  event.kind === 'position' &&
  first.bookId === event.bookId &&
  first.pass === event.pass &&
  first.deviceId === event.deviceId

function getLocalDate(moment: string) {
  const date = new Date(moment)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}
