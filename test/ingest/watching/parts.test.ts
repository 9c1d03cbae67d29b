import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { FileRules, isRelevantChange } from '../../../src/ingest/scanning/walk/rules/file-rules'
import { ChangeDebouncer } from '../../../src/ingest/watching/debounce'
import { parseMounts } from '../../../src/ingest/scanning/walk/mounts'
import {
  explainMounts,
  explainFileSystem,
  SilenceDetector,
} from '../../../src/ingest/watching/watch-support'
import { Lease } from '../../../src/ingest/watching/lease'
import { type TestServer, startTestServer } from '../../support/server'
import { TestClock } from '../../support/clock'
import { watchingMessages } from '../../../src/ingest/watching/messages'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('the lease', () => {
  test('is taken over when its owner stops renewing it, and the owner notices', async () => {
    const leaseChanges: string[] = []
    const createLease = (name: string, renewMs: number) =>
      new Lease(
        server.ctx,
        { heldMs: 30_000, renewMs },
        (isHeld) => void leaseChanges.push(`${name} ${isHeld}`),
        name,
      )
    const silent = createLease('silent', 60_000)
    await silent.start()
    const other = createLease('other', 10_000)
    await other.start()
    await server.clock.advance(20_000)
    expect(leaseChanges).toEqual(['silent true'])
    await server.clock.advance(25_000)
    expect(leaseChanges).toEqual(['silent true', 'other true'])
    await server.clock.advance(20_000)
    expect(leaseChanges).toEqual(['silent true', 'other true', 'silent false'])
    await other.stop()
    await silent.stop()
  })
})

describe('a burst of changes', () => {
  const start = new Date('2026-11-01T12:00:00Z')
  const timing = { quietMs: 3_000, maxDelayMs: 60_000, minIntervalMs: 10_000 }
  let clock: TestClock
  beforeEach(() => {
    clock = new TestClock(start)
  })

  /** Counts the seconds until each scan. `attempts` is how often it takes to enqueue one. */
  function countScans(attempts = 1) {
    const scans: number[] = []
    const burst = new ChangeDebouncer(clock, timing, async () => {
      scans.push((clock.now().getTime() - start.getTime()) / 1_000)
      return scans.length >= attempts
    })
    return { scans, burst }
  }

  test('causes one scan after it ends', async () => {
    const { scans, burst } = countScans()
    for (let i = 0; i < 5; i++) {
      burst.addChange()
      await clock.advance(2_000)
    }
    expect(scans).toEqual([])
    await clock.advance(60_000)
    expect(scans).toEqual([11])
    await burst.stop()
  })

  test('without an end causes a scan at most once per maximum delay', async () => {
    const { scans, burst } = countScans()
    for (let second = 0; second < 150; second++) {
      burst.addChange()
      await clock.advance(1_000)
    }
    expect(scans).toEqual([60, 120])
    await burst.stop()
  })

  test('is scanned not sooner than the minimum interval after another one', async () => {
    const { scans, burst } = countScans()
    burst.addChange()
    await clock.advance(4_000)
    burst.addChange()
    await clock.advance(60_000)
    expect(scans).toEqual([3, 13])
    await burst.stop()
  })

  test('is scanned soon even if the clock was set back', async () => {
    const { scans, burst } = countScans()
    burst.addChange()
    await clock.advance(4_000)
    clock.stop(new Date(start.getTime() - 3_600_000))
    burst.addChange()
    await clock.advance(10_000)
    expect(scans).toHaveLength(2)
    await burst.stop()
  })

  test('is retried until a scan is enqueued, but not after the watcher stops', async () => {
    const { scans, burst } = countScans(3)
    burst.addChange()
    await clock.advance(60_000)
    expect(scans).toEqual([3, 13, 23])
    burst.addChange()
    await burst.stop()
    await clock.advance(60_000)
    expect(scans).toHaveLength(3)
  })
})

