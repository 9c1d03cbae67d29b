/** Emulates the network and CPU of a phone, and counts traffic. */
import type { CDPSession, Page } from 'playwright-core'
import type { Visit } from './harness'

interface Line {
  latencyMs: number
  /** Download bandwidth in bytes per second. `up` has the same unit. */
  down: number
  up: number
}

const fromKilobits = (count: number) => (count * 1000) / 8

/** Slow 4G of Lighthouse with applied (not simulated) throttling. The latency is per request. */
export const slow4G: Line = { latencyMs: 562.5, down: fromKilobits(1474.56), up: fromKilobits(675) }
/** The desktop profile of Lighthouse. */
export const desktopLine: Line = {
  latencyMs: 40,
  down: fromKilobits(10_240),
  up: fromKilobits(10_240),
}
/** A very poor connection. */
export const poor: Line = { latencyMs: 600, down: fromKilobits(300), up: fromKilobits(150) }

export const phone = { width: 412, height: 823 }

/** Network traffic. `bytes` counts compressed bodies and headers. */
interface Traffic {
  bytes: number
  requests: number
}

export async function slowDown({ page, context }: Visit, line: Line, processor = 1) {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await setLine(session, line)
  if (processor > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
  return session
}

/**
 * Throttles the CPU of a page if QUIRE_SLOW is set, which reveals races. 6 means six times slower.
 */
export async function slowDownIfRequested(page: Page) {
  const rate = Number(process.env['QUIRE_SLOW'] ?? 1)
  if (rate <= 1) return
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Emulation.setCPUThrottlingRate', { rate })
}

export const setLine = (session: CDPSession, { latencyMs, down, up }: Line, offline = false) =>
  session.send('Network.emulateNetworkConditions', {
    offline,
    latency: latencyMs,
    downloadThroughput: down,
    uploadThroughput: up,
  })

export async function countTraffic({ page, context }: Visit): Promise<Traffic> {
  const traffic: Traffic = { bytes: 0, requests: 0 }
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength
    traffic.requests++
  })
  return traffic
}
