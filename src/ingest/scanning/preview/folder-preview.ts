/** Previews what a scan would find in a folder that is not in a library. Stores nothing. */
import { dirname, extname, resolve } from 'node:path'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { invalid, Refusal } from '../../../errors'
import { validateNewRoot } from '../../../catalog/libraries/folders/check-folders'
import { compareNaturally } from '../../../platform/lib/text/natural-order'
import type { FolderPreview, FolderPreviewQuery } from './folder-preview-model'
import type { RootProblem } from '../walk/file-stat'
import { bookFormats, findFormatByExtension } from '../walk/rules/file-rules'
import type { FileBatch } from '../walk/tree-walker'
import { WalkClient } from '../walk/walk-client'
import { libraryMessages } from '../../../catalog/libraries/messages'
import { scanMessages } from '../messages'
import { type Message, withText } from '../../../platform/messages/message'
import { loadNaming } from '../../../catalog/corrections/load-naming'
import { buildRootNames } from '../../../media/naming/root-names'
import { defaultNaming, type Naming, placeFile, readFile } from '../../../media/naming/naming'

/**
 * A walk of a network drive may take minutes. After this time, the preview covers the files found
 * so far.
 */
const timeoutMs = 8_000
/** Limits concurrent previews, because each of them uses its own Worker. */
const maxConcurrent = 2
const maxExamples = 6
/** Maximum number of folders to count. */
const maxFolders = 100_000
/** Maximum number of files whose series is determined. */
const maxGrouped = 2_000
const textFormats = new Set(['epub', 'pdf'])

let running = 0

export async function previewFolder(
  ctx: Context,
  viewer: Viewer,
  { path, libraryId }: FolderPreviewQuery,
): Promise<FolderPreview> {
  const folder = await validateNewRoot(ctx, viewer, path, libraryId)
  if (running >= maxConcurrent) {
    throw new Refusal('unavailable', scanMessages.previews_busy(), { retryAfterSeconds: 5 })
  }
  running++
  try {
    const naming = libraryId === undefined ? defaultNaming : await loadNaming(ctx.db, libraryId)
    return await countBooksInFolder(folder.path, naming)
  } finally {
    running--
  }
}

async function countBooksInFolder(path: string, naming: Naming): Promise<FolderPreview> {
  using walker = new WalkClient()
  const tally = new FolderTally(resolve(path), naming)
  const order = { root: path, formats: null, excluded: [] }
  const walk = walker.walk(order, (batch) => tally.add(batch))
  const { promise: timeout, resolve: onTimeout } = Promise.withResolvers<null>()
  const timer = setTimeout(() => onTimeout(null), timeoutMs)
  try {
    const result = await Promise.race([walk, timeout])
    // The abandoned walk may still fail after this function returns.
    if (result === null) walk.catch(() => undefined)
    if (result && 'problem' in result) throw buildProblem(result.problem)
    return tally.buildPreview(result && { unreadable: result.summary.unreadable.length })
  } finally {
    clearTimeout(timer)
  }
}

const problemWords: Record<RootProblem, Message> = {
  absent: libraryMessages.folder_missing(),
  not_a_folder: libraryMessages.folder_not_a_folder(),
  unreadable: libraryMessages.folder_denied(),
  asleep: libraryMessages.folder_asleep(),
}

const buildProblem = (words: RootProblem) =>
  invalid(libraryMessages.folder_unavailable(), [{ path: 'path', message: problemWords[words] }])

/** A previewed folder is not stored, so it has no ID. */
const previewedRoot = ''

interface ExpectedSeries {
  title: string
  books: number
  because: Message
}

class FolderTally {
  readonly #root: string
  readonly #naming: Naming
  readonly #formats = new Map<string, number>()
  readonly #folders = new Set<string>()
  readonly #series = new Map<string, ExpectedSeries>()
  #grouped = 0

  constructor(root: string, naming: Naming) {
    this.#root = root
    this.#naming = { ...naming, roots: buildRootNames([{ id: previewedRoot, path: root }]) }
  }

  add({ paths }: FileBatch) {
    for (const path of paths.split('\0')) {
      const format = findFormatByExtension(extname(path).slice(1)) ?? 'folder'
      this.#formats.set(format, (this.#formats.get(format) ?? 0) + 1)
      if (this.#folders.size < maxFolders) this.#folders.add(dirname(path))
      if (this.#grouped++ < maxGrouped) this.#addToSeries(path)
    }
  }

  /** Uses the same function as a scan, but does not read the metadata of e-books. */
  #addToSeries(path: string) {
    const file = readFile(this.#naming, { rootId: previewedRoot, path }, [])
    const { key, title, because } = placeFile(this.#naming, file)
    const known = this.#series.get(key) ?? { title, books: 0, because }
    known.books++
    this.#series.set(key, known)
  }

  /** Builds the preview from the files found so far. `end` is null if time ran out. */
  buildPreview(end: { unreadable: number } | null): FolderPreview {
    const formats = bookFormats.flatMap((format) => {
      const count = this.#formats.get(format) ?? 0
      return count > 0 ? [{ format, count }] : []
    })
    const sum = (isWanted: (format: string) => boolean) =>
      formats.reduce((total, { format, count }) => total + (isWanted(format) ? count : 0), 0)
    return {
      path: this.#root,
      comics: sum((format) => !textFormats.has(format)),
      books: sum((format) => textFormats.has(format)),
      formats,
      folderCount: this.#folders.size,
      examples: this.#examples(),
      unreadable: end?.unreadable ?? 0,
      isComplete: end !== null,
    }
  }

  #examples() {
    return [...this.#series.values()]
      .map(({ title, books, because }) => ({ name: title, books, because: withText(because) }))
      .toSorted((a, b) => compareNaturally(a.name, b.name))
      .slice(0, maxExamples)
  }
}
