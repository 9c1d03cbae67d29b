import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
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
import { waitUntil } from '../../support/wait-until'
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
        { heldMs: 400, renewMs },
        (isHeld) => void leaseChanges.push(`${name} ${isHeld}`),
      )
    const silent = createLease('silent', 700)
    silent.start()
    await Bun.sleep(100)
    const other = createLease('other', 50)
    other.start()
    await Bun.sleep(100)
    expect(leaseChanges).toEqual(['silent true'])
    await Bun.sleep(900)
    expect(leaseChanges).toEqual(['silent true', 'other true', 'silent false'])
    await other.stop()
    await silent.stop()
  })
})

describe('a burst of changes', () => {
  /** Long enough that changes in a burst are less than this apart, even on a busy machine. */
  const quietMs = 1_500

  test('causes one scan after it ends', async () => {
    let scans = 0
    const timing = { quietMs, maxDelayMs: 60_000, minIntervalMs: 100 }
    const burst = new ChangeDebouncer(timing, async () => Boolean(++scans))
    for (let i = 0; i < 5; i++) {
      burst.addChange()
      await Bun.sleep(20)
    }
    expect(scans).toBe(0)
    await waitUntil(async () => scans > 0)
    expect(scans).toBe(1)
    await burst.stop()
  })

  test('without an end causes a scan at most once per maximum delay', async () => {
    let scans = 0
    const maxDelayMs = 300
    const timing = { quietMs, maxDelayMs, minIntervalMs: 100 }
    const burst = new ChangeDebouncer(timing, async () => Boolean(++scans))
    const started = performance.now()
    for (let i = 0; i < 40; i++) {
      burst.addChange()
      await Bun.sleep(20)
    }
    expect(scans).toBeGreaterThanOrEqual(1)
    expect(scans).toBeLessThanOrEqual((performance.now() - started) / maxDelayMs)
    await burst.stop()
  })

  test('is retried until a scan is enqueued, but not after the watcher stops', async () => {
    let tries = 0
    const timing = { quietMs: 60, maxDelayMs: 300, minIntervalMs: 100 }
    const burst = new ChangeDebouncer(timing, async () => ++tries === 3)
    burst.addChange()
    await waitUntil(async () => tries === 3)
    await Bun.sleep(300)
    expect(tries).toBe(3)
    burst.addChange()
    await burst.stop()
    await Bun.sleep(200)
    expect(tries).toBe(3)
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
