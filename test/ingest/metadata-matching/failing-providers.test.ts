/** Whatever the providers do, runs end in a defined state and lose no series. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { type MatchingServer, startMatchingServer } from './matching-server'

let matching: MatchingServer
beforeAll(async () => {
  matching = await startMatchingServer()
})
afterAll(() => matching.close())
afterEach(() => {
  const { anilist, mangaupdates } = matching.servers
  for (const one of [anilist, mangaupdates])
    Object.assign(one, { failFor: undefined, body: undefined })
})

describe('a series for which the provider fails', () => {
  test('does not stop the run, and is asked again when the run continues', async () => {
    const { library } = await matching.addLibrary(['Broken one', 'Vinland Saga', 'Nothing like it'])
    await matching.useOnly(library, ['anilist'])
    matching.servers.anilist.failFor = 'Broken one'
    const run = await matching.waitForRun(await matching.startRun(library))
    expect(run).toMatchObject({
      state: 'completed',
      counts: { failed: 1, applied: 1, none: 1, waiting: 0 },
    })
    const [broken] = await matching.listItems(run.id)
    expect(broken).toMatchObject({ state: 'failed', because: { code: 'outgoing.failed' } })
    matching.servers.anilist.failFor = undefined
    await matching.call('POST', `/metadata-runs/${run.id}/resume`)
    const continued = await matching.waitForRun(run.id)
    expect(continued).toMatchObject({ state: 'completed', counts: { failed: 0, none: 2 } })
  })

  test('stops the run with the reason if no other series can be asked either', async () => {
    const { library } = await matching.addLibrary(['Broken two'])
    await matching.useOnly(library, ['anilist'])
    matching.servers.anilist.failFor = 'Broken two'
    const run = await matching.waitForRun(await matching.startRun(library))
    expect(run).toMatchObject({
      state: 'failed',
      counts: { waiting: 1 },
      problem: { code: 'outgoing.failed' },
    })
  })
})

test('a work that cannot be loaded after the search fails only its series', async () => {
  const codes = [
    [404, 'outgoing.not_found'],
    [418, 'outgoing.failed'],
  ] as const
  for (const [status, code] of codes) {
    const { library } = await matching.addLibrary(['Vinland Saga', 'Nothing like it'])
    await matching.useOnly(library, ['mangaupdates'])
    Object.assign(matching.servers.mangaupdates, {
      failFor: '/series/51239621230',
      failStatus: status,
    })
    const run = await matching.waitForRun(await matching.startRun(library))
    expect(run).toMatchObject({ state: 'completed', counts: { failed: 1, none: 1 } })
    const items: { state: string; because: { code: string } }[] = await matching.listItems(run.id)
    expect(items.find(({ state }) => state === 'failed')!.because.code).toBe(code)
  }
})

test('a provider without its key does not keep a run from asking the others', async () => {
  const unknown = ['Unknown one', 'Unknown two', 'Unknown three', 'Unknown four']
  const { library } = await matching.addLibrary([...unknown, 'Vinland Saga'])
  await matching.useOnly(library, ['comicvine', 'anilist'])
  const run = await matching.waitForRun(await matching.startRun(library))
  expect(run).toMatchObject({ state: 'completed', counts: { failed: 4, applied: 1 } })
  const [first] = await matching.listItems(run.id)
  expect(first.because.code).toBe('outgoing.key_missing')
})

test('a provider that keeps failing is left alone while the others are asked', async () => {
  const titles = ['Nobody one', 'Nobody two', 'Nobody three', 'Nobody four', 'Nobody five']
  const { library } = await matching.addLibrary([...titles, 'Vinland Saga'])
  await matching.useOnly(library, ['anilist', 'mangaupdates'])
  const { anilist } = matching.servers
  anilist.status = 418
  const before = anilist.requests
  const run = await matching.waitForRun(await matching.startRun(library))
  anilist.status = undefined
  expect(run).toMatchObject({ state: 'completed', counts: { failed: 5, applied: 1 } })
  expect(anilist.requests - before).toBe(3)
})

test('a library without providers is told so', async () => {
  const { library } = await matching.addLibrary(['Vinland Saga'])
  await matching.useOnly(library, [])
  const run = await matching.waitForRun(await matching.startRun(library))
  const [item] = await matching.listItems(run.id)
  expect(item.because.code).toBe('metadata_matching.no_providers')
})

const garbage = [
  'null',
  '[]',
  '"text"',
  '{"data":null}',
  '{"data":{"Page":{"media":null}}}',
  '{"data":{"Page":{"media":[null,5,"x",{}]}}}',
  '{"data":{"Page":{"media":[{"id":1,"title":null}]}}}',
  '{"data":{"Page":{"media":[{"id":{},"title":{"romaji":["Vinland Saga"]}}]}}}',
  '{"data":{"Page":{"media":{"length":1}}}}',
  `{"data":{"Page":{"media":[{"id":1,"title":{"romaji":"Garbage","english":${'['.repeat(5000)}${']'.repeat(5000)}}}]}}}`,
  '{"data":{"Page":{"media":[{"id":7,"title":{"romaji":"Garbage \\u0000 \\ud800"},"siteUrl":"javascript:alert(1)","startDate":{"year":1e99},"volumes":-4,"chapters":1e300,"meanScore":"NaN","coverImage":{"extraLarge":"http://127.0.0.1:1/x"}}]}}}',
]

test('responses that mean nothing end a run, but never a process or a job', async () => {
  for (const body of garbage) {
    const { library } = await matching.addLibrary(['Garbage'])
    await matching.useOnly(library, ['anilist'])
    matching.servers.anilist.body = body
    const { id, state, counts, problem } = await matching.waitForRun(
      await matching.startRun(library),
    )
    const known =
      ['completed', 'failed'].includes(state) && problem?.code !== 'metadata_matching.run_failed'
    expect([
      body.slice(0, 90),
      id,
      known,
      counts.waiting + counts.none + counts.review + counts.applied,
    ]).toEqual([body.slice(0, 90), id, true, 1])
  }
}, 60_000)

test('M1: three answers in a row that mean nothing stop a run, and no later run believes them', async () => {
  const shapes = {
    mangaupdates: ['{"results":{"0":1}}', 'null', '{"results":[{"record":7}]}'],
    anilist: ['{"data":null,"errors":[{"message":"timeout"}]}', '[]', '{"data":{"Page":{}}}'],
  } as const
  for (const [name, bodies] of Object.entries(shapes)) {
    const provider = matching.servers[name as keyof typeof shapes]
    for (const [index, body] of bodies.entries()) {
      const unknown = ['one', 'two', 'three', 'four'].map(
        (one) => `Stranger ${name} ${index} ${one}`,
      )
      const titles = [...unknown, 'Vinland Saga']
      const { library } = await matching.addLibrary(titles)
      await matching.useOnly(library, [name])
      provider.body = body
      const stopped = await matching.waitForRun(await matching.startRun(library))
      expect([body, stopped]).toMatchObject([
        body,
        { state: 'failed', counts: { none: 0, waiting: 5 } },
      ])
      provider.body = undefined
      const later = await matching.waitForRun(await matching.startRun(library))
      expect([body, later]).toMatchObject([
        body,
        { state: 'completed', counts: { failed: 0, applied: 1 } },
      ])
    }
  }
}, 60_000)
