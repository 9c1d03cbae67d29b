/** Touch input through the browser's phone emulation. */
import type { CDPSession } from 'playwright-core'
import type { Visit } from './harness'

type Point = readonly [x: number, y: number]

interface Fingers {
  /** Moves each finger along a path from start to end. */
  move(...ways: readonly (readonly [Point, Point])[]): Promise<void>
  /** Taps at human speed, even on a slow machine. */
  tap(point: Point): Promise<void>
  tapTwice(point: Point): Promise<void>
  /** Presses for long enough to be a long press, and lifts the finger. */
  hold(point: Point): Promise<void>
  down(point: Point): Promise<void>
  up(): Promise<void>
}

const steps = 8

export async function createFingers({ page, context }: Visit): Promise<Fingers> {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
  const dispatchTouch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    sendTouch(session, type, points)
  return {
    async move(...ways) {
      await dispatchTouch(
        'touchStart',
        ways.map(([from]) => from),
      )
      for (let step = 1; step <= steps; step++) {
        await dispatchTouch(
          'touchMove',
          ways.map(([from, to]) => interpolate(from, to, step / steps)),
        )
      }
      await dispatchTouch('touchEnd', [])
    },
    tap: (point) => sendTaps(session, point, 1),
    tapTwice: (point) => sendTaps(session, point, 2),
    hold: (point) => sendTaps(session, point, 1, holdSeconds),
    down: (point) => dispatchTouch('touchStart', [point]),
    up: () => dispatchTouch('touchEnd', []),
  }
}

async function sendTaps(session: CDPSession, point: Point, count: number, seconds = tapSeconds) {
  const began = Date.now() / 1000
  await Promise.all(
    Array.from({ length: count * 2 }, (_, step) => {
      const isDown = step % 2 === 0
      return sendTouch(
        session,
        isDown ? 'touchStart' : 'touchEnd',
        isDown ? [point] : [],
        began + step * seconds,
      )
    }),
  )
}

/**
 * Simulated time between two events of a tap. Real time on a slow machine could turn a tap into a
 * long press.
 */
const tapSeconds = 0.03
/** Simulated duration of a long press. */
const holdSeconds = 0.7

/** `at` is in seconds. The default is the current time. */
async function sendTouch(session: CDPSession, type: string, points: readonly Point[], at?: number) {
  await session.send('Input.dispatchTouchEvent', {
    type: type as 'touchStart',
    ...(at !== undefined && { timestamp: at }),
    touchPoints: points.map(([x, y], id) => ({ x, y, id })),
  })
}

const interpolate = ([x, y]: Point, [toX, toY]: Point, share: number): Point => [
  x + (toX - x) * share,
  y + (toY - y) * share,
]
