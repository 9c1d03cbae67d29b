import { expect, test } from 'bun:test'
import { preferTitle } from '../../../src/ingest/metadata-matching/series/preferred-title'
import { startMatchingServer } from './matching-server'

const titles = [
  { language: 'ja-Latn', title: 'Kusuriya no Hitorigoto' },
  { language: 'ko', title: '약사의 혼잣말' },
  { language: 'ja', title: '薬屋のひとりごと' },
  { language: 'zh-Hant', title: '藥師少女的獨語' },
  { language: 'de', title: 'Die Tagebücher der Apothekerin' },
]
const work = { title: 'The Apothecary Diaries', readingDirection: 'rtl', alternateTitles: titles }

test.each([
  [null, 'The Apothecary Diaries'],
  ['en', 'The Apothecary Diaries'],
  ['fr', 'The Apothecary Diaries'],
  ['de', 'Die Tagebücher der Apothekerin'],
  ['ja', '薬屋のひとりごと'],
  ['zh', '藥師少女的獨語'],
  ['romanized', 'Kusuriya no Hitorigoto'],
  ['original', '薬屋のひとりごと'],
])('titles in %p: %s', (language, title) => {
  const preferred = preferTitle(work, language)
  expect(preferred.title).toBe(title)
  const all = [preferred.title, ...preferred.alternateTitles!.map((one) => one.title)]
  expect(all.toSorted()).toEqual([work.title, ...titles.map((one) => one.title)].toSorted())
})

test('the original of a webtoon is Korean', () => {
  expect(preferTitle({ ...work, readingDirection: 'webtoon' }, 'original').title).toBe(
    '약사의 혼잣말',
  )
  expect(preferTitle({ title: 'Only one' }, 'original')).toEqual({ title: 'Only one' })
  expect(preferTitle({}, 'original')).toEqual({})
})

test('a library has its matched series in the language that it prefers, until that is undone', async () => {
  const { call, addLibrary, close } = await startMatchingServer()
  try {
    const { library, series } = await addLibrary(['Vinland Saga'])
    const path = `/libraries/${library.id}/providers`
    expect((await call('GET', path)).titleLanguage).toBeNull()
    expect((await call('PUT', path, { titleLanguage: 'original' })).titleLanguage).toBe('original')
    const [{ id }] = series as unknown as [{ id: string }]
    const matched = await call('POST', `/series/${id}/metadata/auto-match`, {})
    const { metadata, alternateTitles } = await call('GET', `/series/${id}`)
    expect(metadata.title).toBe('ヴィンランド・サガ')
    expect(alternateTitles.map(({ title }: { title: string }) => title)).toContain('Vinland Saga')
    await call('POST', `/series/${id}/metadata/changes/${matched.changeSetId}/undo`)
    expect((await call('GET', `/series/${id}`)).metadata.title).toBe('Vinland Saga')
    await call('PUT', path, { titleLanguage: null })
    expect((await call('GET', path)).titleLanguage).toBeNull()
  } finally {
    await close()
  }
})
