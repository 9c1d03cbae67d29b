import { expect, test } from 'bun:test'
import { findIdsInName } from '../../../src/ingest/matching/name-ids'

const cases: [string, string[]][] = [
  ['Berserk [anilist-30002]', ['anilist 30002']],
  ['Vinland Saga {mal 642}', ['myanimelist 642']],
  ['Saga (2012) [cv-46568]', ['comicvine 46568']],
  ['Dune [OL893415W]', []],
  ['Dune [ol-OL893415W]', ['openlibrary OL893415W']],
  [
    'Berserk [MU:88] {mdid-801513ba-a712-498c-8f57-cae55b38cc92}',
    ['mangaupdates 88', 'mangadex 801513ba-a712-498c-8f57-cae55b38cc92'],
  ],
  ['M8: Berserk [anilist_30002]', ['anilist 30002']],
  ['M8: Berserk [AniList-ID-30002] {mal_id 2}', ['anilist 30002', 'myanimelist 2']],
  ['M8: Berserk (anilist #30002)', ['anilist 30002']],
  ['M8: Berserk [anilistid=30002]', ['anilist 30002']],
  ['M8: Berserk [anilist-id] [stupid-2]', []],
  ['Berserk (Deluxe Edition)', []],
  ['Title [digital-hd]', []],
  ['Title (mal)', []],
  ['Emma [9780306406157]', ['isbn 9780306406157']],
  ['Emma (ISBN 978-0-306-40615-7)', ['isbn 9780306406157']],
  ['Emma [9780306406158]', []],
  ['Emma [2009]', []],
]

test.each(cases)('finds the ids in "%s"', (name, expected) => {
  const found = findIdsInName(name).map((one) => `${one.provider} ${one.externalId}`)
  expect(found).toEqual(expected)
})