test('only changes that can affect books are relevant', () => {
  const rules = new FileRules({ formats: null, excluded: ['Drafts', '*.bak.cbz'] })
  const isRelevant = (path: string) => isRelevantChange(rules, path)
  for (const path of ['S', 'S/x.cbz', 'S/cover.jpg', 'Vol. 2.5', 'S/.ignore', '.nomedia']) {
    expect([path, isRelevant(path)]).toEqual([path, true])
  }
  for (const path of [
    '.git/x',
    'S/.x.cbz',
    '@eaDir',
    'S/x.cbz.part',
    'Drafts/x.cbz',
    'a.bak.cbz',
  ]) {
    expect([path, isRelevant(path)]).toEqual([path, false])
  }
})

test.if(process.platform === 'linux')('network file systems are polled', () => {
  // Some systems return the type as a negative number.
  for (const type of [0x6969, 0xff534d42, 0xff534d42 | 0, 0xfe534d42, 0x65735546, 0x01021997]) {
    expect<string | undefined>(explainFileSystem(type)?.code).toBe('watching.shared')
  }
  for (const type of [0xef53, 0x9123683e, 0x58465342, 0x01021994, 0x794c7630]) {
    expect(explainFileSystem(type)).toBeUndefined()
  }
})

test('mounts below a folder are polled, too', () => {
  const mounts = parseMounts(
    [
      '25 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
      '31 25 0:40 / /books/My\\040Nas rw shared:2 master:1 - nfs4 nas:/x rw',
      '32 25 0:41 / /pool rw - fuse.mergerfs pool rw',
      '33 25 8:2 / /other rw - btrfs /dev/sdb1 rw',
    ].join('\n'),
  )
  expect(mounts[1]).toEqual({ path: '/books/My Nas', type: 'nfs4', device: '0:40' })
  expect(explainMounts(mounts, '/books')).toEqual(
    watchingMessages.partly_shared({ fileSystem: 'NFS' }),
  )
  expect(explainMounts(mounts, '/books/My Nas/Comics')).toEqual(
    watchingMessages.shared({ fileSystem: 'NFS' }),
  )
  expect(explainMounts(mounts, '/pool')).toEqual(watchingMessages.shared({ fileSystem: 'FUSE' }))
  expect(explainMounts(mounts, '/other')).toBeUndefined()
  expect(explainMounts(mounts, '/booksies')).toBeUndefined()
})

describe('a watch that stopped working', () => {
  /** Each check has the modification time of the folder and the number of events so far. */
  const cases: { name: string; checks: [number, number][]; expected: boolean }[] = [
    {
      name: 'nothing changes',
      checks: [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
      expected: false,
    },
    {
      name: 'a change has an event',
      checks: [
        [1, 0],
        [2, 1],
        [2, 1],
      ],
      expected: false,
    },
    {
      name: 'the event comes late',
      checks: [
        [1, 0],
        [2, 0],
        [2, 1],
        [2, 1],
      ],
      expected: false,
    },
    {
      name: 'a change has no event',
      checks: [
        [1, 0],
        [2, 0],
        [2, 0],
      ],
      expected: true,
    },
    {
      name: 'no change has an event',
      checks: [
        [1, 3],
        [2, 3],
        [3, 3],
      ],
      expected: true,
    },
    {
      name: 'it stops after events',
      checks: [
        [1, 0],
        [2, 5],
        [3, 5],
        [3, 5],
      ],
      expected: true,
    },
    {
      name: 'events come from below',
      checks: [
        [1, 0],
        [1, 4],
        [1, 9],
      ],
      expected: false,
    },
    {
      name: 'the clock goes back',
      checks: [
        [5, 0],
        [1, 0],
        [1, 0],
      ],
      expected: true,
    },
  ]
  for (const { name, checks, expected } of cases) {
    test(`is ${expected ? 'noticed' : 'not suspected'} when ${name}`, () => {
      const detector = new SilenceDetector()
      expect(checks.some(([modifiedAt, events]) => detector.check(modifiedAt, events))).toBe(
        expected,
      )
    })
  }
})
