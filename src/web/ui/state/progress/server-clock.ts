/**
 * Measures the server's clock and dates progress by it. Progress from several devices is ordered by
 * time, and a wrong device clock would break the order.
 */
import { fromStorage } from '../browser/storage'
import {
  type ClockReading,
  type Contact,
  computeEventTime,
  getSkew,
  toleratedMs,
} from './event-time'

const key = 'quire_clock'
/** Age at which a contact is renewed. A newer one narrows down when something was read offline. */
const renewedAfterMs = 10_000

/** Identifies this page. `crypto.randomUUID` requires HTTPS. */
const pageId = `${Date.now()} ${Math.random()}`

let contact: Contact | null = readContact()
let isMeasured = false

/**
 * Whether a response on this page has measured the clock. An older measurement may be wrong,
 * because the clock may have been changed.
 */
export const isClockMeasured = () => isMeasured

/** Measures the server's clock by the `Date` header of a new response. */
export function updateServerClock(date: string | null) {
  const measured = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(measured)) return
  const wallMs = Date.now()
  // Treats this device's clock as correct if the difference is small.
  const serverMs = Math.abs(measured - wallMs) <= toleratedMs ? wallMs : measured
  const isSameClock =
    isMeasured && contact !== null && Math.abs(serverMs - wallMs - getSkew(contact)) <= toleratedMs
  if (isSameClock && wallMs - contact!.wallMs < renewedAfterMs) return
  // Keeps the known difference. A new one could reorder progress within the same second.
  contact = isSameClock ? { serverMs: wallMs + getSkew(contact!), wallMs } : { serverMs, wallMs }
  isMeasured = true
  fromStorage((storage) => storage.setItem(key, JSON.stringify(contact)))
}

export const readClocks = (): ClockReading => ({
  wallMs: Date.now(),
  elapsedMs: performance.now(),
  pageId,
  contact,
})

/** Returns the time of an event according to the server's clock, in milliseconds. */
export function getServerTime(event: ClockReading): number {
  const now = readClocks()
  const measured = now.contact ?? { serverMs: now.wallMs, wallMs: now.wallMs }
  return Math.round(computeEventTime(event, { ...now, contact: measured }))
}

function readContact(): Contact | null {
  const text = fromStorage((storage) => storage.getItem(key))
  try {
    const found = text ? (JSON.parse(text) as Partial<Contact>) : {}
    const { serverMs, wallMs } = found
    return Number.isFinite(serverMs) && Number.isFinite(wallMs) ? (found as Contact) : null
  } catch {
    return null
  }
}
