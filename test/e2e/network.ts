/** The network and the processor of a browser as a phone has them, and what was sent over it. */
import type { CDPSession, Page } from 'playwright-core'
import type { Visit } from './harness'

interface Line {
  latencyMs: number
  /** Bytes a second, down and up. */
  down: number
  up: number
}

const kilobits = (count: number) => (count * 1000) / 8

/** What Lighthouse takes for slow 4G where it slows the browser down itself; a wait is of each request. */
export const slow4G: Line = { latencyMs: 562.5, down: kilobits(1474.56), up: kilobits(675) }
/** Its desktop. */
export const desktopLine: Line = { latencyMs: 40, down: kilobits(10_240), up: kilobits(10_240) }
/** A train, or the far end of the garden. */
export const poor: Line = { latencyMs: 600, down: kilobits(300), up: kilobits(150) }

export const phone = { width: 412, height: 823 }

/** Bytes as they went over the line, headers and compression included. */
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

/** With `QUIRE_SLOW=6`, say, each page has a sixth of the processor: races show on a quiet machine. */
export async function slowAsAsked(page: Page) {
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
