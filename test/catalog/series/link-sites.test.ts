import { expect, test } from 'bun:test'
import { getSiteId, getSiteName } from '../../../src/catalog/series/parts/link-sites'

test.each([
  ['https://anilist.co/manga/30002/Berserk/', 'anilist', '30002'],
  ['https://anilist.co/anime/30002', 'anilist', null],
  ['https://myanimelist.net/manga/2/Berserk', 'myanimelist', '2'],
  ['https://www.mangaupdates.com/series/njeqwry/berserk', 'mangaupdates', 'njeqwry'],
  ['https://www.mangaupdates.com/series.html?id=88', 'mangaupdates', '88'],
  [
    'https://mangadex.org/title/801513ba-a712-498c-8f57-cae55b38cc92/berserk',
    'mangadex',
    '801513ba-a712-498c-8f57-cae55b38cc92',
  ],
  ['https://comicvine.gamespot.com/saga/4050-46568/', 'comicvine', '46568'],
  ['https://comicvine.gamespot.com/saga-1/4000-331111/', 'comicvine', null],
  ['https://openlibrary.org/works/OL893415W/Dune', 'openlibrary', 'OL893415W'],
  ['https://openlibrary.org/books/OL7353617M', 'openlibrary', null],
  ['https://bgm.tv/subject/1067', 'bangumi', '1067'],
  ['https://kitsu.app/manga/berserk', 'kitsu', 'berserk'],
  ['https://www.webtoons.com/en/fantasy/tower-of-god/list?title_no=95', 'webtoons', '95'],
  ['https://example.org/manga/30002', 'example.org', null],
  ['not an address', undefined, null],
])('the site and id of %s', (url, site, id) => {
  expect([getSiteName(url), getSiteId(url)]).toEqual([site, id])
})
