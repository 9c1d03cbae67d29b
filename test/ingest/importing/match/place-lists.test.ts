/** Places of books by their texts, of which only hashes are stored. */
import { expect, test } from 'bun:test'
import { BookIndex } from '../../../../src/ingest/importing/match/book-index'
import { PlaceLists } from '../../../../src/ingest/importing/match/place-lists'

/** Two texts with the same hash. */
function findCollision(): [string, string] {
  const seen = new Map<number, string>()
  for (let number = 0; ; number++) {
    const text = `text ${number}`
    const hash = Bun.hash.xxHash32(text)
    const other = seen.get(hash)
    if (other !== undefined) return [other, text]
    seen.set(hash, text)
  }
}

test('texts with the same hash are told apart', () => {
  const texts = findCollision()
  const lists = new PlaceLists((place, text) => texts[place] === text)
  for (const [place, text] of texts.entries()) lists.add(text, place)
  expect(texts.map((text) => lists.list(text))).toEqual([[0], [1]])
})

test('places keep their order, however many there are', () => {
  const textOf = (place: number) => `text ${place % 700}`
  const lists = new PlaceLists((place, text) => textOf(place) === text)
  for (let place = 0; place < 2000; place++) lists.add(textOf(place), place)
  expect(lists.list('text 5')).toEqual([5, 705, 1405])
  expect(lists.list('text 699')).toEqual([699, 1399])
  expect(lists.list('text 700')).toEqual([])
})

test('a book in the trash does not stand for one of the same name elsewhere', () => {
  const index = new BookIndex()
  const common = { seriesId: 's', libraryId: 'l', size: 1, pageCount: 1, partialMd5: null }
  const book = { ...common, seriesTitle: 'Ashfall', volume: null, chapter: null }
  index.add({ ...book, id: 'gone', path: '/srv/Ashfall/01.cbz', isTrashed: true })
  expect(index.listByTail('/comics/ashfall/01.CBZ').map(({ id }) => id)).toEqual(['gone'])
  index.add({ ...book, id: 'here', path: '/srv/Other/01.cbz', isTrashed: false })
  expect(index.listByTail('/comics/ashfall/01.CBZ')).toEqual([])
})
