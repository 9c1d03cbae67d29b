/** Realistic folder structures with each strategy: which files form a series, and its title. */
import { describe, expect, test } from 'bun:test'
import { emptyMetadata, type FileMetadata } from '../../../src/media/contents/file-metadata'
import type { NameRule } from '../../../src/media/filenames/corrections'
import { createNaming, placeFile, readFile } from '../../../src/media/naming/naming'
import type { NamingSettings } from '../../../src/media/naming/settings'

const defaults: NamingSettings = {
  type: 'mixed',
  seriesStrategy: 'series_volume',
  seriesConfig: null,
  bookStrategy: 'smart',
  bookConfig: null,
  numberStrategy: 'smart',
  numberConfig: null,
}

interface File {
  path: string
  root?: string
  series?: string
}

/** Returns series titles with their files. Equal keys form one series. */
function groupFiles(
  seriesStrategy: string,
  seriesConfig: Record<string, unknown> | null,
  files: (string | File)[],
  rules: NameRule[] = [],
) {
  const naming = createNaming({ ...defaults, seriesStrategy, seriesConfig }, rules)
  const series = new Map<string, { title: string; books: string[] }>()
  for (const file of files) {
    const { path, root = 'r', series: metadata } = typeof file === 'string' ? { path: file } : file
    const words = metadata === undefined ? [] : [buildMetadata({ series: metadata })]
    const group = placeFile(naming, readFile(naming, { rootId: root, path }, words))
    const known = series.get(group.key) ?? { title: group.title, books: [] }
    known.books.push(root === 'r' ? path : `${root}:${path}`)
    series.set(group.key, known)
  }
  return [...series.values()].map(({ title, books }) => [title, ...books])
}

const buildMetadata = (metadata: Partial<FileMetadata>): FileMetadata => ({
  ...emptyMetadata('comicinfo'),
  ...metadata,
})

type Case = [
  what: string,
  strategy: string,
  config: Record<string, unknown> | null,
  files: (string | File)[],
  expected: string[][],
]

