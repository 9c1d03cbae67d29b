/** Loads the catalog data that is needed to match a book. */
import type { Viewer } from '../../../accounts/permissions/model'
import { getStoredBook } from '../../../catalog/books/metadata/service'
import { listMatchExclusions } from '../../../catalog/metadata/matching/match-decisions'
import { idStorage } from '../../../catalog/metadata/part-storage'
import type { Context } from '../../../context'
import type { Db } from '../../../platform/db/store'
import { buildBookQuery } from '../../matching/books/rank-books'
import type { LocalBook } from '../../matching/model'
import { findIdsInName } from '../../matching/name-ids'
import type { MetadataProvider } from '../../providers/provider'
import { normalizeIsbn } from '../../../media/metadata/isbn'
import { anything, type FindOptions, type Matchable } from '../targets/target'
import { findBooks } from './find-books'

type StoredBook = Awaited<ReturnType<typeof getStoredBook>>

/** Throws if the viewer cannot see the book. */
export async function loadBookToMatch(db: Db, viewer: Viewer, id: string): Promise<Matchable> {
  const stored = await getStoredBook(db, viewer, id)
  const { book, metadata } = stored
  const matched = { kind: 'book', id } as const
  const workIds = await idStorage.load(db, book.seriesId)
  const excluded = await listMatchExclusions(db, matched)
  const local = buildLocalBook(stored)
  const links = metadata.details?.links ?? []
  const listExcludedIds = ({ name }: MetadataProvider) =>
    new Set(excluded.filter(({ provider }) => provider === name).map((one) => one.externalId))
  const find = (ctx: Context, provider: MetadataProvider, options: FindOptions) => {
    const source = `plugin:${provider.name}`
    const known = links.flatMap((url) => provider.books?.parseLink(url) ?? [])
    const named = {
      local,
      knownIds: [...new Set(known)],
      workIds: workIds.filter((one) => one.source === source).map(({ externalId }) => externalId),
      excludedIds: listExcludedIds(provider),
    }
    return findBooks(ctx, provider, named, options)
  }
  return {
    matched,
    libraryId: book.libraryId,
    title: local.title,
    searchTitle: buildBookQuery(local).title,
    isExcluded: excluded.some(({ provider }) => provider === anything),
    listExcludedIds,
    find,
  }
}

function buildLocalBook({ book, metadata, seriesName }: StoredBook): LocalBook {
  const { volume, chapter, relativePath } = book
  const fileName = relativePath
    .split('/')
    .at(-1)!
    .replace(/\.[a-z0-9]{1,5}$/i, '')
  return {
    title: book.title,
    subtitle: metadata.subtitle,
    seriesTitle: seriesName,
    fileName,
    number: metadata.number,
    volume,
    chapter,
    isRange: isRange(volume, book.volumeEnd) || isRange(chapter, book.chapterEnd),
    formatDetail: metadata.formatDetail,
    isbns: listIsbns(metadata, fileName),
    authors: listAuthors(metadata),
    year: metadata.year,
    publisher: metadata.publisher,
    language: metadata.languageIso,
  }
}

const isRange = (start: number | null, end: number | null) => end !== null && end !== start

const maxIsbns = 5

function listIsbns({ isbns, details }: StoredBook['metadata'], fileName: string) {
  const named = findIdsInName(fileName).filter(({ provider }) => provider === 'isbn')
  const given = [
    ...(isbns ?? '').split(/[,;]/),
    ...(details?.gtin ? [details.gtin] : []),
    ...named.map(({ externalId }) => externalId),
  ]
  return [...new Set(given.flatMap((one) => normalizeIsbn(one) ?? []))].slice(0, maxIsbns)
}

const writerRoles = new Set(['writer', 'author', 'co_author'])
const maxAuthors = 20

function listAuthors({ authors, writer }: StoredBook['metadata']) {
  const structured = (authors ?? []).filter(({ role }) => writerRoles.has(role))
  const names = [...structured.map(({ name }) => name), ...(writer ?? '').split(',')]
  return [...new Set(names.map((name) => name.trim()))].filter(Boolean).slice(0, maxAuthors)
}
