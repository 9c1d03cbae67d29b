/** Converts search results of all kinds to a common form. */
import type { LinkProps } from '@tanstack/react-router'
import type { Schemas } from '../../../api/client'
import { type Icon, LayersIcon, ListIcon, TagIcon, UsersIcon } from '../../../components/icons'
import { bookLabel, formatCreatorRole } from '../../../labels/metadata-labels'
import { detectLanguage } from '../../../labels/title-language'
import { t } from '../../../i18n/i18n'
import { writeFilters } from '../../library/library-search'

export interface Hit {
  key: string
  title: string
  /** Language of the title, which determines its glyphs. */
  lang?: string | undefined
  sub: string
  /** Additional search terms that find this result. They are not shown. */
  keywords?: string
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
  /** Action to run instead of opening the link. */
  act?: () => void
  art?: { kind: 'series' | 'book'; id: string; isSingle?: boolean }
  icon?: Icon
  /** Series or book that Ctrl+Enter opens in the reader. */
  read?: { seriesId: string } | { bookId: string }
}

export interface HitGroup {
  heading: string
  hits: readonly Hit[]
}

type Found = Schemas['SearchResult']
type FoundList = Found['collections'][number]

export function buildHitGroups(found: Found): HitGroup[] {
  const series = { heading: t('Series'), hits: found.series.map(ofSeries) }
  const books = { heading: t('Books'), hits: found.books.map(ofBook) }
  // If the search text contains the number of a book, books come before series.
  const isNumbered = found.books[0]?.matched === 'number'
  const groups = [
    ...(isNumbered ? [books, series] : [series, books]),
    {
      heading: t('Lists'),
      hits: [
        ...found.collections.map((list) => ofList('collection', list)),
        ...found.readLists.map((list) => ofList('readingList', list)),
      ],
    },
    { heading: t('People'), hits: found.people.map(ofPerson) },
    {
      heading: t('Genres and tags'),
      hits: [
        ...found.genres.map((label) => ofLabel('genre', label)),
        ...found.tags.map((label) => ofLabel('tag', label)),
      ],
    },
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}

const ofSeries = (series: Found['series'][number]): Hit => ({
  key: `series-${series.id}`,
  title: series.title,
  lang: detectLanguage('', series.title),
  sub: [
    formatMatch(series),
    series.libraryName,
    series.year === null ? '' : String(series.year),
    t('{books, plural, one {# book} other {# books}}', { books: series.bookCount }),
  ]
    .filter(Boolean)
    .join(' · '),
  link: { to: '/series/$id', params: { id: series.id } },
  art: { kind: 'series', id: series.id, isSingle: series.bookCount === 1 },
  read: { seriesId: series.id },
})

/** Describes the field that matches, if the title does not match. */
function formatMatch({ matched, matchedText }: Found['series'][number]): string {
  if (!matchedText) return ''
  const words = { text: matchedText }
  if (matched === 'person') return t('by {text}', words)
  if (matched === 'publisher') return t('published by {text}', words)
  return t('also known as “{text}”', words)
}

const ofBook = (book: Found['books'][number]): Hit => ({
  key: `book-${book.id}`,
  title: book.title,
  lang: detectLanguage('', book.title),
  sub: [book.seriesName, bookLabel(book), book.libraryName]
    .filter((text, position, all) => text !== book.title && all.indexOf(text) === position)
    .join(' · '),
  link: { to: '/book/$id', params: { id: book.id } },
  art: { kind: 'book', id: book.id },
  read: { bookId: book.id },
})

function ofList(kind: 'collection' | 'readingList', list: FoundList): Hit {
  const { id, name, ownerName, isOwner } = list
  const isCollection = kind === 'collection'
  const words = isCollection ? t('Collection') : t('Reading list')
  return {
    key: `${kind}-${id}`,
    title: name,
    sub: isOwner || !ownerName ? words : `${words} · ${t('by {name}', { name: ownerName })}`,
    link: { to: isCollection ? '/collections/$id' : '/reading-lists/$id', params: { id } },
    icon: isCollection ? LayersIcon : ListIcon,
  }
}

const ofPerson = ({ id, name, roles, seriesCount }: Found['people'][number]): Hit => ({
  key: `person-${id}`,
  title: name,
  sub: [
    ...roles
      .slice(0, 3)
      .map((role) => formatCreatorRole(role as Parameters<typeof formatCreatorRole>[0]) ?? role),
    t('{count, plural, one {# series} other {# series}}', { count: seriesCount }),
  ].join(' · '),
  link: { to: '/people/$name', params: { name } },
  icon: UsersIcon,
})

function ofLabel(kind: 'genre' | 'tag', { id, name, seriesCount }: Found['tags'][number]): Hit {
  const words = kind === 'genre' ? t('Genre') : t('Tag')
  const count = t('{count, plural, one {# series} other {# series}}', { count: seriesCount ?? 0 })
  const filter = { isAll: false, values: [{ value: name, isNot: false }] }
  return {
    key: `${kind}-${id}`,
    title: name,
    sub: seriesCount === null ? words : `${words} · ${count}`,
    link: { to: '/library', search: writeFilters({ [kind]: filter }) },
    icon: TagIcon,
  }
}