const cases: Case[] = [
  [
    'the folder of a file is its series, at any depth',
    'series_volume',
    null,
    ['Marvel/X-Men (1991)/X-Men 001.cbz', 'Marvel/X-Men (1991)/X-Men 002.cbz', 'DC/Batman/1.cbz'],
    [
      ['X-Men', 'Marvel/X-Men (1991)/X-Men 001.cbz', 'Marvel/X-Men (1991)/X-Men 002.cbz'],
      ['Batman', 'DC/Batman/1.cbz'],
    ],
  ],
  [
    'two folders of the same name are two series',
    'series_volume',
    null,
    ['DC/Batman/1.cbz', 'Elseworlds/Batman/1.cbz', { root: 'q', path: 'DC/Batman/2.cbz' }],
    [
      ['Batman', 'DC/Batman/1.cbz'],
      ['Batman', 'Elseworlds/Batman/1.cbz'],
      ['Batman', 'q:DC/Batman/2.cbz'],
    ],
  ],
  [
    'files in the root are grouped by name',
    'series_volume',
    null,
    ['Saga v01.cbz', 'Saga v02.cbz', 'Bone 001.cbz'],
    [
      ['Saga', 'Saga v01.cbz', 'Saga v02.cbz'],
      ['Bone', 'Bone 001.cbz'],
    ],
  ],
  [
    'volume folders belong to the series folder above them',
    'series_volume_chapter',
    null,
    [
      'One Piece/Volume 01/Chapter 1.cbz',
      'One Piece/Volume 02/Chapter 9.cbz',
      'Naruto/Volume 01/Chapter 1.cbz',
      'Bone 001.cbz',
    ],
    [
      ['One Piece', 'One Piece/Volume 01/Chapter 1.cbz', 'One Piece/Volume 02/Chapter 9.cbz'],
      ['Naruto', 'Naruto/Volume 01/Chapter 1.cbz'],
      ['Bone', 'Bone 001.cbz'],
    ],
  ],
  [
    'splits a folder of several series and keeps volume folders together',
    'parsed_name',
    null,
    [
      'Downloads/Saga v01 (2012).cbz',
      'Downloads/Bone 001.cbz',
      'Downloads/Saga v02 (2013).cbz',
      'One Piece/Volume 1/One Piece v01 c001.cbz',
      'One Piece/Volume 2/One Piece v02 c010.cbz',
    ],
    [
      ['Saga', 'Downloads/Saga v01 (2012).cbz', 'Downloads/Saga v02 (2013).cbz'],
      ['Bone', 'Downloads/Bone 001.cbz'],
      [
        'One Piece',
        'One Piece/Volume 1/One Piece v01 c001.cbz',
        'One Piece/Volume 2/One Piece v02 c010.cbz',
      ],
    ],
  ],
  [
    'does not merge folders by default',
    'parsed_name',
    null,
    ['DC/Batman/Batman 001.cbz', 'Elseworlds/Batman/Batman 001.cbz'],
    [
      ['Batman', 'DC/Batman/Batman 001.cbz'],
      ['Batman', 'Elseworlds/Batman/Batman 001.cbz'],
    ],
  ],
  [
    'across folders: merges folders and roots, but not series of different years',
    'parsed_name',
    { acrossFolders: true },
    [
      'A/Saga v01.cbz',
      { root: 'q', path: 'B/SAGA v02.cbz' },
      'Batman (2011)/Batman 001.cbz',
      'Batman (2016)/Batman 001.cbz',
      'More/Batman (2016)/Batman 002.cbz',
    ],
    [
      ['Saga', 'A/Saga v01.cbz', 'q:B/SAGA v02.cbz'],
      ['Batman', 'Batman (2011)/Batman 001.cbz'],
      ['Batman', 'Batman (2016)/Batman 001.cbz', 'More/Batman (2016)/Batman 002.cbz'],
    ],
  ],
  [
    'flat: metadata decides, then the file name; folders are ignored',
    'flat',
    null,
    ['x/Saga v01.cbz', { path: 'y/whatever.cbz', series: 'Saga' }, 'Bone 001.cbz'],
    [
      ['Saga', 'x/Saga v01.cbz', 'y/whatever.cbz'],
      ['Bone', 'Bone 001.cbz'],
    ],
  ],
  [
    'flat, with custom patterns',
    'flat',
    { filenamePatterns: ['^\\[([^\\]]+)\\]', '^(?<series>.+?) -- '] },
    ['[Saga] one.cbz', '[Saga] two.cbz', 'Bone -- the first.cbz'],
    [
      ['Saga', '[Saga] one.cbz', '[Saga] two.cbz'],
      ['Bone', 'Bone -- the first.cbz'],
    ],
  ],
  [
    'flat, from metadata only',
    'flat',
    { requireMetadata: true },
    [{ path: 'a.cbz', series: 'Saga' }, 'Saga v02.cbz', 'Bone 001.cbz'],
    [
      ['Saga', 'a.cbz'],
      ['Unknown', 'Saga v02.cbz', 'Bone 001.cbz'],
    ],
  ],
  [
    'publisher folders contain series folders, which may contain volume folders',
    'publisher_hierarchy',
    null,
    [
      'Image/Saga (2012)/Saga 001.cbz',
      'Image/Saga (2012)/Extras/Saga 002.cbz',
      'DC/Saga (2012)/Saga 001.cbz',
      'DC/Zero 001.cbz',
    ],
    [
      ['Saga', 'Image/Saga (2012)/Saga 001.cbz', 'Image/Saga (2012)/Extras/Saga 002.cbz'],
      ['Saga', 'DC/Saga (2012)/Saga 001.cbz'],
      ['Zero', 'DC/Zero 001.cbz'],
    ],
  ],
  [
    'publisher and imprint folders above the series',
    'publisher_hierarchy',
    { skipDepth: 2 },
    ['DC/Vertigo/Sandman/001.cbz', 'DC/Vertigo/Sandman/002.cbz', 'DC/Vertigo/Preacher/001.cbz'],
    [
      ['Sandman', 'DC/Vertigo/Sandman/001.cbz', 'DC/Vertigo/Sandman/002.cbz'],
      ['Preacher', 'DC/Vertigo/Preacher/001.cbz'],
    ],
  ],
  [
    'calibre: by series in the metadata, else one series per book',
    'calibre',
    null,
    [
      { path: 'Iain Banks/Excession (12)/Excession.epub', series: 'Culture' },
      { path: 'Iain Banks/Matter (13)/Matter.epub', series: 'Culture' },
      'Iain Banks/The Bridge (14)/The Bridge.epub',
    ],
    [
      ['Culture', 'Iain Banks/Excession (12)/Excession.epub', 'Iain Banks/Matter (13)/Matter.epub'],
      ['The Bridge', 'Iain Banks/The Bridge (14)/The Bridge.epub'],
    ],
  ],
  [
    'calibre, one series per book',
    'calibre',
    { seriesMode: 'standalone' },
    [
      { path: 'A/One_ Two (1)/x.epub', series: 'S' },
      { path: 'A/Three (2)/x.epub', series: 'S' },
    ],
    [
      ['One Two', 'A/One_ Two (1)/x.epub'],
      ['Three', 'A/Three (2)/x.epub'],
    ],
  ],
  [
    'calibre, by author',
    'calibre',
    { seriesMode: 'by_author' },
    ['Iain Banks/Matter (13)/Matter.epub', 'Iain Banks/The Bridge (14)/x.epub', 'B/C (1)/x.epub'],
    [
      ['Iain Banks', 'Iain Banks/Matter (13)/Matter.epub', 'Iain Banks/The Bridge (14)/x.epub'],
      ['B', 'B/C (1)/x.epub'],
    ],
  ],
  [
    'a custom pattern, and files that it does not match',
    'custom',
    {
      pattern: '^(?<publisher>[^/]+)/(?<series>[^/]+)/v(?<volume>\\d+)',
      seriesNameTemplate: '{series} ({publisher})',
    },
    ['Image/Saga/v01/a.cbz', 'Image/Saga/v02/b.cbz', 'Loose/x.cbz'],
    [
      ['Saga (Image)', 'Image/Saga/v01/a.cbz', 'Image/Saga/v02/b.cbz'],
      ['Loose', 'Loose/x.cbz'],
    ],
  ],
]

