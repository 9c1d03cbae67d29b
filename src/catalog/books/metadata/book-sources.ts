/** The source of each book field, and the values from files and the path. */
import type { Context } from '../../../context'
import type { Db } from '../../../platform/db/store'
import { loadNaming } from '../../corrections/load-naming'
import { notFound } from '../../../errors'
import { completed } from '../../../media/contents/file-metadata'
import { readFile } from '../../../media/naming/naming'
import { describeFieldSource } from '../../metadata/source-candidates'
import { loadSidecarIndex, getFolderLocation, listSidecarMetadata } from '../../sidecars/service'
import type { Viewer } from '../../../accounts/permissions/model'
import { listBookOffers } from './merge-file-metadata'
import { lockOf } from './model'
import { findFileMetadata, findMetadata, type Narrow } from './queries'
import { buildDetailsView, buildValues } from './metadata-view'
import { type BookSourcesView, type ShownField, shownFields } from './sources-model'
import { bookMessages } from '../messages'
import { withText } from '../../../platform/messages/message'

/** Loads a book's values from parsing rules, files and the path, most trusted first. */
export async function loadFileOffers(db: Db, book: Narrow) {
  const fileMetadata = await findFileMetadata(db, book)
  const naming = await loadNaming(db, book.libraryId)
  const beside = (await loadSidecarIndex(db, [getFolderLocation(book)])).listForBook(book)
  const inside = fileMetadata ? [completed(fileMetadata)] : []
  const files = [...listSidecarMetadata(beside), ...inside]
  const { rootId, relativePath: path } = book
  const file = readFile(naming, { rootId, path }, files)
  return { beside, offers: listBookOffers(naming, file, files), naming, file, files }
}

export async function getBookSources(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<BookSourcesView> {
  const row = await findMetadata(ctx.db, id, viewer)
  if (!row) throw notFound(bookMessages.not_found())
  const { beside, offers } = await loadFileOffers(ctx.db, row.book)
  const values = buildValues(row)
  const { sources, locks } = row.metadata
  const describe = (field: ShownField) =>
    describeFieldSource(
      field,
      {
        value: values[field],
        source: sources[field],
        isLocked: locks.includes(lockOf(field)),
      },
      offers,
    )
  return {
    bookId: id,
    fields: shownFields.map(describe),
    details: buildDetailsView(row),
    files: beside.map(({ name, kind, finding }) => ({
      name,
      kind,
      problem: finding && withText(finding.message),
    })),
  }
}
