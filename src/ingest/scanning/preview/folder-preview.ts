/** What a scan would find in a folder that is no library yet: looked at for a moment, nothing is stored. */
import { basename, dirname, extname, resolve } from 'node:path'
import type { Context } from '../../../context'
import { invalid, Refusal } from '../../../errors'
import { checkNewRoot } from '../../../catalog/libraries/folders/new-root'
import { compareNaturally } from '../../../platform/lib/natural-order'
import type { FolderPreview, FolderPreviewQuery } from './folder-preview-model'
import type { RootProblem } from '../walk/look'
import { bookFormats, formatOf } from '../walk/rules'
import type { FileBatch } from '../walk/walk'
import { Walker } from '../walk/walker'
import { libraryMessages } from '../../../catalog/libraries/messages'
import { scanMessages } from '../messages'
import type { Message } from '../../../platform/messages/message'

/** A network drive may need minutes: then so much is told as was seen. */
const patienceMs = 8_000
/** Each has a Worker of its own. */
const maxAtOnce = 2
const maxExamples = 6
/** Of these the folders are told apart; more are only counted. */
const maxFolders = 100_000
const bookLike = new Set(['epub', 'pdf'])

let running = 0

export async function previewFolder(
  ctx: Context,
  { path, libraryId }: FolderPreviewQuery,
): Promise<FolderPreview> {
  const folder = await checkNewRoot(ctx, path, libraryId)
  if (running >= maxAtOnce) {
    throw new Refusal('unavailable', scanMessages.previews_busy(), { retryAfterSeconds: 5 })
  }
  running++
  try {
    return await lookInto(folder.path)
  } finally {
    running--
  }
}

async function lookInto(path: string): Promise<FolderPreview> {
  using walker = new Walker()
  const tally = new Tally(resolve(path))
  const order = { root: path, formats: null, excluded: [] }
  const walk = walker.walk(order, (batch) => tally.add(batch))
  const { promise: late, resolve: giveUp } = Promise.withResolvers<null>()
  const timer = setTimeout(() => giveUp(null), patienceMs)
  try {
    const result = await Promise.race([walk, late])
    // The walk that is ended below is nobody's any more.
    if (result === null) walk.catch(() => undefined)
    if (result && 'problem' in result) throw problem(result.problem)
    return tally.tell(result && { unreadable: result.end.unreadable.length })
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

const problem = (words: RootProblem) =>
  invalid(libraryMessages.folder_unavailable(), [{ path: 'path', message: problemWords[words] }])

class Tally {
  readonly #root: string
  readonly #formats = new Map<string, number>()
  readonly #folders = new Map<string, number>()

  constructor(root: string) {
    this.#root = root
  }

  add({ paths }: FileBatch) {
    for (const path of paths.split('\0')) {
      const format = formatOf(extname(path).slice(1)) ?? 'folder'
      this.#formats.set(format, (this.#formats.get(format) ?? 0) + 1)
      const parent = dirname(path)
      const known = this.#folders.get(parent)
      if (known !== undefined || this.#folders.size < maxFolders) {
        this.#folders.set(parent, (known ?? 0) + 1)
      }
    }
  }

  /** `end` is null where time ran out. */
  tell(end: { unreadable: number } | null): FolderPreview {
    const formats = bookFormats.flatMap((format) => {
      const count = this.#formats.get(format) ?? 0
      return count > 0 ? [{ format, count }] : []
    })
    const sum = (isWanted: (format: string) => boolean) =>
      formats.reduce((total, { format, count }) => total + (isWanted(format) ? count : 0), 0)
    return {
      path: this.#root,
      comics: sum((format) => !bookLike.has(format)),
      books: sum((format) => bookLike.has(format)),
      formats,
      folderCount: this.#folders.size,
      examples: this.#examples(),
      unreadable: end?.unreadable ?? 0,
      isComplete: end !== null,
    }
  }

  #examples() {
    const nameOf = (folder: string) => basename(folder === '.' ? this.#root : folder)
    return [...this.#folders]
      .map(([folder, books]) => ({ name: nameOf(folder), books }))
      .toSorted((a, b) => compareNaturally(a.name, b.name))
      .slice(0, maxExamples)
  }
}
