/** Works that plugins recommend: lenient, and bounded. */
import { describe, expect, test } from 'bun:test'
import { readRecommendedWork } from '../../../src/ingest/recommendations/outside/outside-work'

const identity = { externalId: 7, title: 'Harbor' }

describe('a recommended work', () => {
  const read = (values: object) => readRecommendedWork({ ...identity, ...values })
  test('has an ID and a title', () => {
    expect(readRecommendedWork(identity)).toBeDefined()
    expect(readRecommendedWork({ title: 'Harbor' })).toBeUndefined()
    expect(readRecommendedWork({ externalId: 7 })).toBeUndefined()
  })

  test.each<[object, object]>([
    [{ score: 0.5 }, { score: 0.5 }],
    [{ score: 2 }, { score: 1 }],
    [{ score: -1 }, { score: 0 }],
    [
      {},
      {
        score: 0,
        isAdult: false,
        seedIds: [],
        reason: null,
        basedOn: [],
        url: null,
        volumes: null,
      },
    ],
    [{ isAdult: true }, { isAdult: true }],
    [{ nsfw: true }, { isAdult: true }],
    [{ nsfw: 'yes' }, { isAdult: false }],
    [{ startYear: 2999 }, { startYear: 2999 }],
    [{ startYear: 3000 }, { startYear: null }],
    [{ rating: 100 }, { rating: 100 }],
    [{ rating: 101 }, { rating: null }],
    [{ status: 'Ongoing' }, { status: 'ongoing' }],
    [{ description: 'A' }, { summary: 'A' }],
    [{ summary: 'x'.repeat(2001) }, { summary: 'x'.repeat(2000) }],
    [{ basedOn: ['1', '2', '3', '4', '5', '6'] }, { basedOn: ['1', '2', '3', '4', '5'] }],
    [
      { genres: Array.from({ length: 21 }, (_, n) => `g${n}`) },
      { genres: Array.from({ length: 20 }, (_, n) => `g${n}`) },
    ],
    [
      { totalVolumeCount: 3, totalChapterCount: 4 },
      { volumes: 3, chapters: 4 },
    ],
    [
      { externalUrl: 'https://a.example/', coverUrl: 'x' },
      { url: 'https://a.example/', coverUrl: null },
    ],
  ])('%#', (given, members) => expect(read(given)).toMatchObject(members))
})
