/** Fingers on the screen, as the browser's own emulation of a phone sends them. */
import type { CDPSession } from 'playwright-core'
import type { Visit } from './harness'

type Point = readonly [x: number, y: number]

interface Fingers {
  /** Each finger's way, from where it is put down to where it is lifted. */
  move(...ways: readonly (readonly [Point, Point])[]): Promise<void>
  tap(point: Point): Promise<void>
  /** As fast as a hand does it, however slow the machine is. */
  tapTwice(point: Point): Promise<void>
  down(point: Point): Promise<void>
  up(): Promise<void>
}

const steps = 8

export async function fingers({ page, context }: Visit): Promise<Fingers> {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    send(session, type, points)
  return {
    async move(...ways) {
      await touch(
        'touchStart',
        ways.map(([from]) => from),
      )
      for (let step = 1; step <= steps; step++) {
        await touch(
          'touchMove',
          ways.map(([from, to]) => between(from, to, step / steps)),
        )
      }
      await touch('touchEnd', [])
    },
    async tap(point) {
      await touch('touchStart', [point])
      await touch('touchEnd', [])
    },
    async tapTwice(point) {
      const began = Date.now() / 1000
      const ways = ['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const
      await Promise.all(
        ways.map((type, step) =>
          send(session, type, type === 'touchStart' ? [point] : [], began + step * 0.03),
        ),
      )
    },
    down: (point) => touch('touchStart', [point]),
    up: () => touch('touchEnd', []),
  }
}

/** `at` is in seconds; now, where nothing is said. */
async function send(session: CDPSession, type: string, points: readonly Point[], at?: number) {
  await session.send('Input.dispatchTouchEvent', {
    type: type as 'touchStart',
    ...(at !== undefined && { timestamp: at }),
    touchPoints: points.map(([x, y], id) => ({ x, y, id })),
  })
}

const between = ([x, y]: Point, [toX, toY]: Point, share: number): Point => [
  x + (toX - x) * share,
  y + (toY - y) * share,
]
