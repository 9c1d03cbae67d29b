import { describe, expect, test } from 'bun:test'
import {
  judgeSizes,
  judgeCut,
  judgeCuts,
} from '../../../../../src/web/ui/screens/read/pages/webtoon/slices'

type Size = readonly [width: number | null, height: number | null]
const listPages = (sizes: readonly Size[]) =>
  sizes.map(([width, height], index) => ({ number: index + 1, width, height }))
const repeat = (size: Size, times: number) => Array.from({ length: times }, () => size)

describe('J10: the sizes of pages', () => {
  test.each([
    ['slices with a short last one', [...repeat([800, 1280], 20), [800, 410]], 'sliced'],
    ['slices of 720 x 1200', [...repeat([720, 1200], 8), [720, 90]], 'sliced'],
    [
      'nearly equal heights',
      [
        [800, 1280],
        [800, 1270],
        [800, 1295],
        [800, 500],
      ],
      'sliced',
    ],
    ['equal pages', repeat([800, 1200], 12), 'possible'],
    ['scans', [...repeat([1600, 2400], 12), [1600, 900]], 'other'],
    ['pages of several widths', [...repeat([800, 1280], 9), [790, 1280], [800, 300]], 'other'],
    [
      'pages of several heights',
      [
        [800, 1280],
        [800, 1100],
        [800, 1280],
        [800, 300],
      ],
      'other',
    ],
    ['a wide page', [...repeat([800, 1200], 5), [1600, 1200], [800, 1200]], 'other'],
    ['square pages', [...repeat([800, 800], 9), [800, 300]], 'other'],
    [
      'few pages',
      [
        [800, 1280],
        [800, 1280],
        [800, 300],
      ],
      'other',
    ],
    ['unknown sizes', repeat([null, null], 9), 'other'],
    ['no pages', [], 'other'],
  ] as const)('%s', (_name, sizes, shape) => {
    expect(judgeSizes(listPages(sizes))).toBe(shape)
  })
})

const places = 64
const build = (shade: (place: number) => number) =>
  Array.from({ length: places }, (_none, place) => shade(place))
const white = build(() => 252)
const drawing = build((place) => 120 + 100 * Math.sin(place / 5))
const sameDrawing = build((place) => 124 + 100 * Math.sin(place / 5 + 0.05))
const otherDrawing = build((place) => 120 + 100 * Math.cos(place / 3 + 2))

describe('J10: the cut between two pages', () => {
  test.each([
    ['through a drawing', drawing, sameDrawing, 'joined'],
    ['between two drawings', drawing, otherDrawing, 'apart'],
    ['at a white margin', white, white, 'blank'],
    ['between a drawing and a margin', drawing, white, 'apart'],
    ['between white and black', white, build(() => 3), 'apart'],
  ] as const)('%s', (_name, above, below, cut) => {
    expect(judgeCut(above, below)).toBe(cut)
  })

  test.each([
    [['joined', 'joined', 'blank'], 'sliced', 'strip'],
    [['joined', 'blank', 'unclear', 'apart'], 'possible', 'strip'],
    [['blank', 'blank'], 'sliced', 'unsure'],
    [['unclear'], 'sliced', 'unsure'],
    [['blank', 'blank'], 'possible', 'pages'],
    [['apart', 'apart', 'joined'], 'sliced', 'pages'],
    [['apart', 'blank'], 'sliced', 'pages'],
    [[], 'sliced', 'unsure'],
  ] as const)('%j of pages that look %s', (cuts, shape, verdict) => {
    expect(judgeCuts(cuts, shape)).toBe(verdict)
  })
})