describe('series grouping', () => {
  for (const [what, strategy, config, files, expected] of cases) {
    test(`${strategy}: ${what}`, () => {
      expect(groupFiles(strategy, config, files)).toEqual(expected)
    })
  }
})

const buildRule = (values: Partial<NameRule>): NameRule => ({
  id: Bun.randomUUIDv7(),
  match: 'glob',
  pattern: '*',
  on: 'folder',
  change: {},
  ...values,
})

describe('a series correction', () => {
  const twoFolders = ['DC/Batman/1.cbz', 'Elseworlds/Batman/1.cbz', 'Elseworlds/Batman/2.cbz']

  test('on a folder renames its series and merges nothing', () => {
    const rules = [buildRule({ pattern: 'DC/Batman', change: { set: { series: 'The Bat' } } })]
    expect(groupFiles('series_volume', null, twoFolders, rules)).toEqual([
      ['The Bat', 'DC/Batman/1.cbz'],
      ['Batman', 'Elseworlds/Batman/1.cbz', 'Elseworlds/Batman/2.cbz'],
    ])
  })

  test('across folders merges series of the same name', () => {
    const rules = [
      buildRule({
        pattern: '*/Batman',
        change: { set: { series: 'Batman' }, acrossFolders: true },
      }),
    ]
    expect(groupFiles('series_volume', null, [...twoFolders, 'Batman/3.cbz'], rules)).toEqual([
      ['Batman', ...twoFolders],
      ['Batman', 'Batman/3.cbz'],
    ])
  })

  test('on a file moves it out of the series of its folder', () => {
    const rules = [
      buildRule({ on: 'file', pattern: 'Annual*', change: { set: { series: 'Saga Annuals' } } }),
    ]
    const files = ['Saga/1.cbz', 'Saga/Annual 1.cbz', 'Saga/Annual 2.cbz']
    expect(groupFiles('series_volume', null, files, rules)).toEqual([
      ['Saga', 'Saga/1.cbz'],
      ['Saga Annuals', 'Saga/Annual 1.cbz', 'Saga/Annual 2.cbz'],
    ])
  })

  test('takes precedence over the metadata of the file', () => {
    const rules = [buildRule({ on: 'file', pattern: 'x*', change: { set: { series: 'Right' } } })]
    const files = [
      { path: 'x1.cbz', series: 'Wrong' },
      { path: 'y.cbz', series: 'Right' },
    ]
    expect(groupFiles('flat', null, files, rules)).toEqual([['Right', 'x1.cbz', 'y.cbz']])
  })
})
