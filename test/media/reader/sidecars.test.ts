import { describe, expect, test } from 'bun:test'
import type { FileMetadata } from '../../../src/media/contents/file-metadata'
import {
  getArtRank,
  readSidecar,
  type SidecarKind,
  findBookSidecar,
  findFolderSidecar,
} from '../../../src/media/reader/sidecars'
import { makeComicInfo } from '../../support/make/cbz'
import { makePicture } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'

const read = (kind: SidecarKind, content: string | Uint8Array, name = 'file') =>
  readSidecar(writeBook(name, Buffer.from(content)), kind)

describe('names', () => {
  test.each<[string, SidecarKind | undefined]>([
    ['series.json', 'series_json'],
    ['Series.JSON', 'series_json'],
    ['metadata.opf', 'opf'],
    ['ComicInfo.xml', 'comicinfo'],
    ['cover.jpg', 'artwork'],
    ['Cover.PNG', 'artwork'],
    ['folder.jpeg', 'artwork'],
    ['poster.webp', 'artwork'],
    ['cover.txt', undefined],
    ['cover.tiff', undefined],
    ['page.jpg', undefined],
    ['.cover.jpg', undefined],
    ['package.json', undefined],
  ])('%s in a folder is %p', (name, kind) => {
    expect(findFolderSidecar(name)).toBe(kind)
  })

  test('an image and a description with the name of a book belong to it', () => {
    expect(['Saga 1.jpg', 'Saga 1.opf', 'Saga 1.txt'].map(findBookSidecar)).toEqual([
      'artwork',
      'opf',
      undefined,
    ])
  })

  test('a cover takes precedence over a poster, and a poster over folder.jpg', () => {
    const names = ['folder.jpg', 'poster.png', 'cover.webp']
    expect(names.toSorted((a, b) => getArtRank(a)! - getArtRank(b)!)[0]).toBe('cover.webp')
  })
})

describe('series.json', () => {
  test.each<[string, object | string, Partial<FileMetadata>]>([
    [
      'of version 1',
      {
        version: '1.0.2',
        metadata: {
          type: 'comicSeries',
          publisher: 'TestServer',
          imprint: 'None',
          name: 'Saga',
          comicid: 49901,
          year: 2012,
          description_text: 'Two <b>lovers</b>.',
          description_formatted: null,
          volume: 1,
          booktype: 'Print',
          age_rating: 'Mature 17+',
          total_issues: 66,
          status: 'Continuing',
        },
      },
      {
        source: 'series_json',
        series: 'Saga',
        publisher: 'TestServer',
        imprint: null,
        year: 2012,
        volume: 1,
        count: 66,
        summary: 'Two lovers.',
        seriesStatus: 'ongoing',
        ageRating: 17,
        identifiers: ['comicvine:49901'],
      },
    ],
    [
      'with lists',
      { metadata: [{ name: ' Saga ', year: '2012' }] },
      { series: 'Saga', year: 2012 },
    ],
    [
      'without metadata',
      { name: 'Saga', status: 'Ended' },
      { series: 'Saga', seriesStatus: 'ended' },
    ],
    ['with a byte order mark', '\ufeff{"name":"Größe"}', { series: 'Größe' }],
    [
      'with wrong types',
      { name: { a: 1 }, year: [], genres: [1, 'a'] },
      { series: null, genres: ['a'] },
    ],
  ])('%s is read', (_, content, expected) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    const { metadata, finding } = read('series_json', text)
    expect(metadata).toMatchObject(expected)
    expect(finding).toBeNull()
  })

  test.each([
    ['an empty file', ''],
    ['half a file', '{"name": "Sa'],
    ['a list of numbers', '[1, 2]'],
    ['endless nesting', '['.repeat(200_000)],
  ])('%s is a finding', (_, text) => {
    expect(read('series_json', text)).toMatchObject({
      metadata: null,
      finding: { code: 'broken_metadata' },
    })
  })

  test('an implausible year is ignored and reported', () => {
    const { metadata, finding } = read('series_json', '{"name":"a","year":99999}')
    expect(metadata?.year).toBeNull()
    expect(finding?.code).toBe('broken_metadata')
  })
})

describe('OPF and ComicInfo files next to books', () => {
  test('an OPF written by calibre is read', () => {
    const opf = `<?xml version='1.0' encoding='utf-8'?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
<dc:identifier opf:scheme="calibre" id="calibre_id">42</dc:identifier><dc:identifier opf:scheme="ISBN">9780306406157</dc:identifier>
<dc:identifier opf:scheme="AMAZON">B000</dc:identifier>
<dc:title>Guards</dc:title><dc:creator opf:file-as="P, T" opf:role="aut">T P</dc:creator><dc:contributor opf:role="bkp">calibre</dc:contributor>
<dc:language>eng</dc:language><dc:subject>Humour</dc:subject><dc:date>1989-11-01T00:00:00+00:00</dc:date>
<meta name="calibre:series" content="Discs"/><meta name="calibre:series_index" content="8.5"/><meta name="calibre:rating" content="9.0"/>
<meta name="calibre:title_sort" content="Guards, The"/></metadata></package>`
    expect(read('opf', opf).metadata).toMatchObject({
      source: 'opf',
      title: 'Guards',
      sortTitle: 'Guards, The',
      authors: [{ name: 'T P', role: 'author', sortName: 'P, T' }],
      languageIso: 'en',
      subjects: ['Humour'],
      year: 1989,
      series: 'Discs',
      number: '8.5',
      seriesPosition: 8.5,
      communityRating: 4.5,
      isbns: ['9780306406157'],
      identifiers: ['calibre:42', '9780306406157', 'amazon:B000'],
    })
  })

  test('a ComicInfo file is read', () => {
    const { metadata } = read('comicinfo', makeComicInfo({ Series: 'Saga' }))
    expect(metadata).toMatchObject({ source: 'comicinfo', series: 'Saga' })
  })

  test.each<[SidecarKind, string]>([
    ['opf', '<html/>'],
    ['opf', ''],
    ['comicinfo', 'not XML'],
  ])('%s with content %p is a finding', (kind, text) => {
    expect(read(kind, text)).toMatchObject({ metadata: null, finding: { code: 'broken_metadata' } })
  })

  test('a description of 9 MiB is not read', () => {
    expect(read('opf', 'x'.repeat(9 << 20)).finding?.code).toBe('too_large')
  })
})

describe('artwork', () => {
  test('an image is measured', async () => {
    const picture = await makePicture({ width: 20, height: 30, seed: 1 })
    expect(read('artwork', picture).picture).toEqual({
      mediaType: 'image/jpeg',
      width: 20,
      height: 30,
    })
  })

  test.each([
    ['text', 'hello'],
    ['an empty file', ''],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('%s is rejected', (_, content) => {
    expect(read('artwork', content)).toMatchObject({
      picture: null,
      finding: { code: 'not_what_it_says' },
    })
  })
})
