import { expect, test } from 'bun:test'
import { readBook } from '../../../src/media/reader/reader'
import { makeCbz, makeComicInfo } from '../../support/make/cbz'
import { writeBook } from '../../support/make/tree'

const read = async (pages: string, elements = {}) => {
  const comicInfo = makeComicInfo(elements, `<Pages>${pages}</Pages>`)
  return readBook(writeBook('a.cbz', await makeCbz({ pages: 4, comicInfo })))
}

test('types, double pages and bookmarks are assigned to their pages', async () => {
  const book = await read(`<Page Image="0" Type="Other"/><Page Image="1" Type="FrontCover Story"/>
    <Page Image="3" DoublePage="true" Bookmark="Chapter 2"/>`)
  const notes = book.pages.map(({ types, doublePage, bookmark }) => ({
    types,
    doublePage,
    bookmark,
  }))
  const none = { types: undefined, doublePage: undefined, bookmark: undefined }
  expect(notes).toEqual([
    { ...none, types: ['Other'] },
    { ...none, types: ['FrontCover', 'Story'] },
    none,
    { ...none, doublePage: true, bookmark: 'Chapter 2' },
  ])
  expect(book.cover).toBe(1)
  expect(book.metadata?.pageNotes).toEqual([])
})

test.each(['<Page Image="4" Type="FrontCover"/>', '<Page Image="-1"/>', '<Page/>', ''])(
  '%p changes nothing',
  async (pages) => {
    const book = await read(pages)
    expect(book.cover).toBe(0)
    expect(book.pages.some(({ types }) => types)).toBe(false)
  },
)

test('story arcs keep their numbers, even where a name is missing', async () => {
  const { metadata } = await read('', { StoryArc: 'One,, Three, One', StoryArcNumber: '1, 2, 3' })
  expect(metadata?.storyArcs).toEqual([
    { name: 'One', number: '1' },
    { name: 'Three', number: '3' },
  ])
})

test('a URL may contain a comma', async () => {
  const Web = 'https://example.invalid/a,b,https://example.invalid/c; https://example.invalid/d'
  expect((await read('', { Web })).metadata?.links).toEqual([
    'https://example.invalid/a,b',
    'https://example.invalid/c',
    'https://example.invalid/d',
  ])
})
