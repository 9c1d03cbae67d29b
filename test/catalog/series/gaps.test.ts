import { expect, test } from 'bun:test'
import { computeUpstreamGaps, getHigher } from '../../../src/catalog/series/gaps/upstream-gaps'

const known = {
  tracked: true,
  totalChapterCount: null,
  totalVolumeCount: null,
  latestKnownChapter: null,
  latestKnownVolume: null,
  localMaxChapter: null,
  localMaxVolume: null,
  sources: {},
}
const both = { totalChapterCount: 10, totalVolumeCount: 3 }

test.each([
  ['nothing known', {}, null, null, null],
  ['not tracked', { ...both, tracked: false }, null, null, null],
  ['no local books', { totalChapterCount: 12 }, 12, null, null],
  ['some local books', { totalChapterCount: 12, localMaxChapter: 10 }, 2, null, null],
  ['complete', { totalChapterCount: 12, localMaxChapter: 12 }, null, null, null],
  ['more than the known total', { totalVolumeCount: 3, localMaxVolume: 5 }, null, null, null],
  ['volumes', { totalVolumeCount: 30, localMaxVolume: 5 }, null, 25, null],
  ['A10: volumes only', { ...both, localMaxVolume: 1 }, null, 2, null],
  ['A10: chapters only', { ...both, localMaxChapter: 4 }, 6, null, null],
  ['only the latest release known', { latestKnownChapter: 8, localMaxChapter: 5 }, 3, null, null],
  [
    'a total below the latest release',
    { ...both, latestKnownVolume: 4, localMaxVolume: 1 },
    null,
    3,
    null,
  ],
  [
    'a total above the latest release',
    { ...both, latestKnownVolume: 2, localMaxVolume: 1 },
    null,
    2,
    null,
  ],
  [
    'a provider whose total is below the latest release',
    { totalChapterCount: 2, latestKnownChapter: 5, sources: { totalChapterCount: 'plugin:a' } },
    5,
    null,
    null,
  ],
  ['one decimal', { totalChapterCount: 10.5, localMaxChapter: 10.2 }, 0.3, null, null],
  ['less than one decimal', { totalChapterCount: 10.04, localMaxChapter: 10 }, null, null, null],
  [
    'a provider',
    { totalChapterCount: 2, sources: { totalChapterCount: 'plugin:a' } },
    2,
    null,
    'plugin:a',
  ],
  ['a person', { totalChapterCount: 2, sources: { totalChapterCount: 'edited' } }, 2, null, null],
  [
    'chapters set by a user, volumes by a provider',
    { ...both, sources: { totalChapterCount: 'edited', totalVolumeCount: 'plugin:b' } },
    10,
    3,
    'plugin:b',
  ],
  [
    'only the provider of an existing gap',
    {
      ...both,
      localMaxChapter: 10,
      localMaxVolume: 0,
      sources: { totalChapterCount: 'plugin:a', totalVolumeCount: 'plugin:b' },
    },
    null,
    3,
    'plugin:b',
  ],
  [
    'a provider whose total is the latest release',
    { totalChapterCount: 5, latestKnownChapter: 5, sources: { totalChapterCount: 'plugin:a' } },
    5,
    null,
    'plugin:a',
  ],
  [
    'a provider of volumes below the latest release, beside one of chapters',
    {
      ...both,
      latestKnownVolume: 4,
      sources: { totalChapterCount: 'edited', totalVolumeCount: 'plugin:b' },
    },
    10,
    4,
    null,
  ],
])('gap with %s', (_, facts, upstreamChapterGap, upstreamVolumeGap, upstreamGapProvider) => {
  expect(computeUpstreamGaps({ ...known, ...facts })).toEqual({
    upstreamChapterGap,
    upstreamVolumeGap,
    upstreamGapProvider,
  })
})

test.each([
  [null, null, null],
  [3, null, 3],
  [undefined, 3, 3],
  [3, 4, 4],
  [4, 3, 4],
  [0, undefined, 0],
])('the higher of %p and %p is %p', (set, released, higher) => {
  expect(getHigher(set, released)).toBe(higher)
})
