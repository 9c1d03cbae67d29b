/** Releases that plugins find: lenient, and bounded. */
import { describe, expect, test } from 'bun:test'
import { readCandidate } from '../../../src/ingest/releases/plugin-sources/read-candidate'

describe('a release', () => {
  const seriesId = Bun.randomUUIDv7()
  const read = (values: object = {}, match: object = { seriesId }) =>
    readCandidate({ externalReleaseId: 'r1', seriesMatch: match, ...values })

  test('has a series and an ID', () => {
    expect(read()).toMatchObject({
      seriesId,
      externalReleaseId: 'r1',
      title: 'r1',
      volumes: [],
      chapters: [],
    })
    expect(read({}, { codexSeriesId: seriesId.toUpperCase() })!.seriesId).toBe(seriesId)
    expect([read({}, {}), read({}, { seriesId: 'x' }), read({ externalReleaseId: '' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each<[object, object]>([
    [{ chapter: 3 }, { chapters: [{ start: 3, end: 3 }], title: 'c.3' }],
    [
      { volumes: [{ start: 1, end: 2 }], chapters: [{ start: 5 }] },
      { title: 'v.1-2 c.5', chapters: [{ start: 5, end: 5 }] },
    ],
    [{ chapter: 3, chapters: [{ start: 4 }] }, { chapters: [{ start: 4, end: 4 }] }],
    [{ chapter: 99_999 }, { chapters: [{ start: 99_999, end: 99_999 }] }],
    [{ chapter: 100_000 }, { chapters: [] }],
    [{ chapter: 0 }, { chapters: [{ start: 0, end: 0 }] }],
    [{ chapter: -1 }, { chapters: [] }],
    [{ chapters: [{ start: 5, end: 4 }] }, { chapters: [] }],
    [{ chapters: [{ end: 4 }] }, { chapters: [] }],
    [{ title: 'Named', chapter: 3 }, { title: 'Named' }],
    [{ language: 'EN-us' }, { language: 'en-us' }],
    [{ language: 'not a tag' }, { language: null }],
    [{ infoHash: 'A'.repeat(32) }, { infoHash: 'a'.repeat(32) }],
    [{ infoHash: 'a'.repeat(31) }, { infoHash: null }],
    [{ infoHash: 'a'.repeat(65) }, { infoHash: null }],
    [{ groupOrUploader: 'g'.repeat(201) }, { groupOrUploader: 'g'.repeat(200) }],
    [{ payloadUrl: 'ftp://x' }, { payloadUrl: '' }],
    [{ releasedAt: '2024-05-06' }, { releasedAt: new Date('2024-05-06') }],
    [{ releasedAt: 'soon' }, { releasedAt: null }],
  ])('%j', (given, members) => expect(read(given)).toMatchObject(members))

  test('has a confidence from 0 to 1, and at most fifty spans', () => {
    const of = (confidence: unknown) => read({}, { seriesId, confidence })!.confidence
    expect([of(undefined), of(-1), of(0.4), of(2)]).toEqual([0, 0, 0.4, 1])
    const chapters = Array.from({ length: 51 }, (_, start) => ({ start }))
    expect(read({ chapters })!.chapters).toHaveLength(50)
  })
})
